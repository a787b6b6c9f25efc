import Foundation
import InboxTestSupport
import Testing

/// Themes on a terminal: its background, its colours, and the choice among them.
@Suite("themes on the screen", .serialized, .waiting) struct ThemeScreenTests {
  let program = Program()

  /// The screen on a terminal of the test's own, which answers nothing by itself.
  private func screen(
    _ configuration: String, _ more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try program.configure(configuration)
    try program.run("push", "hello")
    let all = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(more) { $1 }
    return try program.emulated(environment: all, showing: "hello")
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

  @Test func `without an answer the selected row is light on dark gray, if not COLORFGBG`() throws {
    let silent = try screen("", ["TERM": "tmux-256color"])
    try silent.awaitOutput("38;5;253")
    #expect(try silent.wait(sending: "Q") == 0)
    #expect(silent.text.contains("48;5;236"))
    let told = try screen("", ["TERM": "tmux-256color", "COLORFGBG": "0;15"])
    try told.awaitOutput("48;5;254")
    #expect(try told.wait(sending: "Q") == 0)
    #expect(!told.text.contains("38;5;253") && !told.text.contains("48;5;236"))
  }

  @Test func `one theme with a background asks nothing, an unasked answer does nothing`() throws {
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
  fileprivate func awaitStyle(_ parameters: String) throws {
    try awaitScreen("the style \(parameters)") { _ in styledScreen.contains(parameters) }
  }
}

/// What `NO_COLOR` leaves of the look.
@Suite("no colours on the screen", .serialized, .waiting) struct NoColorScreenTests {
  let program = Program()

  /// The parameters of all SGR sequences on the screen of a theme that has colours.
  private func attributes(
    _ environment: [String: String], _ options: String = ""
  ) throws -> Set<String> {
    try program.run("push", "in plain")
    let session = try program.screen(
      "--theme nord \(options)", showing: "in plain", environment: environment)
    let sequences = session.styledScreen.components(separatedBy: "\u{1B}[").dropFirst()
    let parameters = sequences.compactMap { $0.split(separator: "m").first }
    return Set(parameters.flatMap { $0.split(separator: ";").map(String.init) })
  }

  private static func isColor(_ parameter: String) -> Bool {
    guard let number = Int(parameter) else { return false }
    return (30...38).contains(number) || (40...48).contains(number)
      || (90...97).contains(number) || (100...107).contains(number)
  }

  @Test func `the attributes stay and the colours go`() throws {
    let plain = try attributes(["NO_COLOR": "1"])
    #expect(!plain.contains(where: Self.isColor), "\(plain)")
    #expect(plain.contains("1"))
  }

  @Test func `without it, or when it is empty, there are colours`() throws {
    #expect(try attributes([:]).contains(where: Self.isColor))
    #expect(try attributes(["NO_COLOR": ""]).contains(where: Self.isColor))
  }

  @Test(arguments: ["--color never", nil])
  func `never means no colours, by option and by configuration`(_ options: String?) throws {
    if options == nil { try program.configure("color = 'never'\n") }
    let plain = try attributes([:], options ?? "")
    #expect(!plain.contains(where: Self.isColor), "\(plain)")
    #expect(plain.contains("1"))
  }

  @Test func `always means colours, whatever the environment says`() throws {
    let colours = try attributes(["NO_COLOR": "1"], "--color always")
    #expect(colours.contains(where: Self.isColor))
  }

  @Test func `the line under a title ends with it, but goes all along the cursor's row`() throws {
    let theme = try program.write(
      "name = 'Lines'\n[unread]\ntitle = { underline = true }\n[selected]\nunderline = true\n",
      to: "lines.toml")
    try program.push("above", "below")
    let session = try program.screen("--theme \(theme) --sort oldest", showing: "below")
    func isUnderlined(behind title: String) throws -> Bool {
      let screen = session.styledScreen
      let end = try #require(screen.range(of: title)).upperBound
      guard let next = screen[end...].firstRange(of: /\u{1B}\[([0-9;]*)m/)?.lowerBound, next == end
      else { return true }
      let parameters = screen[end...].dropFirst(2).prefix { $0 != "m" }
      return parameters.split(separator: ";").contains("4")
    }
    #expect(try isUnderlined(behind: "above"))
    try session.press("j")
    try session.awaitScreen("no line behind the title") { _ in
      (try? isUnderlined(behind: "above")) == false
    }
    #expect(try isUnderlined(behind: "below"))
  }

  @Test func `a check that finds nothing says so on a terminal only`() throws {
    let session = try program.terminal()
    try session.run("\"$B\" theme check nord", showing: "\nok\n")
    #expect(try program.run("config", "check").output.isEmpty)
  }
}
