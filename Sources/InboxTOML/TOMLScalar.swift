/// Parses unquoted values: numbers, Booleans, dates and times.
enum TOMLScalar {
  /// Parses a word.
  static func value(of word: String) throws(TOMLSyntaxError) -> TOMLValue {
    switch word {
    case "": throw .missingValue
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    default: break
    }
    let bytes = Array(word.utf8)
    let isSigned = bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
    guard let first = bytes.dropFirst(isSigned ? 1 : 0).first, isDigit(first, radix: 10) else {
      throw .notAValue
    }
    if let time = try TOMLTime.value(of: bytes) { return time }
    return try number(bytes, isSigned: isSigned)
  }

  /// Whether a word has the length and hyphens of a date, so that a time may follow.
  static func isDate(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    return bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
  }

  static func isDigit(_ byte: UInt8, radix: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") < radix
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
    default: false
    }
  }

  private static let prefixes: [(letter: UInt8, radix: UInt8)] = [
    (UInt8(ascii: "x"), 16), (UInt8(ascii: "o"), 8), (UInt8(ascii: "b"), 2),
  ]

  private static func number(
    _ bytes: [UInt8], isSigned: Bool
  ) throws(TOMLSyntaxError) -> TOMLValue {
    if bytes[0] == UInt8(ascii: "0"), bytes.count > 1,
      let prefix = prefixes.first(where: { $0.letter == bytes[1] })
    {
      guard let digits = digits(bytes.dropFirst(2), radix: prefix.radix) else { throw .notANumber }
      guard let value = Int(digits, radix: Int(prefix.radix)) else { throw .numberTooLarge }
      return .integer(value)
    }
    let sign = bytes[0] == UInt8(ascii: "-") ? "-" : ""
    let rest = bytes.dropFirst(isSigned ? 1 : 0)
    let whole = rest.prefix { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    guard let digits = digits(whole, radix: 10) else { throw .notANumber }
    guard digits.count == 1 || !digits.hasPrefix("0") else { throw .leadingZero }
    guard whole.endIndex < rest.endIndex else {
      guard let value = Int(sign + digits) else { throw .numberTooLarge }
      return .integer(value)
    }
    guard let tail = fraction(rest[whole.endIndex...]), let value = Double(sign + digits + tail)
    else { throw .notANumber }
    return .float(value)
  }

  /// Validates `.5`, `e10` or both, and removes underscores; nil for anything else.
  private static func fraction(_ bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    var result = ""
    if rest.first == UInt8(ascii: ".") {
      let part = rest.dropFirst().prefix { $0 | 0x20 != UInt8(ascii: "e") }
      guard let digits = digits(part, radix: 10) else { return nil }
      result = "." + digits
      rest = rest[part.endIndex...]
    }
    guard !rest.isEmpty else { return result }
    rest = rest.dropFirst()
    let sign = rest.first.map { $0 == UInt8(ascii: "-") ? "-" : $0 == UInt8(ascii: "+") ? "+" : "" }
    guard let sign, let digits = digits(rest.dropFirst(sign.count), radix: 10) else { return nil }
    return result + "e" + sign + digits
  }

  /// Validates digits, and removes underscores between them; nil for anything else.
  private static func digits(_ bytes: ArraySlice<UInt8>, radix: UInt8) -> String? {
    var digits: [UInt8] = []
    var isBehindDigit = false
    for byte in bytes {
      let isGap = byte == UInt8(ascii: "_")
      guard isGap ? isBehindDigit : isDigit(byte, radix: radix) else { return nil }
      if !isGap { digits.append(byte) }
      isBehindDigit = !isGap
    }
    return isBehindDigit ? String(decoding: digits, as: UTF8.self) : nil
  }
}

/// Validates RFC 3339 dates and times.
private struct TOMLTime {
  private var rest: ArraySlice<UInt8>

  /// The date or time; nil for a word that does not start like one.
  static func value(of bytes: [UInt8]) throws(TOMLSyntaxError) -> TOMLValue? {
    var time = TOMLTime(rest: bytes[...])
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.count > 4, bytes[4] == UInt8(ascii: "-"), let year = time.digits(4) {
      guard time.date(in: year) else { throw .noSuchTime }
      guard !time.rest.isEmpty else { return .temporal("date", text: text) }
      guard time.take("Tt ") != nil, time.clock(), time.zone(), time.rest.isEmpty else {
        throw .noSuchTime
      }
      return .temporal("date with time", text: text)
    }
    guard bytes.count > 2, bytes[2] == UInt8(ascii: ":") else { return nil }
    guard time.clock(), time.rest.isEmpty else { throw .noSuchTime }
    return .temporal("time", text: text)
  }

  private mutating func date(in year: Int) -> Bool {
    guard take("-") != nil, let month = digits(2), (1...12).contains(month), take("-") != nil,
      let day = digits(2)
    else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  private mutating func clock() -> Bool {
    guard let hour = digits(2), hour < 24, take(":") != nil, let minute = digits(2), minute < 60
    else { return false }
    // Seconds are optional.
    guard take(":") != nil else { return true }
    guard let second = digits(2), second < 60 else { return false }
    guard take(".") != nil else { return true }
    let fraction = rest.prefix { TOMLScalar.isDigit($0, radix: 10) }
    rest = rest[fraction.endIndex...]
    return !fraction.isEmpty
  }

  /// Consumes an optional UTC offset; false if it is invalid.
  private mutating func zone() -> Bool {
    guard take("Zz") == nil, take("+-") != nil else { return true }
    guard let hour = digits(2), hour < 24, take(":") != nil, let minute = digits(2) else {
      return false
    }
    return minute < 60
  }

  private mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ TOMLScalar.isDigit($0, radix: 10) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Consumes one of several characters; nil if none is next.
  private mutating func take(_ characters: String) -> UInt8? {
    guard let first = rest.first, characters.utf8.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }
}
