import InboxText

/// The rows of the tables of a forge's events.
extension WebhookTemplate.Event {
  /// An event identified by a name in a header, with further conditions.
  ///
  /// - Parameters:
  ///   - header: The template of the name, such as `{header:x-github-event}`.
  ///   - names: The names, separated by `|`.
  ///   - conditions: Templates with the texts that they may result in, separated by `|`.
  ///   - fields: Templates by field; empty for an event without a message.
  /// - Returns: The event.
  static func named(
    _ header: String, _ names: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Self {
    var event = Self(conditions, fields)
    event.conditions.insert(contentsOf: Self([header: names], [:]).conditions, at: 0)
    return event
  }

  /// The event with the common fields of a forge; its own fields take precedence.
  func adding(_ common: [String: String]) -> Self {
    guard !fields.isEmpty else { return self }
    var event = self
    event.fields.merge(common.compactMapValues { try? JSONTemplate($0) }) { own, _ in own }
    return event
  }
}
