/// A line that has not ended, as a terminal would show it just now.
///
/// A carriage return begins it anew, as bars of progress do; what stood there goes only when
/// something is written over it.
struct OpenLine {
  /// What is kept of a line, in bytes.
  static let length = 4_000

  private var shown: [UInt8] = []
  /// What came after the last carriage return; nil when there was none.
  private var written: [UInt8]?

  /// Takes what comes next, without line ends.
  mutating func append(_ bytes: some Collection<UInt8>) {
    var pieces = bytes.split(separator: 13, omittingEmptySubsequences: false)[...]
    if let first = pieces.popFirst() { extend(with: first) }
    for piece in pieces {
      shown = visible
      written = Array(piece.prefix(Self.length))
    }
  }

  /// The line without colours.
  var text: String { Self.text(of: visible) }

  /// Whether nothing came.
  var isEmpty: Bool { shown.isEmpty && written == nil }

  private mutating func extend(with bytes: some Collection<UInt8>) {
    let room = max(0, Self.length - (written ?? shown).count)
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
