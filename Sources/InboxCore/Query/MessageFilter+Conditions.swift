extension MessageFilter.Condition {
  /// The status that it names.
  var status: Status? {
    if case .status(let status) = self { status } else { nil }
  }

  /// The reason of the clock that it names.
  var phase: MessageFilter.Phase? {
    if case .phase(let phase) = self { phase } else { nil }
  }

  /// The priorities that it lets through.
  var priorities: Set<Priority>? {
    guard case .priority(let comparison, let bound) = self else { return nil }
    return Set(Priority.allCases.filter { comparison.holds($0, bound) })
  }

  /// The name that it asks for, and of which kind.
  var name: (kind: FilterCriteria.NameGroup.Kind, name: String)? {
    switch self {
    case .source(let name): (.source, name)
    case .category(let name): (.category, name)
    case .thread(let name): (.thread, name)
    case .tag(let name): (.tag, name)
    default: nil
    }
  }

  /// The word or phrase that it searches for.
  var searched: TextTerm? {
    switch self {
    case .word(let text): TextTerm(text: text, isPrefix: true)
    case .phrase(let text): TextTerm(text: text, isPrefix: false)
    default: nil
    }
  }
}

extension MessageFilter.Comparison {
  /// Whether `left` stands so to `right`.
  func holds(_ left: Priority, _ right: Priority) -> Bool {
    switch self {
    case .equal: left == right
    case .atLeast: left >= right
    case .atMost: left <= right
    case .more: left > right
    case .less: left < right
    }
  }
}
