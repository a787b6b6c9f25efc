import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The command line as a person sees it.
struct CommandLineScreenTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
  ]

  private func check(_ inbox: SimulatedInbox, _ name: String) throws {
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    #expect(frame.lines.count == inbox.state.size.rows)
    for line in frame.lines {
      #expect(line.spans.reduce(0) { $0 + $1.columns } <= inbox.state.size.columns)
    }
    try Golden("\(name)-\(inbox.state.size.columns)x\(inbox.state.size.rows)").check(frame)
  }

  @Test(arguments: sizes) func `what can be typed stands above the line`(size: Size) throws {
    var inbox = SimulatedInbox(count: 30, size: size)
    inbox.press(":")
    try check(inbox, "commands")
  }

  @Test(arguments: sizes) func `the word that Tab came to is in sight`(size: Size) throws {
    var inbox = SimulatedInbox(count: 30, size: size)
    inbox.press(":")
    inbox.type("filter ")
    for _ in 0..<9 { inbox.press("Tab") }
    try check(inbox, "commands-cycle")
  }

  @Test(arguments: sizes) func `an unknown command is told above the line`(size: Size) throws {
    var inbox = SimulatedInbox(count: 30, size: size)
    inbox.run("delte")
    try check(inbox, "commands-error")
  }
}
