import InboxText

extension TOMLError {
  /// The one wording for people: `path:line: message`.
  public func description(in file: String) -> String {
    guard let line else { return "\(file): \(message)" }
    return "\(file):\(line): \(message)"
  }

  /// What is wrong, what was expected, and the nearest known name.
  public var message: String {
    switch kind {
    case .syntax(let reason):
      "syntax error: \(reason)"
    case .restUnread:
      "what follows can only be checked when this is mended"
    case .unknownKey(let nearest):
      "unknown key \(path)" + NearestName.hint(nearest)
    case .wrongType(let found, let expected):
      "\(path) is \(found), expected \(expected)"
    case .badValue(let value, let expected, let nearest):
      "\(path) is \(TOMLText.string(value)), expected \(expected)" + NearestName.hint(nearest)
    case .cycle(let names):
      "\(path) goes in a circle: \(names.joined(separator: " → "))"
    case .unreadable(let reason):
      "cannot be read: \(reason)"
    }
  }
}
