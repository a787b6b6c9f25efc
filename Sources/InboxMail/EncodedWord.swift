/// The encoded words of header fields (RFC 2047), such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
package enum EncodedWord {
  /// The text with decoded words; invalid ones stay as they are.
  package static func decode(_ text: String) -> String {
    text.contains("=?") ? decode(Array(text.utf8)) : text
  }

  /// The text of a field with decoded words; invalid ones stay as they are.
  ///
  /// Raw octets within a word belong to its character set. Consecutive words in one set are decoded
  /// together, because senders split characters between them; words in a stateful set start and end
  /// in ASCII (RFC 2047, 3) and are decoded separately.
  static func decode(_ field: [UInt8]) -> String {
    var result = ""
    var charset: String?
    var bytes: [UInt8] = []
    func finish() {
      if let charset { result += MailCharset.text(of: bytes, named: charset) }
      (charset, bytes) = (nil, [])
    }
    var (done, place) = (0, 0)
    while let start = field[place...].firstIndex(of: UInt8(ascii: "=")) {
      place = start + 1
      guard let word = word(field, at: start) else { continue }
      let between = field[done..<start]
      // White space between two words is not part of the text.
      if charset == nil || !between.allSatisfy(Base64.isBlank) {
        finish()
        result += MailCharset.guess(Array(between))
      }
      if word.charset != charset || MailCharset.hasShifts(word.charset) { finish() }
      charset = word.charset
      bytes += word.bytes
      (done, place) = (word.end, word.end)
    }
    finish()
    return result + MailCharset.guess(Array(field[done...]))
  }

  /// The word that starts at an index, and its end; nil if there is none.
  private static func word(
    _ field: [UInt8], at start: Int
  ) -> (charset: String, bytes: [UInt8], end: Int)? {
    let mark = UInt8(ascii: "?")
    var rest = field[start...].dropFirst()
    guard rest.popFirst() == mark else { return nil }
    let charset = rest.prefix(longestName).prefix { $0 != mark && $0 > 0x20 && $0 < 0x7F }
    rest = rest[charset.endIndex...].dropFirst()
    guard !charset.isEmpty, let encoding = rest.popFirst(), rest.popFirst() == mark else {
      return nil
    }
    let content = rest.prefix { $0 != mark }
    guard rest[content.endIndex...].starts(with: [mark, UInt8(ascii: "=")]) else { return nil }
    let bytes: [UInt8]? =
      switch encoding | 0x20 {
      case UInt8(ascii: "q"): TransferEncoding.quotedPrintable(content, isWord: true)
      case UInt8(ascii: "b"): Base64.word(content)
      default: nil
      }
    // A language may follow the character set.
    let name = String(decoding: charset.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
      .lowercased()
    guard let bytes, MailCharset.known([], named: name) != nil else { return nil }
    return (name, bytes, content.endIndex + 2)
  }

  /// Maximum bytes of the name of a character set.
  private static let longestName = 64
}
