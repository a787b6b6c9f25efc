package import InboxText
package import InboxTOML

/// An error or warning about a key binding of the configuration.
package struct KeymapError: Error, Sendable, Hashable {
  /// The reason of the error.
  package enum Reason: Error, Sendable, Hashable {
    /// An unknown context.
    case unknownContext(String, nearest: String?)
    /// An unknown key name.
    case unknownKey(String, nearest: String?)
    /// An unknown command.
    case unknownCommand(String, nearest: String?)
    /// A key that is reserved for the terminal.
    case reservedKey(String)
    /// The binding is not available in the context.
    case notInContext(String, InputContext)
    /// No screen supports all commands of the binding.
    case nowhere(String)
    /// A program's quote is not closed.
    case openQuote(String)
    /// A line or program is empty after its sign.
    case empty(String)
    /// The list of commands is empty.
    case noCommands
    /// A `:` line that every screen would reject.
    case refused(String, PromptError)
    /// A program with an invalid placeholder.
    case badPlaceholder(TemplateError)
    /// The key to unbind is not bound.
    case notBound(String)
    /// A sequence collides with one that is its prefix, or that it is a prefix of.
    case ambiguous(String, String, InputContext)
    /// Longer sequences with this prefix become unreachable.
    case hides(String, [String])
    /// A sequence in a context of single keys.
    case sequenceOffScreen(String)
    /// Another entry binds the same keys in the context.
    case boundTwice(String, InputContext)
  }

  /// Whether it is a warning: the entry is applied.
  package var isApplied: Bool {
    switch reason {
    case .hides, .boundTwice: true
    default: false
    }
  }

  package var entry: KeymapEntry
  /// The reason.
  package var reason: Reason
  /// The index of the invalid command; nil if the key is invalid.
  package var step: Int?

  /// The position of the invalid key or command; nil outside a file.
  package var position: TOMLPosition? {
    if let step, entry.places.indices.contains(step) { return entry.places[step] }
    return entry.line.map { TOMLPosition(line: $0, column: entry.column ?? 1) }
  }

  /// The problem and its fix, without the position.
  package var message: String {
    switch reason {
    case .unknownContext(let name, let nearest):
      "unknown context '\(name)'"
        + Self.hint(
          nearest,
          orElse: "known are " + InputContext.allCases.map(\.rawValue).joined(separator: ", "))
    case .unknownKey(let name, let nearest):
      "unknown key '\(name)'"
        + Self.hint(nearest, orElse: "write a character, C-x, A-x, F1 or a name such as PgDn")
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'"
        + Self.hint(
          nearest, orElse: "expected a command such as \(Command.acting(.toggleRead).name)")
    case .reservedKey(let name):
      "\(name) is reserved for the terminal and cannot be bound"
    case .notInContext(let name, let context):
      "\(name) is not available in the context \(context.rawValue)"
    case .nowhere(let name):
      "no screen has all of \(name)"
    case .openQuote(let line):
      "a quote in '\(line)' has no end"
    case .empty(let sign):
      "nothing follows '\(sign)'"
    case .noCommands:
      "the list of commands is empty; '\(KeymapEntry.unbind)' unbinds a key"
    case .refused(let line, let error):
      "'\(line)' does nothing: \(error.message)"
    case .badPlaceholder(let error): error.description
    case .notBound(let name):
      "\(name) is not bound"
    case .ambiguous(let name, let other, let context):
      "'\(name)' cannot be used in the context \(context.rawValue) while '\(other)' is bound"
        + "; unbind '\(other)' first or use another key"
    case .hides(let name, let others):
      "'\(name)' hides " + others.map { "'\($0)'" }.joined(separator: ", ")
        + "; unbind " + (others.count == 1 ? "it" : "them") + " or use another key"
    case .sequenceOffScreen(let name):
      "'\(name)' is a key sequence; prompts, menus and questions take single keys only"
    case .boundTwice(let name, let context):
      "\(name) is bound twice in the context \(context.rawValue); the last binding wins"
    }
  }

  /// The nearest name as a question; without one, what is expected.
  private static func hint(_ nearest: String?, orElse expected: String) -> String {
    nearest == nil ? "; \(expected)" : NearestName.hint(nearest)
  }
}
