import InboxText
import Testing

@testable import InboxTerminal

/// How a terminal draws text: its name, and its answers good and bad.
struct MeasureDetectionTests {
  private func detection(
    type: String = "xterm-256color", _ variables: [String: String] = [:],
    takesQuestions: Bool = true, drawsGraphemes: Bool = true
  ) -> MeasureDetection {
    MeasureDetection(
      type: type, variables: variables, takesQuestions: takesQuestions,
      drawsGraphemes: drawsGraphemes)
  }

  /// The measure and the bytes sent after a terminal's answers.
  private func result(
    _ answers: String, in detection: MeasureDetection? = nil
  ) -> (measure: TextMeasure, sent: String, leave: String) {
    var (detection, decoder, sent) = (detection ?? self.detection(), KeyDecoder(), "")
    for byte in answers.utf8 {
      if case .measured(let answer) = decoder.take(byte: byte) { sent += detection.take(answer) }
    }
    return (detection.measure, sent, detection.leave)
  }

  @Test(arguments: [
    ("\u{1B}[?2027;0$y", false, ""), ("\u{1B}[?2027;1$y", true, ""),
    ("\u{1B}[?2027;2$y", true, "\u{1B}[?2027h"), ("\u{1B}[?2027;3$y", true, ""),
    ("\u{1B}[?2027;4$y", false, ""), ("\u{1B}[?2026;2$y", false, ""),
    ("\u{1B}[?2027;$y", false, ""),
    ("\u{1B}[?2027;2y", false, ""), ("\u{1B}[?2027;22$y", false, ""), ("", false, ""),
  ])
  func `mode 2027 is turned on where it is off, and taken back at the end`(
    answer: String, joins: Bool, sent: String
  ) {
    #expect(detection().opening == "\u{1B}[?2027$p")
    let found = result(answer)
    #expect(found.measure == TextMeasure(joinsGraphemes: joins))
    #expect(found.sent == sent)
    #expect(found.leave == (sent.isEmpty ? "" : "\u{1B}[?2027l"))
  }

  @Test func `a mode that was turned on is turned on again after a stop`() {
    var detection = detection()
    _ = detection.take(.mode(2))
    #expect(detection.opening == "\u{1B}[?2027h")
  }

  @Test(
    arguments: [
      ("xterm-256color", [:], false), ("xterm-kitty", [:], true), ("foot", [:], false),
      ("xterm-ghostty", [:], true), ("wezterm", [:], true),
      ("xterm-256color", ["TERM_PROGRAM": "iTerm.app"], true),
      ("xterm-256color", ["TERM_PROGRAM": "WezTerm"], true),
      ("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"], false), ("alacritty", [:], false),
      ("tmux-256color", ["TERM_PROGRAM": "WezTerm", "TMUX": "x"], false),
      ("xterm-kitty", ["TMUX": "x"], false), ("linux", [:], false),
    ] as [(String, [String: String], Bool)])
  func `terminals that join graphemes are known by name before the first frame`(
    type: String, variables: [String: String], joins: Bool
  ) { #expect(detection(type: type, variables).measure.joinsGraphemes == joins) }

  @Test func `nothing is asked where an answer would mean nothing or the question be shown`() {
    #expect(detection(takesQuestions: false).opening.isEmpty)
    #expect(detection(["TMUX": "x"]).opening.isEmpty)
    #expect(detection(["TERM_PROGRAM": "Apple_Terminal"]).opening.isEmpty)
    let undrawn = detection(type: "xterm-kitty", drawsGraphemes: false)
    #expect(undrawn.opening.isEmpty && !undrawn.measure.joinsGraphemes)
    #expect(!result("\u{1B}[?2027;3$y", in: detection(["TMUX": "x"])).measure.joinsGraphemes)
  }

  @Test(arguments: [("\u{1B}[2;2R", 0), ("\u{1B}[2;3R", 1), ("\u{1B}[2;9R", 1), ("\u{1B}[1;2R", 1)])
  func `a vowel sign is as wide as the cursor tells`(answer: String, columns: Int) {
    var asked = detection()
    #expect(asked.takeProbe().isEmpty)
    asked.meetDoubtful()
    #expect(asked.takeProbe() == MeasureDetection.probe)
    asked.meetDoubtful()
    #expect(asked.takeProbe().isEmpty)
    #expect(result(answer, in: asked).measure.spacingMarkColumns == columns)
    // Without a question it is a key, or another's answer.
    #expect(result(answer).measure == TextMeasure())
  }

  @Test(arguments: [(3, true), (5, false), (4, false)])
  func `an emoji with a joiner is joined by where the cursor is`(column: Int, joins: Bool) {
    var asked = detection(type: "xterm-kitty")
    asked.meetDoubtful()
    _ = asked.takeProbe()
    _ = asked.take(.column(2))
    #expect(asked.measure.joinsSequences)
    _ = asked.take(.column(column))
    #expect(asked.measure.joinsSequences == joins && asked.measure.joinsGraphemes)
  }

  @Test(
    arguments: [
      ([3, 3, 3], .max), ([3, 3, 1], 16), ([2, 1, 1], 15), ([1, 1, 1], 14), ([1, 2, 3], 14),
    ] as [([Int], UInt16)])
  func `an emoji that has not moved the cursor is not drawn`(columns: [Int], newest: UInt16) {
    var asked = detection(["TMUX": "x"])
    asked.meetDoubtful()
    #expect(asked.takeProbe() == MeasureDetection.probe)
    for column in [3, 5] + columns { _ = asked.take(.column(column)) }
    #expect(asked.newestUnicode == newest)
    #expect(!asked.measure.joinsGraphemes)
  }

  @Test func `after the mode is on only new answers count`() {
    var asked = detection()
    asked.meetDoubtful()
    _ = asked.takeProbe()
    _ = asked.take(.mode(2))
    #expect(asked.takeProbe() == MeasureDetection.probe)
    for column in [2, 5, 1, 1, 1] { _ = asked.take(.column(column)) }
    #expect(asked.measure == TextMeasure(joinsGraphemes: true) && asked.newestUnicode == .max)
    for column in [2, 3] { _ = asked.take(.column(column)) }
    #expect(asked.measure == TextMeasure(joinsGraphemes: true, spacingMarkColumns: 0))
  }
}

