import InboxText

/// A value with the timestamp of its writing; of two the later one stands.
package struct Stamped<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  package var value: Value
  /// When it was written, and where.
  package var clock: HybridClock

  /// Creates a value.
  package init(_ value: Value, at clock: HybridClock) {
    self.value = value
    self.clock = clock
  }
}

extension Stamped {
  /// The later of two values where each may be missing.
  ///
  /// No machine writes two values with one timestamp. Where a copied file or a hostile writer did,
  /// the greater text stands, so that all machines still agree.
  ///
  /// - Parameters:
  ///   - left: One value.
  ///   - right: The other.
  ///   - json: The text of a value, which differs between different values.
  /// - Returns: One of the two.
  static func joined(_ left: Self?, _ right: Self?, json: (Value) -> JSONValue) -> Self? {
    guard let left, let right else { return left ?? right }
    if left.clock != right.clock { return left.clock < right.clock ? right : left }
    return left.value == right.value || json(left.value).isAtLeast(json(right.value)) ? left : right
  }

  /// The value and its timestamp as in a register.
  func json(_ value: (Value) -> JSONValue) -> JSONValue {
    .array([value(self.value), JSONValue(clock)])
  }
}

extension JSONValue {
  /// Whether its text follows or equals another's, compared by bytes.
  func isAtLeast(_ other: JSONValue) -> Bool {
    !json.utf8.lexicographicallyPrecedes(other.json.utf8)
  }
}
