/// The parameters of a type or of a disposition: `charset=utf-8; name="sales.pdf"`.
///
/// Values in pieces and in a character set of their own are put together (RFC 2231).
struct MailParameters {
  private var plain: [String: String] = [:]
  private var pieces: [String: [Int: (value: String, isEncoded: Bool)]] = [:]

  /// Most pieces of one value.
  private static let mostPieces = 1_000

  /// Takes a parameter in, as it is written.
  mutating func add(_ name: String, _ value: String) {
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

  /// The value of a name; nil when there is none.
  subscript(_ name: String) -> String? {
    guard let pieces = pieces[name] else { return plain[name].map(EncodedWord.decode) }
    var bytes: [UInt8] = []
    var charset: String?
    for number in 0..<pieces.count {
      guard let piece = pieces[number] else { break }
      var value = piece.value
      if number == 0, piece.isEncoded {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3 { (charset, value) = (String(parts[0]), String(parts[2])) }
      }
      bytes += piece.isEncoded ? Self.percentDecoded(value) : Array(value.utf8)
    }
    return MailCharset.text(of: bytes, named: charset)
  }

  private static func percentDecoded(_ text: String) -> [UInt8] {
    // The same digits behind another sign.
    let other = text.replacing("=", with: "=3D").replacing("%", with: "=")
    return TransferEncoding.quotedPrintable(other.utf8)
  }
}
