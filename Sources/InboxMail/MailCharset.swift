import Foundation

#if canImport(_FoundationICU)
  import _FoundationICU
#endif

/// The character sets of mails, by Foundation's ICU converters.
///
/// Names have the same meaning as in browsers: Latin-1 is Windows-1252, and old Chinese and Korean
/// sets are their supersets.
enum MailCharset {
  /// The text of bytes in a character set; a guess for an unknown or missing set.
  static func text(of bytes: [UInt8], named name: String?) -> String {
    name.flatMap { known(bytes, named: $0) } ?? guess(bytes)
  }

  /// The text of bytes in a character set; nil for an unknown set.
  static func known(_ bytes: [UInt8], named name: String) -> String? {
    let name = standard(name)
    guard !utf8.contains(name) else { return String(decoding: bytes, as: UTF8.self) }
    guard !guessed.contains(name) else { return guess(bytes) }
    return converted(bytes, by: others[name] ?? name)
  }

  /// The text of bytes in an unknown set: UTF-8, also with a few errors, else Windows-1252.
  static func guess(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let text = String(decoding: bytes, as: UTF8.self)
    let counts = text.unicodeScalars.reduce(into: (good: 0, bad: 0)) { counts, scalar in
      if scalar == "\u{FFFD}" { counts.bad += 1 } else if !scalar.isASCII { counts.good += 1 }
    }
    return counts.good > counts.bad ? text : converted(bytes, by: "windows-1252") ?? text
  }

  /// Whether a set is stateful: sequences in the text change its meaning.
  static func hasShifts(_ name: String) -> Bool {
    ["iso-2022-", "csiso2022", "hz-", "utf-7", "unicode-1-1-utf-7"].contains { name.hasPrefix($0) }
  }

  /// A name without case, quotes and suffixes for the text direction.
  private static func standard(_ name: String) -> String {
    let trimmed = name.lowercased().trimmingCharacters(in: marks)
    for ending in ["-i", "-e"] where trimmed.hasPrefix("iso-8859-") && trimmed.hasSuffix(ending) {
      return String(trimmed.dropLast(2))
    }
    return trimmed
  }

  private static let marks = CharacterSet(charactersIn: " \t\r\n\"'")

  private static let utf8: Set<String> = ["utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8"]

  /// Names of ASCII and of no set: other bytes are guessed.
  private static let guessed: Set<String> = [
    "", "ascii", "us-ascii", "ansi_x3.4-1968", "unknown", "unknown-8bit", "x-unknown", "binary",
    "8bit", "x-user-defined", "default", "none",
  ]

  /// Names that mean another set than ICU's, or that ICU does not know.
  private static let others: [String: String] = [
    "iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "iso_8859-1": "windows-1252",
    "latin1": "windows-1252", "l1": "windows-1252", "ansi": "windows-1252",
    "iso-8859-9": "windows-1254", "latin5": "windows-1254", "iso-8859-11": "windows-874-2000",
    "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "cp936": "gb18030", "euc-cn": "gb18030", "x-euc-cn": "gb18030",
    "euc-kr": "windows-949-2000", "cp949": "windows-949-2000", "uhc": "windows-949-2000",
    "big5": "big5-hkscs", "cn-big5": "big5-hkscs", "x-x-big5": "big5-hkscs", "cp950": "windows-950",
  ]
}

#if canImport(_FoundationICU)
  extension MailCharset {
    private static func converted(_ bytes: [UInt8], by name: String) -> String? {
      guard let count = Int32(exactly: bytes.count) else { return nil }
      var error = U_ZERO_ERROR
      guard let converter = swift_ucnv_open(name, &error) else { return nil }
      defer { swift_ucnv_close(converter) }
      // A byte becomes one unit in most sets, and more in some.
      var units = [UInt16](repeating: 0, count: bytes.count + 16)
      for _ in 0..<2 {
        error = U_ZERO_ERROR
        let needed = bytes.withUnsafeBytes { source in
          swift_ucnv_toUChars(
            converter, &units, Int32(clamping: units.count),
            source.baseAddress?.assumingMemoryBound(to: CChar.self), count, &error)
        }
        if error == U_BUFFER_OVERFLOW_ERROR {
          units = [UInt16](repeating: 0, count: Int(needed) + 1)
          continue
        }
        guard error.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
        // For a single byte that has no meaning some sets have SUB.
        let isMended = !bytes.contains(0x1A)
        let read = units.prefix(Int(needed)).map { $0 == 0x1A && isMended ? 0xFFFD : $0 }
        return String(decoding: read, as: UTF16.self)
      }
      return nil
    }
  }
#else
  extension MailCharset {
    private static func converted(_ bytes: [UInt8], by name: String) -> String? {
      let encoding = CFStringConvertIANACharSetNameToEncoding(name as CFString)
      guard encoding != kCFStringEncodingInvalidId else { return nil }
      let number = CFStringConvertEncodingToNSStringEncoding(encoding)
      return String(bytes: bytes, encoding: String.Encoding(rawValue: number))
    }
  }
#endif
