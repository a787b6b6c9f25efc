/// The encoded words of header fields (RFC 2047), such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
package enum EncodedWord {
  /// An encoded word, or the text between words.
  private enum Piece {
    case text(Substring)
    case word(charset: String, bytes: [UInt8])
  }

  /// The text with decoded words; invalid ones stay as they are.
  ///
  /// Consecutive words in one character set are decoded together, because senders split characters
  /// between them; words in a stateful set start and end in ASCII (RFC 2047, 3) and are decoded
  /// separately.
  package static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var result = ""
    var blanks: Substring?
    var charset: String?
    var bytes: [UInt8] = []
    func finish() {
      if let charset { result += MailCharset.text(of: bytes, named: charset) }
      (charset, bytes) = (nil, [])
    }
    for piece in pieces(text) {
      switch piece {
      case .word(let name, let content):
        if name != charset || MailCharset.hasShifts(name) { finish() }
        charset = name
        bytes += content
        blanks = nil
      case .text(let between):
        // White space between two words is not part of the text.
        if charset != nil, between.allSatisfy(\.isWhitespace) {
          blanks = between
        } else {
          finish()
          result += between
        }
      }
    }
    finish()
    return result + (blanks ?? "")
  }

  private static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    let utf8 = text.utf8
    var (done, place) = (utf8.startIndex, utf8.startIndex)
    while let start = utf8[place...].firstIndex(of: UInt8(ascii: "=")) {
      guard let (word, end) = word(text, at: start) else {
        place = utf8.index(after: start)
        continue
      }
      if done < start { pieces.append(.text(text[done..<start])) }
      pieces.append(word)
      (done, place) = (end, end)
    }
    if done < utf8.endIndex { pieces.append(.text(text[done...])) }
    return pieces
  }

  /// The word that starts at an index, and its end; nil if there is none.
  private static func word(_ text: String, at start: String.Index) -> (Piece, String.Index)? {
    let mark = UInt8(ascii: "?")
    var rest = text.utf8[start...].dropFirst()
    guard rest.popFirst() == mark else { return nil }
    let charset = rest.prefix(longestName).prefix { $0 != mark && $0 > 0x20 && $0 < 0x7F }
    rest = rest[charset.endIndex...].dropFirst()
    guard !charset.isEmpty, let encoding = rest.popFirst(), rest.popFirst() == mark else {
      return nil
    }
    let content = rest.prefix { $0 != mark }
    let end = rest[content.endIndex...]
    guard end.starts(with: [mark, UInt8(ascii: "=")]) else { return nil }
    let bytes: [UInt8]
    switch encoding | 0x20 {
    case UInt8(ascii: "q"): bytes = TransferEncoding.quotedPrintable(content, isWord: true)
    case UInt8(ascii: "b"):
      bytes = Array(content).withUnsafeBytes(TransferEncoding.base64)
      if bytes.isEmpty, !content.isEmpty { return nil }
    default: return nil
    }
    // A language may follow the character set.
    let name = String(decoding: charset.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
      .lowercased()
    guard MailCharset.known([], named: name) != nil else { return nil }
    return (.word(charset: name, bytes: bytes), end.index(end.startIndex, offsetBy: 2))
  }

  /// Maximum bytes of the name of a character set.
  private static let longestName = 64
}
