import InboxText

/// The rows of the tables that say what a forge sends.
extension WebhookTemplate.Event {
  /// An event that is known by its name in a header, with further conditions.
  ///
  /// - Parameters:
  ///   - header: The place of the name, such as `{header:x-github-event}`.
  ///   - names: The names, with `|` between them.
  ///   - conditions: Templates, and the texts one of which each must give, with `|` between them.
  ///   - fields: Templates by field; none for what is no message.
  /// - Returns: The event.
  static func named(
    _ header: String, _ names: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Self {
    var event = Self(conditions, fields)
    event.conditions.insert(contentsOf: Self([header: names], [:]).conditions, at: 0)
    return event
  }

  /// The same with fields that all events of a forge have; those of its own win.
  func adding(_ common: [String: String]) -> Self {
    guard !fields.isEmpty else { return self }
    var event = self
    event.fields.merge(common.compactMapValues { try? JSONTemplate($0) }) { own, _ in own }
    return event
  }
}
