import Foundation
import InboxTestSupport
import Testing

/// The lines between days, as a person sees them.
@Suite("days on the screen", .serialized, .waiting)
struct DayLineScreenTests {
  let program = Program()

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
    _ = try program.write("group = 'none'\n", to: "config.toml")
    try session.awaitScreen("third", without: ["Today"])
  }
}
