import InboxText

/// A terminal's response about how it draws text.
package enum MeasureAnswer: Sendable, Hashable {
  /// The state of mode 2027: 0 unknown, 1 on, 2 off, 3 always on, 4 always off.
  case mode(Int)
  /// The column of the cursor, from 1, in the row of the probe.
  case column(Int)

  /// Parses a control sequence: `?2027;2$y` is a mode, `2;3R` a cursor position.
  init?(inSequence bytes: [UInt8]) {
    guard bytes.count <= 16 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("?2027;"), text.hasSuffix("$y"),
      let state = DecimalNumber.value(bytes.dropFirst(6).dropLast(2), upTo: 4)
    {
      self = .mode(state)
    } else if text.hasPrefix("\(MeasureDetection.probeRow);"), text.hasSuffix("R"),
      let column = DecimalNumber.value(bytes.dropFirst(2).dropLast(), upTo: 1 << 16)
    {
      self = .column(column)
    } else {
      return nil
    }
  }
}

/// The detection of how a terminal draws text: its name, and queries with responses.
///
/// Mode 2027 is that of Contour's "Terminal Unicode Core": the terminal joins graphemes while it is
/// on. A terminal that joins them without the mode is known by its name, but not its version. No
/// standard says how wide a spacing vowel sign is, and a terminal may drop an emoji that it does not
/// know. So the first time that one of these or an emoji with a joiner is drawn, the terminal is
/// asked where its cursor is after a sample of each.
struct MeasureDetection {
  /// Queries mode 2027 (DECRQM).
  static let question = "\u{1B}[?2027$p"
  /// The row of the probe, from 1; a response for row 1 could be a key, Shift-F3.
  static let probeRow = 2
  /// A letter with a vowel sign, an emoji with a joiner, and an emoji of each version of Unicode
  /// from ``firstVersion`` on.
  static let samples = ["का", "👩\u{200D}💻", "\u{1FA77}", "\u{1FAE9}", "\u{1FAEA}"]
  /// The version of Unicode that the first of the emoji is of.
  static let firstVersion: UInt16 = 15
  /// Writes the samples and queries the cursor position (CPR) after each; the cursor is restored,
  /// the row is not.
  static let probe =
    "\u{1B}7" + samples.map { "\u{1B}[\(probeRow);1H\($0)\u{1B}[6n" }.joined() + "\u{1B}8"
  private static let set = "\u{1B}[?2027h"
  private static let reset = "\u{1B}[?2027l"
  /// Names of terminals that join graphemes in all versions, with the mode or without.
  private static let names = ["kitty", "ghostty", "wezterm", "iterm"]

  /// How the terminal draws text, as far as it is known.
  private(set) var measure: TextMeasure
  /// The newest version of Unicode whose emoji the terminal draws, as far as it is known.
  private(set) var newestUnicode = UInt16.max
  /// Whether the terminal responds to queries.
  private let isAskable: Bool
  /// Whether a multiplexer is around, which may pass the query for the mode on to its terminal.
  private let isDirect: Bool
  /// Whether the mode was turned on here, and must be turned off.
  private var isModeSet = false
  /// Whether a grapheme has been drawn whose width only a probe tells.
  private var hasDoubtful = false
  /// Whether the next frame is followed by a probe.
  private var needsProbe = false
  /// Samples without a response yet; only those of the last probe count.
  private var awaited = 0

  /// Detects by name what can be known before the first frame.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal.
  ///   - variables: The environment.
  ///   - takesQuestions: Whether the type responds to queries.
  ///   - drawsGraphemes: Whether graphemes can be drawn at all.
  init(
    type: String, variables: [String: String], takesQuestions: Bool, drawsGraphemes: Bool = true
  ) {
    isDirect = drawsGraphemes && !Multiplexer.isAround(type, variables)
    let program = variables["TERM_PROGRAM", default: ""]
    // Terminal.app would show the last letter of the query for the mode.
    isAskable = takesQuestions && drawsGraphemes && program != "Apple_Terminal"
    let joins = [type, program].contains { $0.hasWord(beginningWithOneOf: Self.names) }
    measure = TextMeasure(joinsGraphemes: isDirect && joins)
  }

  /// The query to send when the screen is taken, again after it was released; empty for none.
  var opening: String {
    guard isAskable, isDirect else { return "" }
    return isModeSet ? Self.set : Self.question
  }

  /// The sequence to send when the screen is released; empty for none.
  var leave: String { isModeSet ? Self.reset : "" }

  /// Handles a response; returns what to send next, empty for nothing.
  mutating func take(_ answer: MeasureAnswer) -> String {
    guard isAskable else { return "" }
    switch answer {
    case .mode where !isDirect: break
    case .mode(1), .mode(3): measure.joinsGraphemes = true
    case .mode(2):
      measure.joinsGraphemes = true
      isModeSet = true
      // The mode may change how they are drawn.
      needsProbe = hasDoubtful
      return Self.set
    case .mode: break
    case .column(let column):
      guard awaited > 0 else { break }
      awaited -= 1
      if !needsProbe { take(column, after: Self.samples.count - 1 - awaited) }
    }
    return ""
  }

  /// Takes the column of the cursor after a sample; those before the last probe are negative.
  private mutating func take(_ column: Int, after sample: Int) {
    switch sample {
    case ..<0: break
    case 0: if (2...3).contains(column) { measure.spacingMarkColumns = column - 2 }
    case 1: measure.joinsSequences = column == 3
    default:
      // Nothing was drawn.
      if column == 1 { newestUnicode = min(newestUnicode, Self.firstVersion + UInt16(sample) - 3) }
    }
  }

  /// Notes that a grapheme is drawn whose width only a probe tells.
  mutating func meetDoubtful() {
    guard isAskable, !hasDoubtful else { return }
    (hasDoubtful, needsProbe) = (true, true)
  }

  /// The probe to send after a frame, whose row must be drawn again; empty for none.
  mutating func takeProbe() -> String {
    guard needsProbe else { return "" }
    needsProbe = false
    awaited += Self.samples.count
    return Self.probe
  }
}

extension String {
  /// Whether one of its words begins with a name, as that of `xterm-kitty` does with `kitty`.
  func hasWord(beginningWithOneOf names: [String]) -> Bool {
    lowercased().split { !$0.isLetter }.contains { word in names.contains { word.hasPrefix($0) } }
  }
}
