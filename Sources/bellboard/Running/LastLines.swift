/// Keeps the last lines of several streams, in the order in which the lines end.
struct LastLines {
  let limit: Int
  private var kept: [OpenLine] = []
  /// Unfinished lines by stream.
  private var open: [Int: OpenLine] = [:]

  /// Maximum size of all lines in bytes, so that they fit into a notification.
  static let size = 128 * 1_024

  /// Creates a buffer of at most `limit` lines.
  init(limit: Int) { self.limit = limit }

  /// Appends output of a stream, which may end within a line.
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
    // Drop lines in batches, so that not every line shifts all others.
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }

  /// The lines as text, without colors; of an overwritten line only the last state.
  ///
  /// Beyond ``size`` the oldest lines are left out.
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

/// An unfinished line, as a terminal would show it now.
///
/// A carriage return restarts it, as progress bars do; the old text is replaced only once new
/// text is written.
struct OpenLine {
  /// Maximum length in bytes.
  private let length: Int

  private var shown: [UInt8] = []
  /// The bytes after the last carriage return; nil if there was none.
  private var written: [UInt8]?

  /// Creates an empty line that keeps at most `length` bytes.
  init(length: Int = 4_000) { self.length = length }

  /// Appends bytes without line ends.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var pieces = bytes.split(separator: 13, omittingEmptySubsequences: false)[...]
    if let first = pieces.popFirst() { extend(with: first) }
    for piece in pieces {
      shown = visible
      written = Array(piece.prefix(length))
    }
  }

  /// The line without escape sequences.
  var text: String { Self.text(of: visible) }

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

/// Strips escape sequences from terminal output.
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

  /// Skips the rest of an escape sequence: a control sequence, a control string, or a letter.
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
