import Foundation

/// A pending count: the number typed before a key, such as the 5 of `5j`.
///
/// A digit with a binding acts when no key follows within ``timeout``, or when the next key takes
/// no count. A digit that shows a visible tab acts at once; a key in time that takes a count
/// restores the previous list.
package struct PendingCount: Sendable, Hashable {
  /// Timeout of a digit that may start a count, in seconds.
  package static let timeout = 0.4
  /// Maximum number of digits; no list is longer.
  private static let mostDigits = 9

  /// The typed digits.
  package private(set) var digits: String
  /// The binding of a lone digit.
  private(set) var binding: KeyBinding?
  /// When the binding acts, or the digit no longer counts; nil without a timeout.
  private(set) var deadline: Date?
  /// The list before the digit showed its tab; nil if it did not.
  package var listBefore: ListState?

  /// Whether the count started within a sequence, after its first key.
  let isAmidSequence: Bool

  /// Starts a count with a digit; nil for other keys, and for zero.
  init?(_ key: Key, binding: KeyBinding?, at now: Date, isAmidSequence: Bool = false) {
    self.isAmidSequence = isAmidSequence
    guard let digit = Self.digit(key), digit != "0" else { return nil }
    digits = String(digit)
    self.binding = binding
    deadline = binding.map { _ in now.addingTimeInterval(Self.timeout) }
  }

  var number: Int { Int(digits) ?? 1 }

  /// Appends a digit; false for other keys.
  mutating func take(_ key: Key) -> Bool {
    guard let digit = Self.digit(key) else { return false }
    if digits.count < Self.mostDigits { digits.append(digit) }
    beginSequence()
    return true
  }

  /// Takes the binding to perform it now; the digit may start a count until the deadline.
  mutating func takeBinding() -> KeyBinding? {
    defer { binding = nil }
    return binding
  }

  /// Ends the wait for a lone digit, as another key was typed.
  mutating func beginSequence() {
    (binding, deadline, listBefore) = (nil, nil, nil)
  }

  private static func digit(_ key: Key) -> Character? {
    guard case .character(let character) = key, character.isASCII, character.isNumber else {
      return nil
    }
    return character
  }
}
