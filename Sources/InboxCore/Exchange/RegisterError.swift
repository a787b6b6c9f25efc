package import InboxText

/// An error of decoding a register, with the path of the member that is wrong.
///
/// It has no content of messages: what was found is named by its kind.
package enum RegisterError: Error, Sendable, Hashable {
  /// The value exceeds the maximum of its kind.
  case tooLarge(bytes: Int, limit: Int)
  /// Objects and arrays are nested too deeply.
  case tooDeep(limit: Int)
  /// The value is not JSON; the offset is in bytes from its start.
  case notJSON(reason: JSONError.Reason, byteOffset: Int)
  /// The value is JSON, but no object.
  case notAnObject(found: String)
  /// A required member is missing.
  case missing(path: String)
  /// A member has the wrong type or value.
  case badMember(path: String, expected: String, found: String)
  /// A member is no timestamp.
  case badClock(path: String, HybridClockError)
}

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
