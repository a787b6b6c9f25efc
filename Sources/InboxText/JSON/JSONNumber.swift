/// Converts JSON numbers without loss.
enum JSONNumber {
  /// An integer if it fits, else a `Double` if that is exact, else the digits.
  static func value(of text: String, isInteger: Bool) -> JSONValue {
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite,
      Decimal(text) == Decimal(number.description)
    else { return .decimal(text) }
    return .number(number)
  }

  /// A number as digits without leading and trailing zeros, and a power of ten.
  private struct Decimal: Equatable {
    var isNegative: Bool
    var digits: [UInt8]
    /// The power of ten; nil if it overflows, and then the number equals no other.
    var exponent: Int?

    init(_ text: String) {
      isNegative = text.hasPrefix("-")
      let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }
        .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
      let halves = parts[0].split(separator: UInt8(ascii: "."))
      digits = Array(halves.joined())
      let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
      exponent = power.map { $0 &- (halves.count > 1 ? halves[1].count : 0) }
      while digits.last == UInt8(ascii: "0") {
        digits.removeLast()
        exponent? += 1
      }
      digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
      if digits.isEmpty { exponent = 0 }
    }

    static func == (left: Decimal, right: Decimal) -> Bool {
      guard let exponent = left.exponent, exponent == right.exponent else { return false }
      return left.isNegative == right.isNegative && left.digits == right.digits
    }
  }
}
