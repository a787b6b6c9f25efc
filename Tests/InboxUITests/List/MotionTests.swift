import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Where the keys that move take the cursor of a list.
struct MotionTests {
  /// Ten rows of two lines on a screen that shows five of them; the third and seventh are unread.
  private func listing(at start: Int64) -> ScreenDriver {
    var inbox = ScreenDriver(count: 10, size: Size(columns: 60, rows: 14)) { number, payload in
      payload.body = .set("text")
      payload.local.status = [8, 4].contains(number) ? .unread : .read
    }
    for _ in 0..<(10 - start) { inbox.press("j") }
    return inbox
  }

  @Test(arguments: [
    ("j", 10, 9), ("Down", 10, 9), ("k", 9, 10), ("Up", 10, 10), ("j", 1, 1), ("g g", 4, 10),
    ("Home", 4, 10), ("G", 4, 1), ("End", 4, 1), ("C-f", 10, 5), ("PgDn", 10, 5), ("C-b", 5, 10),
    ("PgUp", 5, 10), ("C-d", 10, 8), ("C-u", 8, 10), ("C-d", 1, 1), ("C-u", 10, 10),
    ("Tab", 10, 8), ("Tab", 8, 4), ("S-Tab", 4, 8), ("S-Tab", 1, 4),
    // Beyond the last one the first comes again.
    ("Tab", 4, 8), ("S-Tab", 8, 4),
  ])
  func `a key moves the cursor of the list`(_ key: String, from start: Int64, to end: Int64) {
    var inbox = listing(at: start)
    inbox.press(key)
    #expect(inbox.state.list.selected == MessageNumber(end))
  }

  @Test func `in the reader the next unread message is shown`() {
    var inbox = listing(at: 10)
    inbox.press("Enter", "Tab")
    #expect(inbox.state.reader?.number == MessageNumber(8))
    inbox.press("Tab", "S-Tab")
    // The one that was left is read by now.
    #expect(inbox.state.reader?.number == MessageNumber(4))
  }
}
