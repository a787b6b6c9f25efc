/// The short id of the inbox that wrote a value: the first eight digits of its origin.
///
/// Its text is eight hexadecimal digits in lower case, such as `c972e56f`. Two inboxes of one
/// exchange with the same short id count as one writer; joining refuses the second.
package struct ExchangeOrigin: RawRepresentable, Sendable, Hashable {
  /// The digits as a number.
  package let rawValue: UInt32

  /// Creates a short id from a number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Parses exactly eight hexadecimal digits in lower case; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard let value = UInt32(text, radix: 16) else { return nil }
    rawValue = value
    guard text == description else { return nil }
  }

  /// The short id of an inbox, from the beginning of its origin; nil if that is no such number.
  ///
  /// - Parameter origin: The random id of the inbox, hexadecimal in lower case.
  package init?(ofInbox origin: String) { self.init(origin.prefix(8)) }
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
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
