import InboxText

/// The name of an ntfy topic: 1 to 64 letters, digits, hyphens and underscores.
struct NtfyTopic: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Validates a name; anything else could be mistaken for a path.
  ///
  /// - Throws: ``HTTPProblem/badTopic``.
  init(_ name: String) throws(HTTPProblem) {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isWordByte) else {
      throw .badTopic
    }
    description = name
  }

  /// Parses names separated by commas.
  static func list(_ names: String) throws(HTTPProblem) -> [NtfyTopic] {
    try names.split(separator: ",", omittingEmptySubsequences: false)
      .map { name throws(HTTPProblem) in try NtfyTopic(String(name)) }
  }

  /// The source of its messages.
  var source: String { "ntfy/\(description)" }
}
