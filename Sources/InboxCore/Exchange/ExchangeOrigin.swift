/// The short id of the inbox that wrote a value: the first eight digits of its origin.
///
/// Its text is eight hexadecimal digits in lower case, such as `c972e56f`. Two inboxes of one
/// exchange with the same short id count as one writer; joining refuses the second.
package struct ExchangeOrigin: RawRepresentable, Sendable, Hashable {
  /// The digits as a number.
  package let rawValue: UInt32

  /// Creates a short id from a number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Parses exactly eight hexadecimal digits in lower case; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 8 else { return nil }
    self.init(digitsOf: text)
  }

  /// The short id of an inbox, from the beginning of its origin; nil if that is no such number.
  ///
  /// - Parameter origin: The random id of the inbox, hexadecimal in lower case.
  package init?(ofInbox origin: String) {
    self.init(digitsOf: origin.prefix(8))
  }

  private init?(digitsOf text: some StringProtocol) {
    var value: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
      count += 1
    }
    guard count == 8 else { return nil }
    rawValue = value
  }
}

extension ExchangeOrigin: CustomStringConvertible {
  /// The eight digits.
  package var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension ExchangeOrigin: Comparable {
  /// Orders by the digits.
  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
