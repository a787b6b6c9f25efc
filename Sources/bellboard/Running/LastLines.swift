/// The last lines of what passes by, from several streams, in the order in which they end.
struct LastLines {
  /// Most lines that are kept.
  let limit: Int
  private var kept: [OpenLine] = []
  /// Lines that have not ended, by stream.
  private var open: [Int: OpenLine] = [:]

  /// Most bytes of all lines together, so that a notification has room for them.
  static let size = 128 * 1_024

  /// Keeps a number of lines.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what a stream brings, which may end anywhere.
  mutating func take(_ bytes: some Collection<UInt8>, from stream: Int) {
    guard limit > 0 else { return }
    var pieces = bytes.split(separator: 10, omittingEmptySubsequences: false)[...]
    while let piece = pieces.popFirst() {
      var line = open.removeValue(forKey: stream) ?? OpenLine()
      line.append(piece)
      if pieces.isEmpty {
        if !line.isEmpty { open[stream] = line }
      } else {
        keep(line)
      }
    }
  }

  private mutating func keep(_ line: OpenLine) {
    kept.append(line)
    // Cut now and then, so that a line costs no shifting of all others.
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }

  /// The lines as text: without colours, and of a line that was written over only the last state.
  ///
  /// When all of them are too long, the oldest are left out.
  var text: String {
    let unfinished = open.sorted { $0.key < $1.key }.map(\.value)
    var lines: [String] = []
    var size = 0
    for line in (kept + unfinished).suffix(limit).reversed() {
      let text = line.text
      size += text.utf8.count + 1
      guard size <= Self.size else { break }
      lines.append(text)
    }
    return lines.reversed().joined(separator: "\n")
  }
}

/// A line that has not ended, as a terminal would show it just now.
///
/// A carriage return begins it anew, as bars of progress do; what stood there goes only when
/// something is written over it.
struct OpenLine {
  /// What is kept of the line, in bytes.
  private let length: Int

  private var shown: [UInt8] = []
  /// What came after the last carriage return; nil when there was none.
  private var written: [UInt8]?

  /// Begins a line of which so many bytes are kept.
  init(length: Int = 4_000) {
    self.length = length
  }

  /// Takes what comes next, without line ends.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var pieces = bytes.split(separator: 13, omittingEmptySubsequences: false)[...]
    if let first = pieces.popFirst() { extend(with: first) }
    for piece in pieces {
      shown = visible
      written = Array(piece.prefix(length))
    }
  }

  /// The line without colours.
  var text: String { Self.text(of: visible) }

  /// Whether nothing came.
  var isEmpty: Bool { shown.isEmpty && written == nil }

  private mutating func extend(with bytes: some Collection<UInt8>) {
    let room = max(0, length - (written ?? shown).count)
    if written == nil {
      shown += bytes.prefix(room)
    } else {
      written? += bytes.prefix(room)
    }
  }

  private var visible: [UInt8] {
    guard let written, !Self.text(of: written).isEmpty else { return shown }
    return written
  }

  private static func text(of bytes: [UInt8]) -> String {
    PlainText.text(of: String(decoding: bytes, as: UTF8.self))
  }
}

/// The plain text of a line for a terminal, without its look.
enum PlainText {
  /// The text without escape sequences.
  static func text(of line: String) -> String {
    var plain = ""
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}": skipSequence(&scalars)
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  /// Passes over what follows an escape: a control sequence, a string for the terminal, a letter.
  private static func skipSequence(_ scalars: inout Substring.UnicodeScalarView) {
    switch scalars.popFirst() {
    case " ", "#", "%", "(", ")", "*", "+": _ = scalars.popFirst()
    case "[":
      while let scalar = scalars.popFirst(), !("@"..."~").contains(scalar) {}
    case "]", "P", "X", "^", "_":
      while let scalar = scalars.popFirst(), scalar != "\u{7}" {
        guard scalar == "\u{1B}" else { continue }
        if scalars.first == "\\" { scalars.removeFirst() }
        return
      }
    default: break
    }
  }
}
