import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

/// What the clock moves on an open screen, with nobody touching it.
@Suite("screen and clock", .serialized, .waiting) struct ScreenClockTests {
  let program = Program()

  @Test func `a snooze of a second ends on the open screen`() throws {
    try program.push("first", "second")
    let session = try program.screen(showing: "Unread 2", "first")
    try session.press("m", showing: "Unread 1")
    try session.press("g", "g", "s", "o", showing: "Snooze until:")
    try session.type("2s")
    try session.press("Enter", showing: "Snoozed “second” until", "first")
    // It comes back by itself, on top and unread.
    try session.awaitScreen("the second above the first") {
      let places = ["second", "first"].compactMap($0.firstRange(of:)).map(\.lowerBound)
      return $0.contains("Unread 2") && places.count == 2 && places[0] < places[1]
    }
  }

  @Test func `what the command line snoozes leaves and comes back`() throws {
    try program.run("push", "only")
    let session = try program.screen(showing: "Unread 1")
    try program.run("snooze", "@1", "--for", "2s")
    try session.awaitScreen("Unread  ", without: ["only"])
    try session.awaitScreen("only", "Unread 1")
  }

  /// A moment some seconds off, whole as the program writes it.
  private func soon() -> Date {
    Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 4).rounded(.up))
  }

  @Test func `a start takes effect at its moment`() throws {
    try program.run("push", "always")
    let session = try program.screen(showing: "Unread 1")
    let start = soon()
    try program.run("push", "later", "--starts-at", RFC3339.string(from: start))
    try session.awaitScreen("always", "later", "Unread 2")
    #expect(Date() >= start)
  }

  @Test func `an expiry takes effect at its moment`() throws {
    try program.run("push", "always")
    try program.run("push", "short", "--id", "short")
    let session = try program.screen(showing: "Unread 2")
    // The moment is set when the screen is up, however long that took.
    let end = soon()
    try expire("short", at: end)
    try session.awaitScreen("always", "Unread 1", without: ["short"])
    #expect(Date() >= end)
  }

  @Test func `the reader stays on what expires`() throws {
    try program.run("push", "short", "its text", "--id", "short")
    let session = try program.screen(showing: "Unread 1")
    try session.press("Enter", showing: "its text", "Unread  ")
    try expire("short", at: soon())
    try session.awaitScreen("Unread  ", "its text")
  }

  private func expire(_ id: String, at end: Date) throws {
    let payload = "{\"id\":\"\(id)\",\"expires_at\":\"\(RFC3339.string(from: end))\"}"
    try program.run("push", "--json", input: payload)
  }

  @Test func `expired and scheduled ones tell what they are`() throws {
    try program.run("push", "gone", "--expires-at", "-1h")
    try program.run("push", "later", "--starts-at", "2999-01-01 09:00")
    let session = try program.screen("screen --filter is:expired", showing: "gone")
    try session.awaitScreen("⊘ expired", without: ["later"])
    try session.press("\\", "C-u")
    try session.type("is:scheduled")
    try session.press("Enter", showing: "later", "◷ from 2999-01-01", without: ["gone"])
  }

  /// A zone in which midnight is hours away.
  private var zone: String {
    let hour = Int(Date().timeIntervalSince1970 / 3_600) % 24
    // These names count to the west.
    return "Etc/GMT" + (hour < 12 ? "\(hour - 12)" : "+\(hour - 12)")
  }

  @Test func `opening again says how many are new, above today's messages`() throws {
    try program.run("push", "first")
    let session = try program.screen(showing: "Today", "first", environment: ["TZ": zone])
    #expect(!session.screen.contains("new since"))
    try session.quit()
    try program.push("second", "third")
    try session.run("clear; \"$B\"", showing: "Today", "2 new since", "third")
    try session.press("r", showing: "Refreshed", "Today", without: ["new since"])
    try program.configure("group = 'none'\n")
    try session.awaitScreen("third", without: ["Today"])
  }
}
