import Foundation

/// The encoded words of header fields (RFC 2047), such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
package enum EncodedWord {
  /// The text with its encoded words decoded; what cannot be decoded stays as it is.
  package static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var result = ""
    var rest = text[...]
    var isBehindWord = false
    while let match = rest.firstMatch(of: /=\?([^?\s]+)\?([BbQq])\?([^?]*)\?=/) {
      let before = rest[..<match.range.lowerBound]
      let word = word(charset: match.1, encoding: match.2, content: match.3)
      // Blanks between two words belong to the encoding, not to the text.
      let isBetween = isBehindWord && word != nil && before.allSatisfy(\.isWhitespace)
      result += (isBetween ? "" : before) + (word ?? String(match.0))
      rest = rest[match.range.upperBound...]
      isBehindWord = word != nil
    }
    return result + rest
  }

  private static func word(
    charset: Substring, encoding: Substring, content: Substring
  ) -> String? {
    let bytes: [UInt8]
    if encoding.lowercased() == "b" {
      var padded = String(content)
      while !padded.utf8.count.isMultiple(of: 4) { padded += "=" }
      guard let data = Data(base64Encoded: padded) else { return nil }
      bytes = Array(data)
    } else {
      bytes = MailText.quotedPrintable(content.utf8, isWord: true)
    }
    // A language may follow the character set.
    return charset.split(separator: "*").first.flatMap { charset in
      MailText.text(of: bytes, charset: String(charset))
    }
  }
}
