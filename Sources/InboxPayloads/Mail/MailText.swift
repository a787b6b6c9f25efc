import Foundation
import InboxText

/// The encodings of text in a mail (RFC 2045).
enum MailText {
  /// The text of bytes in a character set; what cannot be decoded is read as UTF-8 as far as it goes.
  static func decode(_ bytes: [UInt8], charset: String) -> String {
    let text = text(of: bytes, charset: charset)
    return (text ?? String(decoding: bytes, as: UTF8.self)).replacing("\r\n", with: "\n")
  }

  /// The text of bytes in a character set; nil for a set that is not known, or bytes that it has not.
  static func text(of bytes: [UInt8], charset: String) -> String? {
    switch charset.lowercased() {
    case "utf-8", "utf8", "us-ascii": String(validating: bytes, as: UTF8.self)
    case "iso-8859-1", "latin1", "iso-8859-15": String(bytes: bytes, encoding: .isoLatin1)
    case "iso-8859-2": String(bytes: bytes, encoding: .isoLatin2)
    case "windows-1252", "cp1252": String(bytes: bytes, encoding: .windowsCP1252)
    case "windows-1251": String(bytes: bytes, encoding: .windowsCP1251)
    case "iso-2022-jp": String(bytes: bytes, encoding: .iso2022JP)
    case "shift_jis": String(bytes: bytes, encoding: .shiftJIS)
    case "euc-jp": String(bytes: bytes, encoding: .japaneseEUC)
    case "utf-16": String(bytes: bytes, encoding: .utf16)
    default: nil
    }
  }

  /// The bytes that Base64 stands for, as far as it is Base64.
  static func base64(_ text: some Sequence<UInt8>) -> [UInt8] {
    Array(Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters) ?? Data())
  }

  /// The bytes that quoted-printable text stands for; in an encoded word `_` is a blank.
  static func quotedPrintable(_ text: some Sequence<UInt8>, isWord: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "_"), isWord {
        bytes.append(UInt8(ascii: " "))
      } else if byte != UInt8(ascii: "=") {
        bytes.append(byte)
      } else if let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        rest[..<end].allSatisfy(JSONReader.isSpace)
      {
        rest = rest[(end + 1)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// The text of markup, such as desktop notifications have in their bodies; its lines stay.
  static func withoutMarkup(_ markup: String) -> String {
    var text = markup.replacing(/<\/?[A-Za-z][^>]*>/, with: "")
    let entities = [
      ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
      ("&apos;", "'"), ("&amp;", "&"),
    ]
    for (entity, character) in entities { text = text.replacing(entity, with: character) }
    return text
  }

  /// The text of HTML, with a line end for each block; a plain reading, not a page.
  static func withoutTags(_ html: String) -> String {
    var text = html.replacing(/(?is)<(style|script|head)\b.*?<\/\1\s*>/, with: "")
    text = text.replacing(/\s+/, with: " ")
    text = text.replacing(/(?i)<(br|\/p|\/div|\/tr|\/h[1-6]|\/li)\b[^>]*>/, with: "\n")
    let lines = withoutMarkup(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.joined(separator: "\n").replacing(/\n{3,}/, with: "\n\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The date of a mail (RFC 5322, 3.3).
enum MailDate {
  /// Reads `Fri, 21 Nov 1997 09:55:06 -0600`, with or without the day's name, seconds or comments.
  static func date(_ text: String) -> Date? {
    let pattern =
      /(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Z]{1,4})?/
    guard let match = text.firstMatch(of: pattern),
      let month = months.firstIndex(of: match.2.lowercased())
    else { return nil }
    let zone = match.7.map(String.init).flatMap(offset) ?? "Z"
    func padded(_ part: Substring) -> String { part.count < 2 ? "0" + part : String(part) }
    let month2 = padded(Substring("\(month + 1)"))
    let day = "\(match.3)-\(month2)-\(padded(match.1))"
    return RFC3339.date(from: "\(day)T\(padded(match.4)):\(match.5):\(match.6 ?? "00")\(zone)")
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `-0600` as RFC 3339 writes it; names of zones are no longer to be sent, and mean UTC.
  private static func offset(_ text: String) -> String? {
    text.first == "+" || text.first == "-" ? "\(text.prefix(3)):\(text.suffix(2))" : nil
  }
}
