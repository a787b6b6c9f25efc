import InboxText

/// The name of a channel of ntfy's: 1 to 64 letters, digits, hyphens and underscores.
struct NtfyTopic: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Checks a name; anything else could be mistaken for a path.
  ///
  /// - Throws: ``HTTPProblem/badTopic``.
  init(_ name: String) throws(HTTPProblem) {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isWordByte) else {
      throw .badTopic
    }
    description = name
  }

  /// Reads names with commas between them.
  static func list(_ names: String) throws(HTTPProblem) -> [NtfyTopic] {
    var topics: [NtfyTopic] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      topics.append(try NtfyTopic(String(name)))
    }
    return topics
  }

  /// The source that its messages have.
  var source: String { "ntfy/\(description)" }
}
