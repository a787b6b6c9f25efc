import Foundation

/// A count: the number that was typed before a key, such as the 5 of `5j`.
///
/// A digit that is bound to a command is that command when no other key follows within
/// ``timeout``, or when one follows that takes no count. A tab of the bar is shown at once; a key
/// that follows in time and takes a count brings the list before back.
package struct PendingCount: Sendable, Hashable {
  /// For how long a digit may be the beginning of a count, in seconds.
  package static let timeout = 0.4
  /// Most digits that are taken; there are no longer lists.
  private static let mostDigits = 9

  /// The digits so far.
  package private(set) var digits: String
  /// The binding of a digit that stands alone; nil where it has none.
  private(set) var binding: KeyBinding?
  /// When the binding is performed, or the digit counts no longer; nil where nothing is waited for.
  private(set) var deadline: Date?
  /// The list before the digit showed its tab; nil where it has shown none.
  package var listBefore: ListState?

  /// Whether it was begun behind the first key of a sequence.
  let isAmidSequence: Bool

  /// Begins with a digit; nil for other keys, and for a zero, which begins no count.
  init?(_ key: Key, binding: KeyBinding?, at now: Date, isAmidSequence: Bool = false) {
    self.isAmidSequence = isAmidSequence
    guard let digit = Self.digit(key), digit != "0" else { return nil }
    digits = String(digit)
    self.binding = binding
    deadline = binding.map { _ in now.addingTimeInterval(Self.timeout) }
  }

  /// The number.
  var number: Int { Int(digits) ?? 1 }

  /// Takes a further digit; false for other keys.
  mutating func take(_ key: Key) -> Bool {
    guard let digit = Self.digit(key) else { return false }
    if digits.count < Self.mostDigits { digits.append(digit) }
    beginSequence()
    return true
  }

  /// Takes the binding, which is performed at once; the digit counts until the deadline.
  mutating func takeBinding() -> KeyBinding? {
    defer { binding = nil }
    return binding
  }

  /// Notes that more was typed, with which the digit does not stand alone any more.
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
