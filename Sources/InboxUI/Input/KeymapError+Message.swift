import InboxCore

extension KeymapError {
  /// What is wrong and what to write instead, without the place.
  public var message: String {
    switch reason {
    case .unknownContext(let name, let nearest):
      "unknown context '\(name)'" + NearestName.hint(nearest)
        + "; known are " + InputContext.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownKey(let name, let nearest):
      "unknown key '\(name)'" + NearestName.hint(nearest)
        + "; write a character, C-x, A-x, F1 or a name such as PgDn"
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'" + NearestName.hint(nearest)
        + "; `bellboard keys` lists all of them"
    case .reservedKey(let name):
      "\(name) belongs to the terminal and cannot be bound"
    case .commandNotInContext(let command, let context):
      "\(command.rawValue) does nothing in the context \(context.rawValue)"
    case .notBound(let name):
      "\(name) has no meaning to take away"
    case .ambiguous(let name, let other, let context):
      "'\(name)' collides with '\(other)' in the context \(context.rawValue)"
        + "; unbind '\(other)' first or begin with another key"
    case .sequenceOffScreen(let name):
      "'\(name)' is a sequence of keys, and those work on screens only"
    case .boundTwice(let name, let context):
      "\(name) is bound twice in the context \(context.rawValue); the last one holds"
    }
  }
}
