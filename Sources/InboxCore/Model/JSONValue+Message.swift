public import InboxText
extension JSONValue {
  /// A list of names; nil when there are none.
  public init?(names: [String]) {
    guard !names.isEmpty else { return nil }
    self = .array(names.map(Self.string))
  }

  /// A list of attachments as JSON has them; nil when there are none.
  public init?(_ attachments: [Attachment]) {
    guard !attachments.isEmpty else { return nil }
    self = .array(
      attachments.map { attachment in
        var fields: [String: JSONValue] = [
          "url": .string(attachment.url), "format": .string(attachment.format.rawValue),
        ]
        fields["name"] = attachment.name.map(Self.string)
        fields["size"] = attachment.size.map(Self.integer)
        return .object(fields)
      })
  }

  /// A list of actions as JSON has them; nil when there are none.
  public init?(_ actions: [MessageAction]) {
    guard !actions.isEmpty else { return nil }
    self = .array(
      actions.map { action in
        var fields: [String: JSONValue] = [
          "id": .string(action.id), "label": .string(action.label),
        ]
        fields["url"] = action.url.map(Self.string)
        return .object(fields)
      })
  }

  /// What opening does, as JSON has it.
  public init(_ tap: TapBehavior) {
    switch tap {
    case .app: self = .object(["kind": "app"])
    case .url(let url): self = .object(["kind": "url", "url": .string(url)])
    case .website(let url): self = .object(["kind": "website", "url": .string(url)])
    case .thread(let thread): self = .object(["kind": "thread", "thread": .string(thread)])
    }
  }
}
