/// The name of a channel of ntfy's: 1 to 64 letters, digits, hyphens and underscores.
struct NtfyTopic: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Checks a name; anything else could be mistaken for a path.
  ///
  /// - Throws: ``HTTPProblem/badTopic``.
  init(_ name: String) throws(HTTPProblem) {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else {
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

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
