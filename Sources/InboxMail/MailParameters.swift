/// The parameters of a content type or disposition: `charset=utf-8; name="sales.pdf"`.
///
/// Continued and encoded values are joined and decoded (RFC 2231).
struct MailParameters {
  private var plain: [String: [UInt8]] = [:]
  private var pieces: [String: [Int: (value: [UInt8], isEncoded: Bool)]] = [:]

  /// Maximum pieces of a value.
  private static let mostPieces = 1_000

  /// Adds a parameter in its raw form.
  mutating func add(_ name: String, _ value: [UInt8]) {
    let parts = name.lowercased().split(separator: "*", omittingEmptySubsequences: false)
    let base = String(parts[0])
    guard parts.count > 1 else {
      plain[base] = plain[base] ?? value
      return
    }
    let number = Int(parts[1]) ?? 0
    guard (0..<Self.mostPieces).contains(number) else { return }
    pieces[base, default: [:]][number] = (value, parts.last?.isEmpty == true)
  }

  /// The value of a parameter; nil if there is none.
  subscript(_ name: String) -> String? {
    guard let pieces = pieces[name] else { return plain[name].map(EncodedWord.decode) }
    var bytes: [UInt8] = []
    var charset: String?
    for number in 0..<pieces.count {
      guard let piece = pieces[number] else { break }
      var value = piece.value[...]
      if number == 0, piece.isEncoded {
        let parts = value.split(
          separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3 {
          (charset, value) = (String(decoding: parts[0], as: UTF8.self), parts[2])
        }
      }
      bytes +=
        piece.isEncoded
        ? TransferEncoding.quotedPrintable(value, mark: UInt8(ascii: "%")) : Array(value)
    }
    return MailCharset.text(of: bytes, named: charset)
  }
}
