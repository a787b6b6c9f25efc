import Foundation
import InboxTestSupport
import Testing

/// Whole graphemes on a terminal of the test's own, which joins them or not.
@Suite("graphemes on the screen", .serialized, .waiting) struct GraphemeScreenTests {
  private static let question = "\u{1B}[?2027$p"
  private static let turnedOn = "\u{1B}[?2027h"
  private static let turnedOff = "\u{1B}[?2027l"
  private static let cursorQuestion = "\u{1B}[6n"
  private static let whole = ["👩‍💻", "🇩🇪", "🇯🇵", "1️⃣", "👨‍👩‍👧"]

  let program = Program()

  /// The screen with some messages, once it is drawn.
  private func screen(
    _ titles: String..., variables: [String: String] = [:], showing text: String
  ) throws -> PseudoTerminal {
    try program.configure("preview = 'off'\n")
    for title in titles { try program.run("push", title) }
    let all = ["TERM": "xterm-256color"].merging(variables) { $1 }
    return try program.emulated(environment: all, showing: text)
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.wait(sending: "Q") == 0)
  }

  /// How a grapheme of two columns is sent: over blanks, with the cursor moved behind it.
  private func placed(_ grapheme: String, columns: Int = 2) -> String {
    "\u{1B}7" + String(repeating: " ", count: columns)
      + "\u{1B}8\u{1B}[?7l\(grapheme)\u{1B}[?7h\u{1B}8" + "\u{1B}[\(columns)C"
  }

  @Test func `a terminal with mode 2027 gets whole graphemes, and it off at the end`() throws {
    let terminal = try screen("🚀 Deploy 👩‍💻🇩🇪🇯🇵 1️⃣ 👨‍👩‍👧 end", showing: "🚀 Deploy 👩DEJP 1 👨 end")
    #expect(terminal.text.contains(Self.question))
    terminal.send("\u{1B}[?2027;2$y")
    try terminal.awaitOutput(Self.turnedOn)
    try terminal.awaitOutput(
      placed("👩‍💻🇩🇪🇯🇵", columns: 6) + " " + placed("1️⃣") + " " + placed("👨‍👩‍👧") + " end")
    #expect(!terminal.text.contains(Self.turnedOff))
    // Without a shell that could continue it, the stop ends at once.
    terminal.send("\u{1A}")
    try terminal.awaitOutput(Self.turnedOff)
    try terminal.awaitOutput(Self.turnedOn, times: 2)
    try quit(terminal)
    #expect(terminal.text.ranges(of: Self.turnedOff).count == 2)
  }

  @Test func `a terminal that joins no joiners gets their first one, the rest whole`() throws {
    let terminal = try screen(
      "👩‍💻🇩🇪 end", variables: ["TERM": "xterm-kitty"], showing: placed("👩‍💻🇩🇪", columns: 4))
    try terminal.awaitOutput(Self.cursorQuestion, times: 5)
    try terminal.send("\u{1B}[2;2R\u{1B}[2;5R", showing: "👩" + placed("🇩🇪") + " end")
    try quit(terminal)
  }

  @Test(arguments: ["1", "3"])
  func `a mode that is on already is left alone`(state: String) throws {
    let terminal = try screen("👩‍💻 end", showing: "👩 end")
    terminal.send("\u{1B}[?2027;\(state)$y")
    try terminal.awaitOutput(placed("👩‍💻"))
    try quit(terminal)
    #expect(!terminal.text.contains(Self.turnedOn) && !terminal.text.contains(Self.turnedOff))
  }

  @Test(arguments: ["", "\u{1B}[?2027;0$y", "\u{1B}[?2027;4$y"])
  func `a terminal without the mode gets the first scalar of each`(answer: String) throws {
    let terminal = try screen("🚀 👩‍💻🇩🇪🇯🇵 1️⃣ 👨‍👩‍👧 end", showing: "🚀 👩DEJP 1 👨 end")
    terminal.send(answer + "p")
    try terminal.awaitOutput("Pinned")
    try quit(terminal)
    for grapheme in Self.whole { #expect(!terminal.text.contains(grapheme)) }
    #expect(!terminal.text.contains(Self.turnedOn))
  }

  @Test(arguments: [
    ["TERM": "xterm-kitty"], ["TERM": "xterm-ghostty"], ["TERM_PROGRAM": "iTerm.app"],
  ])
  func `a terminal known by name gets whole graphemes at once`(variables: [String: String]) throws {
    let terminal = try screen("👩‍💻 end", variables: variables, showing: placed("👩‍💻") + " end")
    try quit(terminal)
    #expect(!terminal.text.contains("👩 end"))
  }

  @Test func `within a multiplexer nothing is asked or joined`() throws {
    let terminal = try screen(
      "👩‍💻 end", variables: ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"], showing: "👩 end")
    try terminal.send("\u{1B}[?2027;3$y" + "p", showing: "Pinned")
    try quit(terminal)
    #expect(!terminal.text.contains(Self.question) && !terminal.text.contains("👩‍💻"))
  }

  @Test(arguments: ["\u{1FA77}", "\u{1FAE9}", "\u{1FAEA}"])
  func `an emoji that the C library does not know is drawn everywhere`(emoji: String) throws {
    let terminal = try screen(
      "new \(emoji) end", variables: ["TERM": "xterm", "TMUX": "x"],
      showing: "new \(placed(emoji)) end")
    try quit(terminal)
    #expect(!terminal.text.contains("\u{FFFD}"))
    // None of what stands for it in ncurses is sent.
    #expect(!terminal.text.unicodeScalars.contains { $0.value >= 0x10_0000 })
  }

  @Test func `an emoji that the terminal does not draw is replaced`() throws {
    let terminal = try screen("old 🔔 new \u{1FA77}\u{1FAEA} end", showing: Self.cursorQuestion)
    terminal.send("\u{1B}[2;3R\u{1B}[2;5R\u{1B}[2;3R\u{1B}[2;1R\u{1B}[2;1R")
    try terminal.awaitOutput(placed("\u{1FA77}\u{FFFD} ", columns: 4) + " end")
    try quit(terminal)
  }

  @Test func `no line is shifted by where a terminal leaves its cursor after a grapheme`() throws {
    let terminal = try screen("👩‍💻🇩🇪 one", "two \u{1FAEA} end", showing: "👩DE one")
    terminal.send("\u{1B}[?2027;2$y")
    try terminal.awaitOutput(placed("👩‍💻🇩🇪", columns: 4))
    for key in ["j", "k", "p"] { terminal.send(key) }
    try terminal.awaitOutput("Pinned")
    try quit(terminal)
    // Each scalar is one column here, so each grapheme is too wide or too narrow.
    let cells = LinkedCells(
      terminal.text.components(separatedBy: "\u{1B}[?1049l")[0], columns: 80, rows: 24)
    let lines = cells.lines.filter { $0.contains(" one ") || $0.contains(" end ") }
    #expect(lines.count == 2)
    for line in lines { #expect(line.hasSuffix(" now ")) }
  }

  @Test func `a vowel sign is measured by the terminal's cursor`() throws {
    let terminal = try screen("का end", showing: Self.cursorQuestion)
    #expect(terminal.text.contains("का end"))
    terminal.send("\u{1B}[2;2R\u{1B}[2;5R")
    try terminal.awaitOutput(placed("का", columns: 1) + " end")
    try quit(terminal)
    #expect(terminal.text.ranges(of: Self.cursorQuestion).count == 5)
  }
}
