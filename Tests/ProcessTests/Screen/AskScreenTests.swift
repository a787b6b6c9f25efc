import Foundation
import InboxTestSupport
import Testing

/// A script that waits, and a person who answers on the screen.
@Suite("questions on the screen", .serialized, .waiting)
struct AskScreenTests {
  let program = Program()

  @Test func `a key answers and the script goes on`() throws {
    let session = try program.screen(showing: "No notifications")
    let asking = try RunningProgram(
      program, ["ask", "Deploy?", "--action", "Ship it", "--action", "No"])
    try session.awaitScreen("Deploy?", "? Ship it · No", "a answer")
    try session.press("a", showing: "s   Ship it", "n   No")
    try session.press("s")
    #expect(asking.line() == "Ship it")
    #expect(asking.end() == 0)
    try session.awaitScreen("Answered “Ship it”", "✓ Ship it", "Unread  ", without: ["? Ship"])
  }

  @Test func `an answer from elsewhere is shown, and a late one reported`() throws {
    let session = try program.screen(showing: "No notifications")
    let asking = try RunningProgram(program, ["ask", "Deploy?"])
    try session.awaitScreen("? Yes · No")
    try session.press("a", showing: "y   Yes")
    try program.run("answer", "@1", "No")
    #expect(asking.line() == "No")
    try session.press("y", showing: "Already answered: “No”", "✓ No")
  }

  @Test(arguments: ["Q", nil])
  func `a screen that goes away with its menu open answers nothing`(_ key: String?) throws {
    var session: TmuxSession? = try program.screen(showing: "No notifications")
    let asking = try RunningProgram(program, ["ask", "Deploy?"])
    try session?.awaitScreen("? Yes · No")
    try session?.press("a")
    try session?.awaitScreen("y   Yes")
    if let key {
      try session?.press("Escape")
      try session?.awaitScreen("? Yes · No", without: ["y   Yes"])
      try session?.press(key)
      try session?.awaitPrompt()
    } else {
      // The terminal is closed.
      session = nil
    }
    #expect(!asking.hasOutput)
    try program.run("answer", "@1", "No")
    #expect(asking.line() == "No")
    #expect(asking.end() == 0)
  }

  @Test func `a question that is taken back takes no answer`() throws {
    let session = try program.screen(showing: "No notifications")
    let asking = try RunningProgram(program, ["ask", "Deploy?"])
    try session.awaitScreen("? Yes · No")
    try session.press("a", showing: "y   Yes")
    asking.send(SIGTERM)
    #expect(asking.end() == 128 + SIGTERM)
    try session.press("y", showing: "Too late: the question is closed", without: ["? Yes"])
  }
}
