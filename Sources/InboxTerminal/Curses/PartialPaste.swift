/// A pasted text whose end has not arrived yet.
struct PartialPaste: Equatable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// The text; invalid bytes are replaced, line ends are line feeds.
  var text: String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
  }

  /// Takes one byte; true when it was the last of the end mark.
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
