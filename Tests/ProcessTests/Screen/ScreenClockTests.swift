import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

/// What the clock moves on an open screen, with nobody touching it.
@Suite("screen and clock", .serialized, .waiting) struct ScreenClockTests {
  let program = Program()

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
