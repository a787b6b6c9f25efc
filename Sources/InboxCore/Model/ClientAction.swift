import InboxText

/// What an action of ntfy asks of the client that shows it, other than opening a link.
public enum ClientAction: Sendable, Hashable {
  /// To send an HTTP request to a URL.
  case request(url: String?)
  /// To send a broadcast within a phone.
  case broadcast
  /// To copy a text.
  case copy(String)
}

extension Message {
  /// What an action asks of the client, by the published actions in ``custom``; nil for others.
  ///
  /// It is not done here, so that nobody may take it for done. The answers of a question are its
  /// sender's to act on.
  package func clientAction(of action: MessageAction) -> ClientAction? {
    guard !isQuestion, action.url == nil,
      case .array(let published)? = custom?.value(at: "/actions")
    else { return nil }
    for case .object(let fields) in published
    where fields["id"] == .string(action.id) || fields["label"] == .string(action.label) {
      switch fields["action"] {
      case .string("http"): return .request(url: fields["url"]?.plainText)
      case .string("broadcast"): return .broadcast
      case .string("copy"): return fields["value"]?.plainText.map(ClientAction.copy)
      default: continue
      }
    }
    return nil
  }
}
