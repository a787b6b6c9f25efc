import Foundation

/// Words of a header that are not ASCII, encoded as RFC 2047 says: `=?UTF-8?B?8J+Ygg==?=`.
enum HeaderWords {
  /// The text with its encoded words decoded; what cannot be decoded stays as it is.
  static func decoded(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var result = ""
    var rest = text[...]
    var isBehindWord = false
    while let start = rest.firstRange(of: "=?") {
      let before = rest[..<start.lowerBound]
      guard let (word, end) = word(in: rest[start.upperBound...]) else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        isBehindWord = false
        continue
      }
      // Blanks between two words belong to the encoding, not to the text.
      if !isBehindWord || !before.allSatisfy(\.isWhitespace) { result += before }
      result += word
      rest = rest[end...]
      isBehindWord = true
    }
    return result + rest
  }

  /// Decodes `charset?B?text?=`; the word, and what follows it.
  private static func word(in text: Substring) -> (word: String, end: String.Index)? {
    let parts = text.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasPrefix("=") else { return nil }
    let bytes: [UInt8]
    switch parts[1].lowercased() {
    case "b":
      guard let data = Data(base64Encoded: String(parts[2])) else { return nil }
      bytes = Array(data)
    case "q": bytes = quotedPrintable(parts[2])
    default: return nil
    }
    guard let word = decoded(bytes, in: parts[0].lowercased()) else { return nil }
    return (word, text.index(after: parts[3].startIndex))
  }

  private static func decoded(_ bytes: [UInt8], in charset: String) -> String? {
    switch charset {
    case "utf-8", "us-ascii": String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: nil
    }
  }

  private static func quotedPrintable(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
      }
    }
    return bytes
  }
}
