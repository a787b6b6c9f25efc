import Foundation
import InboxTestSupport
import Testing

/// Themes on a terminal: its background, its colours, and the choice among them.
@Suite("themes on the screen", .serialized, .waiting)
struct ThemeScreenTests {
  let program = Program()

  /// The screen on a terminal of the test's own, which answers nothing by itself.
  private func screen(
    _ configuration: String, _ more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    _ = try program.write(configuration, to: "config.toml")
    try program.run("push", "hello")
    var environment = try program.environment(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
    environment.merge(more) { $1 }
    let terminal = try PseudoTerminal(Program.path, environment: environment)
    try terminal.awaitOutput("hello")
    return terminal
  }

  private static let pair = "theme = { light = 'light', dark = 'dark' }\n"
  private static let question = "\u{1B}]11;?\u{1B}\\"

  @Test func `the theme follows the terminal's answer, and later its reports`() throws {
    let terminal = try screen(Self.pair, ["COLORTERM": "truecolor"])
    #expect(terminal.text.contains(Self.question))
    #expect(terminal.text.contains("48;2;22;24;29"))
    try terminal.send("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\", showing: "48;2;251;251;250")
    terminal.send("\u{1B}[?997;1n")
    #expect(try terminal.wait(sending: "Q") == 0)
    #expect(terminal.text.contains("\u{1B}[?2031l"))
  }

  @Test func `the default theme asks how bright the background is, for its selected row`() throws {
    try program.run("push", "hello")
    let terminal = try screen("")
    #expect(terminal.text.contains("]11;?"))
    try terminal.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}", showing: "48;5;254m")
    #expect(try terminal.wait(sending: "Q") == 0)
  }

  @Test func `without an answer the selected row is light gray on dark gray, if not COLORFGBG`()
    throws
  {
    let silent = try screen("", ["TERM": "tmux-256color"])
    try silent.awaitOutput("38;5;253")
    #expect(try silent.wait(sending: "Q") == 0)
    #expect(silent.text.contains("48;5;236"))
    let told = try screen("", ["TERM": "tmux-256color", "COLORFGBG": "0;15"])
    try told.awaitOutput("48;5;254")
    #expect(try told.wait(sending: "Q") == 0)
    #expect(!told.text.contains("38;5;253") && !told.text.contains("48;5;236"))
  }

  @Test func `one theme with a background asks nothing, and an unasked answer does nothing`() throws
  {
    let terminal = try screen("theme = 'dark'\n")
    #expect(!terminal.text.contains("]11;?"))
    #expect(try terminal.wait(sending: "\u{1B}]11;rgb:ffff/ffff/ffff\u{07}Q") == 0)
    #expect(!terminal.text.contains("]11;?"))
  }

  @Test func `a terminal that never answers shows the dark theme, or what COLORFGBG says`() throws {
    let silent = try screen(Self.pair, ["COLORTERM": "truecolor"])
    #expect(try silent.wait(sending: "Q") == 0)
    #expect(silent.text.contains("48;2;22;24;29") && !silent.text.contains("48;2;251;251;250"))
    let told = try screen(Self.pair, ["COLORTERM": "truecolor", "COLORFGBG": "0;15"])
    #expect(try told.wait(sending: "Q") == 0)
    #expect(told.text.contains("48;2;251;251;250"))
  }

  @Test func `themes are looked at in their menu, and Esc takes the old look back`() throws {
    try program.run("push", "hello")
    let session = try program.screen(
      showing: "hello", environment: ["COLORTERM": "truecolor"], columns: 100)
    try session.type(":theme")
    try session.press("Enter", showing: "Theme", "catppuccin-latte")
    #expect(!session.styledScreen.contains("48;2;239;241;245"))
    try session.press("g")
    try session.awaitStyle("48;2;239;241;245")
    try session.press("Escape")
    try session.awaitScreen("the old colors") {
      $0.contains("hello") && !$0.contains("catppuccin-latte")
        && !session.styledScreen.contains("48;2;239;241;245")
    }
  }
}

extension TmuxSession {
  /// Waits until the screen has an attribute or color.
  fileprivate func awaitStyle(_ parameters: String) throws {
    try awaitScreen("the style \(parameters)") { _ in styledScreen.contains(parameters) }
  }
}
