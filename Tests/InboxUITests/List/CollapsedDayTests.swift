import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Day lines of a list with collapsed threads.
struct CollapsedDayTests {
  private static let noon = Date(timeIntervalSince1970: 1_800_014_400)

  /// Messages by their age in days: the thread `a` has messages of two days, `b` of three.
  private func screen() -> ScreenDriver {
    let messages: [(Double, String?)] = [
      (3, "b"), (1.2, "a"), (1.1, nil), (1, "b"), (0.2, "b"), (0.1, "a"), (0, nil),
    ]
    let payloads = messages.enumerated().map { index, message in
      var payload = Payload.make(
        "Message \(index + 1)", id: "\(index + 1)", source: "chat", thread: message.1)
      payload.local.receivedAt = Self.noon.addingTimeInterval(-message.0 * 86_400)
      return payload
    }
    var inbox = ScreenDriver(payloads, size: Size(columns: 80, rows: 24), now: Self.noon)
    inbox.state.environment.preferences.group = .day
    inbox.state.environment.preferences.collapseThreads = .on
    inbox.send(.tick)
    return inbox
  }

  private func headers(_ inbox: ScreenDriver) -> [String] {
    inbox.texts.filter { $0.contains(" ─") }.map { line in
      line.split(separator: "─").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: ": ")
    }
  }

  @Test func `a header has the numbers of the rows below it`() throws {
    var inbox = screen()
    #expect(headers(inbox) == ["Today: 3 unread", "Yesterday: 1 unread"])
    inbox.press("m")
    #expect(headers(inbox.after(waiting: 1)) == ["Today: 2 unread of 3", "Yesterday: 1 unread"])
    // The newest message of a thread is read, but the row is unread while another one is not.
    inbox.elsewhere { inbox in _ = try inbox.markRead([6]) }
    #expect(headers(inbox.after(waiting: 1)).first == "Today: 2 unread of 3")
    inbox.elsewhere { inbox in _ = try inbox.markRead([2]) }
    #expect(headers(inbox.after(waiting: 1)).first == "Today: 1 unread of 3")
    try inbox.checkGolden("collapsed-days")
  }

  @Test func `a folded day takes in the rows below it, and its number stays`() throws {
    var inbox = screen().pressing("z c")
    #expect(headers(inbox).count == 2 && inbox.rows.count == 2)
    #expect(headers(inbox)[0].hasSuffix("3 unread"))
    try inbox.checkGolden("collapsed-days-folded")
    #expect(inbox.after("Enter").rows.count == 4)
  }

  @Test func `an action on a folded day changes all messages of its rows, of other days too`() {
    var inbox = screen().pressing("z c", "d")
    // Two of thread a, three of b and one alone; the message alone of yesterday stays.
    #expect(inbox.state.overlays.question?.count == 6)
    inbox.press("y")
    #expect(inbox.messages.filter { $0.status != .deleted }.map(\.number.rawValue) == [3])
    #expect(inbox.after("u").messages.allSatisfy { $0.status == .unread })
  }

  @Test func `an action on an earlier day leaves threads that stand elsewhere`() {
    var inbox = screen().pressing("G", "z c", "m")
    #expect(inbox.state.overlays.question?.count == 1)
    #expect(inbox.after("n", "p").question == "Pin 1 message?")
    inbox.press("n")
    #expect(inbox.after(running: "snooze 2h").question == "Snooze 1 message?")
    #expect(inbox.after("n", "s").menu?.title == "Snooze")
  }

  @Test func `the cursor stays on a folded day when its first thread moves to another day`() {
    var inbox = screen()
    inbox.push(.make("New", source: "chat"))
    inbox.wait(86_400)
    #expect(headers(inbox).map { $0.prefix(9) } == ["Yesterday", "Thu 14 Ja"])
    inbox.elsewhere { inbox in _ = try inbox.delete([7, 8].map { MessageNumber($0) }) }
    #expect(inbox.after("g g", "z c").selected == 6)
    inbox.push(.make("Now", source: "chat", thread: "a"))
    #expect(inbox.state.list.foldedGroup != nil)
    #expect(inbox.selected == 5)
  }

  @Test func `a folded day is no row to mark`() {
    let inbox = screen().pressing("Space", "z c", "Space")
    #expect(inbox.status == "The group is folded · Enter unfolds it")
    #expect(inbox.state.list.marks.count == 1)
  }
}
