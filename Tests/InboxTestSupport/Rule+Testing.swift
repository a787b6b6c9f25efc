package import InboxCore

extension Rule {
  /// A rule by the text of its filter, and what it does.
  package static func make(
    _ filter: String = "", name: String = "r", _ change: (inout RuleActions) -> Void
  ) throws -> Rule {
    var actions = RuleActions()
    change(&actions)
    return Rule(name: name, filter: try MessageFilter(filter), actions: actions)
  }
}

extension Inbox {
  /// Has it apply rules from now on.
  package func use(_ rules: Rule...) {
    update(configuration: configuration.with { $0.rules = rules })
  }
}