struct TerminalTypeTests {
  /// What terminfo knows of types: 1 for a known one, -2 for one that places no text, else 0.
  private func check(_ known: Set<String>) -> (String) -> Int32 {
    { known.contains($0) ? 1 : $0 == "dumb" ? -2 : 0 }
  }

  @Test func `a known type is taken as it is`() throws {
    let type = try TerminalType("xterm-kitty", check: check(["xterm-kitty", "xterm-256color"]))
    #expect(type.entry == "xterm-kitty")
    #expect(type.note == nil)
  }

  @Test func `xterm has the colors that it has`() throws {
    let all = check(["xterm", "xterm-256color", "vt220"])
    let xterm = try TerminalType("xterm", isXterm: true, check: all)
    #expect(xterm.name == "xterm" && xterm.entry == "xterm-256color" && xterm.note == nil)
    #expect(try TerminalType("xterm", check: all).entry == "xterm")
    #expect(try TerminalType("vt220", isXterm: true, check: all).entry == "vt220")
    #expect(try TerminalType("xterm", isXterm: true, check: check(["xterm"])).entry == "xterm")
  }

  @Test(arguments: [
    ("xterm-kitty", "xterm-256color"), ("xterm-ghostty", "xterm-256color"),
    ("wezterm", "xterm-256color"), ("foot-extra", "xterm-256color"),
    ("alacritty-direct", "xterm-256color"), ("tmux-direct", "screen-256color"),
    ("screen.xterm-new", "screen-256color"), ("rxvt-unicode-256color", "xterm"),
  ])
  func `an unknown type is shown as a relative`(name: String, entry: String) throws {
    let known: Set = ["xterm", "xterm-256color", "screen", "screen-256color"]
    let type = try TerminalType(name, check: check(known))
    #expect(type.entry == entry)
    let note = try #require(type.note)
    #expect(note.contains("“\(name)” is unknown here; shown as \(entry)"))
  }

  @Test func `a relative with the colors of the family comes first`() throws {
    let known: Set = ["foot", "alacritty", "tmux", "tmux-256color", "xterm-256color"]
    #expect(try TerminalType("foot-extra", check: check(known)).entry == "foot")
    #expect(try TerminalType("alacritty-direct", check: check(known)).entry == "alacritty")
    #expect(try TerminalType("tmux-new", check: check(known)).entry == "tmux-256color")
  }

  @Test func `a type of no family, or without relatives, is an error`() {
    #expect(throws: TerminalError.typeUnknown("no-such-type")) {
      try TerminalType("no-such-type", check: check(["xterm-256color"]))
    }
    #expect(throws: TerminalError.typeUnknown("xterm-kitty")) {
      try TerminalType("xterm-kitty", check: check(["linux"]))
    }
    #expect(throws: TerminalError.typeUnfit("dumb")) { try TerminalType("dumb", check: check([])) }
  }
}
