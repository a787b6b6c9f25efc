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
  ) {
    #expect(detection(type: type, variables).measure.joinsGraphemes == joins)
  }

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
  func `an emoji with a joiner is joined where the cursor is behind two columns`(
    column: Int, joins: Bool
  ) {
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
  func `an emoji after which the cursor has not moved is not drawn`(
    columns: [Int], newest: UInt16
  ) {
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
