import CHTML
import InboxText

/// HTML in which references to characters are resolved as by browsers, without comments and
/// declarations such as the conditions of Outlook, `<![if !mso]>`.
///
/// What the parser does with them differs between its versions.
struct HTMLReferences {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var result: [UInt8] = []
  /// Whether no comment, or no tag, ends behind the place.
  private var isWithoutCommentEnd = false
  private var isWithoutTagEnd = false

  /// Resolves the references of HTML, in one pass.
  init(_ html: String) {
    bytes = Array(html.utf8)
    result.reserveCapacity(bytes.count)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"): takeMarkup()
      case UInt8(ascii: "&"): takeReference(inAttribute: false)
      default: takeByte()
      }
    }
  }

  private mutating func takeByte() {
    // The parser stops at a NUL.
    if bytes[place] == 0 { result += Array("\u{FFFD}".utf8) } else { result.append(bytes[place]) }
    place += 1
  }

  private func follows(_ text: String, at place: Int) -> Bool {
    bytes[place...].prefix(text.utf8.count).elementsEqual(text.utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  private mutating func takeMarkup() {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    if next == UInt8(ascii: "!"), skipComment() || skipDeclaration() { return }
    if next == UInt8(ascii: "?"), skipDeclaration() { return }
    let isTag = next == UInt8(ascii: "/") || Self.isLetter(next)
    if isTag { takeTag() } else { takeByte() }
  }

  private mutating func skipComment() -> Bool {
    guard follows("<!--", at: place), !isWithoutCommentEnd else { return false }
    // `<!-->` is a whole comment.
    let end = bytes.indices[(place + 2)...].first {
      bytes[$0] == UInt8(ascii: "-") && bytes[$0...].starts(with: "-->".utf8)
    }
    isWithoutCommentEnd = end == nil
    place = end.map { $0 + 3 } ?? place
    return end != nil
  }

  private mutating func skipDeclaration() -> Bool {
    let isKept = ["<!--", "<!doctype"].contains { follows($0, at: place) }
    guard !isKept, !isWithoutTagEnd else { return false }
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else {
      isWithoutTagEnd = true
      return false
    }
    place = end + 1
    return true
  }

  /// Takes a tag with its attributes; `>` does not end it in a quoted value.
  private mutating func takeTag() {
    var quote: UInt8?
    var last = bytes[place]
    takeByte()
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "&"): takeReference(inAttribute: true)
      case quote: quote = nil
      case UInt8(ascii: ">") where quote == nil: return takeByte()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil, last == UInt8(ascii: "=") { quote = byte }
      default: break
      }
      if byte > 0x20 { last = byte }
      if byte != UInt8(ascii: "&") { takeByte() }
    }
  }

  private mutating func takeReference(inAttribute isInAttribute: Bool) {
    let name = bytes[(place + 1)...].prefix(Self.longestName).prefix(while: \.isAlphanumeric)
    if name.isEmpty, follows("&#", at: place), takeNumber() { return }
    if name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") {
      let name = String(decoding: name, as: UTF8.self)
      if let code = Self.named[name] { return write(code, upTo: place + name.utf8.count + 2) }
      if html_knows(name) { return takeByte() }
    }
    for count in stride(from: min(name.count, Self.longestLegacyName), through: 2, by: -1) {
      let start = name.prefix(count)
      guard let code = Self.legacy[String(decoding: start, as: UTF8.self)] else { continue }
      let next = start.endIndex < bytes.count ? bytes[start.endIndex] : 0
      // A parameter of an address: `?a=1&copy=2`.
      if isInAttribute, next == UInt8(ascii: "=") || next.isAlphanumeric { break }
      return write(code, upTo: start.endIndex)
    }
    write(UInt32(UInt8(ascii: "&")), upTo: place + 1)
  }

  /// Takes a decimal or hexadecimal reference, with or without a semicolon.
  private mutating func takeNumber() -> Bool {
    let isHexadecimal = follows("&#x", at: place)
    let digits = bytes[(place + (isHexadecimal ? 3 : 2))...].prefix { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { isHexadecimal || $0 < 10 } ?? false
    }
    guard !digits.isEmpty else { return false }
    let text = String(decoding: digits, as: UTF8.self)
    let end = digits.endIndex
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    // A number that is too large is that of no character.
    write(UInt32(text, radix: isHexadecimal ? 16 : 10) ?? .max, upTo: isClosed ? end + 1 : end)
    return true
  }

  private mutating func write(_ code: UInt32, upTo end: Int) {
    place = end
    let mapped = (0x80...0x9F).contains(code) ? Self.windows[Int(code - 0x80)]?.value : nil
    let scalar = Unicode.Scalar(mapped ?? code).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}"
    // A character of the syntax stays a reference.
    result += Array((scalar.isASCII ? "&#\(code);" : String(scalar)).utf8)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static let longestName = 32
  private static let longestLegacyName = 6
}

extension HTMLReferences {
  /// The characters of windows-1252 that references to control codes mean.
  private static let windows = (UInt8(0x80)...0x9F).map { byte in
    MailCharset.known([byte], named: "windows-1252")?.unicodeScalars.first
  }

  /// Names that need no semicolon; those of Latin-1 as the parser has them.
  private static let legacy: [String: UInt32] = {
    var codes: [String: UInt32] = [
      "amp": 0x26, "AMP": 0x26, "lt": 0x3C, "LT": 0x3C, "gt": 0x3E, "GT": 0x3E, "quot": 0x22,
      "QUOT": 0x22, "COPY": 0xA9, "REG": 0xAE,
    ]
    for code in UInt32(0xA0)...0xFF { codes[String(cString: html_name(code))] = code }
    return codes
  }()

  /// Names with a semicolon that came with HTML 5.
  private static let named: [String: UInt32] = [
    "apos": 0x27, "Tab": 0x09, "NewLine": 0x0A, "excl": 0x21, "num": 0x23, "dollar": 0x24,
    "percnt": 0x25, "lpar": 0x28, "rpar": 0x29, "ast": 0x2A, "plus": 0x2B, "comma": 0x2C,
    "period": 0x2E, "sol": 0x2F, "colon": 0x3A, "semi": 0x3B, "equals": 0x3D, "quest": 0x3F,
    "commat": 0x40, "lsqb": 0x5B, "lbrack": 0x5B, "bsol": 0x5C, "rsqb": 0x5D, "rbrack": 0x5D,
    "Hat": 0x5E, "lowbar": 0x5F, "grave": 0x60, "lcub": 0x7B, "lbrace": 0x7B, "verbar": 0x7C,
    "vert": 0x7C, "rcub": 0x7D, "rbrace": 0x7D, "hyphen": 0x2010, "dash": 0x2010, "horbar": 0x2015,
    "numsp": 0x2007, "puncsp": 0x2008, "hairsp": 0x200A, "ZeroWidthSpace": 0x200B,
    "check": 0x2713, "cross": 0x2717, "star": 0x2606, "starf": 0x2605, "phone": 0x260E,
    "COPY": 0xA9, "REG": 0xAE, "AMP": 0x26, "LT": 0x3C, "GT": 0x3E, "QUOT": 0x22,
  ]
}
