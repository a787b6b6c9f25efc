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
    ("H", 8, 10), ("L", 10, 6), ("g m", 10, 8), ("3 H", 10, 8), ("3 L", 10, 8), ("9 H", 10, 6),
    ("9 L", 6, 10), ("2 g m", 10, 8), ("H", 4, 8), ("L", 4, 4), ("g m", 4, 6),
    // Beyond the last one the first comes again.
    ("Tab", 4, 8), ("S-Tab", 8, 4),
  ])
  func `a key moves the cursor of the list`(_ key: String, from start: Int64, to end: Int64) {
    #expect(listing(at: start).countingDigits().pressing(key).selected == MessageNumber(end))
  }

  @Test func `to the ends of the screen goes what is whole in sight, and nothing scrolls`() {
    // The fifth row is higher than the lines that are left below the fourth.
    var inbox = ScreenDriver(count: 10, size: Size(columns: 60, rows: 14)) { number, payload in
      payload.body = .set(number == 6 ? String(repeating: "word ", count: 20) : "text")
    }
    let scroll = inbox.state.list.scroll
    #expect(inbox.after("L").selected == 7)
    #expect(inbox.state.list.scroll == scroll)
    #expect(inbox.after("C-o").selected == 10)
  }

  // Before: a key at an end of the list did nothing, and said nothing.
  @Test(arguments: [
    ("j", 1, "This is the last message"), ("k", 10, "This is the first message"),
    ("C-f", 1, "This is the last message"), ("C-u", 10, "This is the first message"),
    ("j", 2, nil), ("k", 9, nil), ("G", 1, nil),
  ])
  func `a key that leads beyond an end of the list says so`(
    _ key: String, at start: Int64, text: String?
  ) {
    #expect(listing(at: start).pressing(key).status == text)
  }

  @Test func `a count beyond the end goes there, and one more says that it ends`() {
    var inbox = listing(at: 3).countingDigits()
    #expect(inbox.after("5", "j").selected == 1)
    #expect(inbox.state.status == nil)
    #expect(inbox.after("5", "j").status == "This is the last message")
  }

  @Test func `a folded group at the end is called one`() {
    #expect(listing(at: 10).pressing("g", "s", "z", "a", "j").status == "This is the last group")
  }

  @Test(arguments: [("J", 1, "This is the last message"), ("K", 10, "This is the first message")])
  func `the reader says that no message is left`(_ key: String, at start: Int64, text: String) {
    var inbox = listing(at: start).pressing("Enter", key)
    #expect(inbox.reader == MessageNumber(start))
    #expect(inbox.status == text)
    inbox.press(key == "J" ? "K" : "J")
    #expect(inbox.state.status == nil)
  }

  @Test func `in the reader the next unread message is shown`() {
    var inbox = listing(at: 10).pressing("Enter", "Tab")
    #expect(inbox.reader == 8)
    inbox.press("Tab", "S-Tab")
    // The one that was left is read by now.
    #expect(inbox.reader == 4)
  }
}
