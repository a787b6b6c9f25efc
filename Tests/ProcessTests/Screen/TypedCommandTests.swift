import Foundation
import InboxTestSupport
import Testing

/// Typed commands in the program itself, on a terminal.
@Suite("typed commands on the screen", .serialized, .waiting)
struct TypedCommandTests {
  let program = Program()
  private static let yellow = "48;5;226m"

  private func screen() throws -> TmuxSession {
    try program.run("push", "alpha first", "the body of the first")
    try program.run("push", "beta second")
    return try program.screen(showing: "alpha", "beta")
  }

  @Test func `tab completes a filter that is then shown`() throws {
    let session = try screen()
    try program.run("read", "--filter", "alpha")
    try session.type(":fil")
    try session.awaitScreen(":fil", "filter")
    try session.press("Tab", showing: ":filter", "is:unread")
    try session.type("is:unr")
    try session.press("Tab", "Enter", showing: "beta", "▐Unread 1▌", without: ["alpha", ":filter"])
  }

  @Test func `a theme is put on, and an unknown one is reported`() throws {
    let session = try screen()
    #expect(!session.styledScreen.contains(Self.yellow))
    try session.type(":theme hig")
    try session.press("Tab", "Enter")
    try session.awaitScreen("the colours of the theme") { screen in
      screen.contains("alpha") && session.styledScreen.contains(Self.yellow)
    }
    try session.type(":theme nrod")
    try session.press("Enter", showing: "unknown theme 'nrod'; did you mean 'nord'?")
  }

  @Test func `a search in the reader marks its matches`() throws {
    let session = try screen()
    try session.press("j", "Enter", showing: "the body of the first")
    try session.type("/body")
    try session.press("Enter", showing: "Match 1 of 1")
    try session.press("C-c", showing: "Press Q to quit")
    try session.type("Q")
    try session.awaitPrompt()
  }
}
