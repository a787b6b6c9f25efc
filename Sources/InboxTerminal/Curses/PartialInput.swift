/// A pasted text that is still arriving.
struct PartialPaste: Equatable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// The text; invalid bytes are replaced, line ends are line feeds.
  var text: String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
  }

  /// Appends one byte; returns whether it completes the end mark.
  mutating func add(_ byte: UInt8, limit: Int) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    let failed = Self.end[..<matched]
    matched = byte == Self.end[0] ? 1 : 0
    if bytes.count < limit { bytes += failed }
    if matched == 0, bytes.count < limit { bytes.append(byte) }
    return false
  }
}

/// A control sequence (CSI) that is still arriving.
struct ControlSequence: Equatable {
  /// The meaning of a whole sequence.
  enum Meaning {
    case key
    /// The beginning of a bracketed paste.
    case paste
    /// A mouse report of the older form; three bytes follow.
    case mouseReport
    /// A function key of the Linux console; a letter follows.
    case functionKey
    /// A mouse or focus report, or a response of the terminal.
    case report
  }

  /// Maximum bytes; longer sequences are no key of any terminal.
  private static let limit = 64
  /// Final bytes of mouse reports and responses, with parameters.
  private static let reportEnds = Set("McntRy".utf8)
  /// Final bytes of focus reports, without parameters.
  private static let focusEnds = Set("IO".utf8)
  /// First parameter bytes of private sequences, which no key has.
  private static let privateMarks = Set("<=>?".utf8)

  private var parameters: [UInt8] = []

  /// Appends a parameter or intermediate byte.
  mutating func add(_ byte: UInt8) {
    if parameters.count < Self.limit { parameters.append(byte) }
  }

  /// The input that the sequence encodes with its final byte; nil for other reports.
  func report(endingWith byte: UInt8) -> TerminalInput? {
    let bytes = parameters + [byte]
    return MouseReport.event(inSequence: bytes).map(TerminalInput.mouse)
      ?? BackgroundReport.background(inSequence: bytes).map(TerminalInput.background)
      ?? GraphicsAnswer(inSequence: bytes).map(TerminalInput.graphics)
      ?? MeasureAnswer(inSequence: bytes).map(TerminalInput.measured)
  }

  /// The meaning of the sequence with its final byte.
  func meaning(endingWith byte: UInt8) -> Meaning {
    guard let first = parameters.first else {
      if byte == UInt8(ascii: "M") { return .mouseReport }
      if byte == UInt8(ascii: "[") { return .functionKey }
      return Self.focusEnds.contains(byte) ? .report : .key
    }
    if parameters + [byte] == Array("200~".utf8) { return .paste }
    let isReport = Self.privateMarks.contains(first) || Self.reportEnds.contains(byte)
    return isReport ? .report : .key
  }
}

/// The kind of a terminal response that is a string, terminated by BEL or ST.
struct TerminalAnswer: Equatable {
  /// An operating system command (OSC), as for colors; a device control string (DCS), as for the
  /// terminal's name; an application program command (APC), as for pictures; a privacy message
  /// (PM) and a start of string (SOS), both without meaning.
  private static let kinds: [(introducers: String, parameters: String, ends: String)] = [
    ("]", "0123456789", ";"), ("P", "0123456789;>!$+", "|r"),
    ("_", "", "G"), ("^X", "", ""),
  ]

  /// Whether it is an operating system command.
  let isCommand: Bool
  /// Bytes that may follow the introducer, before the first of ``ends``.
  ///
  /// They distinguish a response from a key with Alt, and from a `]` typed after Esc.
  let parameters: [UInt8]
  /// Bytes after which all bytes belong to the string.
  let ends: [UInt8]

  /// The kind that begins with Esc and this byte; nil for none.
  init?(introducer: UInt8) {
    guard let kind = Self.kinds.first(where: { $0.introducers.utf8.contains(introducer) }) else {
      return nil
    }
    isCommand = kind.introducers == "]"
    (parameters, ends) = (Array(kind.parameters.utf8), Array(kind.ends.utf8))
  }

  /// The kind that begins with an 8-bit control character; nil for none.
  init?(control: UInt8) {
    guard (0x80..<0xA0).contains(control) else { return nil }
    self.init(introducer: control - 0x40)
  }

  /// Whether a byte begins the string when it came together with Esc and the introducer, as no two
  /// keys do: a title that is reported (`]l`, `]L`), and all kinds but a command.
  func mayBegin(with byte: UInt8) -> Bool {
    isCommand ? "lL".utf8.contains(byte) : byte < 0x7F && byte != 0x1B
  }
}
