/// A pending count: the number typed before a key, such as the 5 of `5j`.
///
/// Only a keymap that ``Keymap/countsDigits`` has counts; elsewhere a digit is a tab.
package struct PendingCount: Sendable, Hashable {
  /// Maximum number of digits; no list is longer.
  private static let mostDigits = 9

  /// The typed digits.
  package private(set) var digits: String
  /// Whether the count started within a sequence, after its first key.
  let isAmidSequence: Bool

  /// Starts a count with a digit; nil for other keys, and for zero.
  init?(_ key: Key, isAmidSequence: Bool = false) {
    self.isAmidSequence = isAmidSequence
    guard let digit = Self.digit(key), digit != "0" else { return nil }
    digits = String(digit)
  }

  var number: Int { Int(digits) ?? 1 }

  /// Appends a digit; false for other keys.
  mutating func take(_ key: Key) -> Bool {
    guard let digit = Self.digit(key) else { return false }
    if digits.count < Self.mostDigits { digits.append(digit) }
    return true
  }

  private static func digit(_ key: Key) -> Character? {
    guard case .character(let character) = key, character.isASCII, character.isNumber else {
      return nil
    }
    return character
  }
}
