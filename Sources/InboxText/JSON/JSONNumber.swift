/// Converts JSON numbers without loss.
enum JSONNumber {
  /// An integer if it fits, else a `Double` if that is exact, else the digits.
  static func value(of text: String, isInteger: Bool) -> JSONValue {
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite, let written = decimal(text),
      let kept = decimal(number.description), written == kept
    else { return .decimal(text) }
    return .number(number)
  }

  /// The digits of a number without leading and trailing zeros, and its power of ten; nil if that
  /// overflows.
  private static func decimal(
    _ text: String
  ) -> (isNegative: Bool, digits: [UInt8], exponent: Int)? {
    let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }
      .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let halves = parts[0].split(separator: UInt8(ascii: "."))
    var digits = Array(halves.joined())
    let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
    var exponent = power.map { $0 &- (halves.count > 1 ? halves[1].count : 0) }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent? += 1
    }
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    guard let exponent = digits.isEmpty ? 0 : exponent else { return nil }
    return (text.hasPrefix("-"), digits, exponent)
  }
}
