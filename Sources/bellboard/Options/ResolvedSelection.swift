import InboxCore

/// A selection whose references were looked up.
struct ResolvedSelection {
  /// The messages that were found.
  var selection: MessageSelection
  /// One sentence for each reference that names no message, or several.
  var problems: [String]

  /// Whether references were given and none was found.
  var isEmpty: Bool { selection == .numbers([]) }
}
