/// A value, or a part of one, that no version writes.
///
/// What is wrong with it is told to nobody: values that cannot be read are counted, and replaced by
/// what this machine knows.
package struct RegisterError: Error, Sendable, Hashable {}

/// The limits of what is read from other machines.
package enum RegisterLimits {
  /// Maximum bytes of a content register: the longest record with the longest escapes, and its
  /// timestamps.
  package static let contentSize = 8 * Payload.maximumSize
  /// Maximum bytes of a register that this version knows, other than content.
  package static let otherSize = 64 * 1_024
  /// Maximum nesting depth of a register.
  package static let depth = Payload.maximumExportDepth
  /// The highest generation, and the highest number of occurrences by one machine.
  package static let number: ClosedRange<Int64> = 0...9_007_199_254_740_991
  /// Maximum bytes of an answer, a person and a machine's name.
  static let textSize = Payload.maximumSize
}
