import InboxText
package import InboxTOML

/// An invalid key binding.
package struct KeymapError: Error, Sendable, Hashable {
  /// The reason why an entry is invalid.
  package enum Reason: Error, Sendable, Hashable {
    /// There is no context of this name.
    case unknownContext(String, nearest: String?)
    /// There is no key of this name.
    case unknownKey(String, nearest: String?)
    /// There is no command of this name.
    case unknownCommand(String, nearest: String?)
    /// The key is reserved for the terminal.
    case reservedKey(String)
    /// What is bound is not available in the context.
    case notInContext(String, InputContext)
    /// No screen has all that is bound to the keys.
    case nowhere(String)
    /// A quote of a program's line has no end.
    case openQuote(String)
    /// Nothing follows the sign of a line or a program.
    case empty(String)
    /// The list of commands has none.
    case noCommands
    /// The line, which begins with a colon, would be refused on every screen.
    case refused(String, PromptError)
    /// A program's line has a placeholder that stands for nothing.
    case badPlaceholder(ShellScript.PlaceholderError)
    /// The key to unbind is not bound.
    case notBound(String)
    /// A prefix of the sequence is bound, or it is a prefix of a bound one.
    case ambiguous(String, String, InputContext)
    /// Longer sequences that begin with the keys, which can no longer be pressed.
    case hides(String, [String])
    /// The context takes single keys only.
    case sequenceOffScreen(String)
    /// Another entry binds the same key in the context.
    case boundTwice(String, InputContext)
  }

  /// Whether the entry changes the keys all the same.
  package var isApplied: Bool {
    switch reason {
    case .hides, .boundTwice: true
    default: false
    }
  }

  /// The entry.
  package var entry: KeymapEntry
  /// Why it is invalid.
  package var reason: Reason
  /// Which of the entry's commands is invalid, from 0; nil where it is the key.
  package var step: Int?

  /// Makes an error.
  package init(entry: KeymapEntry, reason: Reason, step: Int? = nil) {
    self.entry = entry
    self.reason = reason
    self.step = step
  }

  /// Where the key or the command stands that is invalid; nil outside of a file.
  package var position: TOMLPosition? {
    if let step, entry.places.indices.contains(step) { return entry.places[step] }
    return entry.line.map { TOMLPosition(line: $0, column: entry.column ?? 1) }
  }
}

extension KeymapError {
  /// The problem and its remedy, without the position.
  package var message: String {
    switch reason {
    case .unknownContext(let name, let nearest):
      "unknown context '\(name)'" + NearestName.hint(nearest)
        + "; known are " + InputContext.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownKey(let name, let nearest):
      "unknown key '\(name)'" + NearestName.hint(nearest)
        + "; write a character, C-x, A-x, F1 or a name such as PgDn"
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'" + NearestName.hint(nearest)
        + "; expected a command such as \(Command.acting(.toggleRead).name)"
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
      "the list of commands is empty; '\(KeymapEntry.unbind)' takes a key's meaning away"
    case .refused(let line, let error):
      "'\(line)' does nothing: \(error.message)"
    case .badPlaceholder(let error): error.message
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
}
