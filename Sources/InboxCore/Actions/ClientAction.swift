import InboxSystem
import InboxText

/// What an action asks of the client that shows it, other than opening a link.
public enum ClientAction: Sendable, Hashable {
  /// To send an HTTP request to a URL.
  case request(url: String?)
  /// To run the command of this name in the configuration.
  case run(String)
  /// To send a broadcast within a phone.
  case broadcast
  /// To copy a text.
  case copy(String)
}

extension ClientAction {
  /// Whether the daemon performs it, once it is allowed.
  package var isPerformed: Bool {
    switch self {
    case .request(_?), .run: true
    case .request(nil), .broadcast, .copy: false
    }
  }
}

extension Message {
  /// What an action asks of the client, by the published actions in ``custom``; nil for others.
  ///
  /// The answers of a question are its sender's to act on.
  package func clientAction(of action: MessageAction) -> ClientAction? {
    guard !isQuestion, action.url == nil, let fields = published(action) else { return nil }
    return switch fields["action"] {
    case .string("http"): .request(url: fields["url"]?.plainText)
    case .string("run"): fields["run"]?.plainText.map(ClientAction.run)
    case .string("broadcast"): .broadcast
    case .string("copy"): fields["value"]?.plainText.map(ClientAction.copy)
    default: nil
    }
  }

  /// The HTTP request of an action, with its headers; nil for other actions.
  package func request(of action: MessageAction) -> ActionHTTPRequest? {
    guard case .request(let url?)? = clientAction(of: action), let fields = published(action) else {
      return nil
    }
    var request = ActionHTTPRequest(url: url)
    request.method = fields["method"]?.plainText?.uppercased() ?? request.method
    request.body = fields["body"]?.plainText
    let headers = actionHeaders[action.id] ?? actionHeaders[action.label]
    if case .object(let headers)? = headers {
      request.headers = headers.compactMapValues(\.plainText)
    }
    return request
  }

  /// A digest of the request of an action, or of the values of its command; nil for other actions.
  ///
  /// A digest, as headers may grant access.
  package func digest(of action: MessageAction) -> String? {
    var parts: [String?]
    switch clientAction(of: action) {
    case .run(let name):
      parts = [name, title, subtitle, body, thread, fold, priority.name, JSONValue(tap).json]
      parts += [tags, categories].map { JSONValue(names: $0)?.json }
      parts.append(JSONValue.joining(custom, restOfSender)?.json)
    default:
      guard let request = request(of: action) else { return nil }
      let headers = JSONValue.object(request.headers.mapValues(JSONValue.string))
      parts = [request.url, request.method, request.body, headers.json]
    }
    var hash = ContentHash()
    var text = JSONValue.array(parts.map { $0.map(JSONValue.string) ?? .null }).json
    text.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
    return hash.digits
  }

  private func published(_ action: MessageAction) -> [String: JSONValue]? {
    guard case .array(let published)? = custom?.value(at: "/actions") else { return nil }
    for case .object(let fields) in published
    where fields["id"] == .string(action.id) || fields["label"] == .string(action.label) {
      return fields
    }
    return nil
  }
}

/// The HTTP request that an action sends.
package struct ActionHTTPRequest: Sendable, Hashable {
  package var url: String
  /// The method; ntfy's default.
  package var method = "POST"
  package var headers: [String: String] = [:]
  package var body: String?

  /// Creates a request without headers and body.
  package init(url: String) { self.url = url }
}

extension Payload {
  /// Takes the headers of published actions out of ``custom``.
  ///
  /// They may grant access: the store keeps them apart, where nothing shows, exports or exchanges them.
  mutating func takeActionHeaders() {
    guard case .object(var fields)? = custom.value, case .array(var actions)? = fields["actions"]
    else { return }
    for index in actions.indices {
      guard case .object(var action) = actions[index],
        let headers = action.removeValue(forKey: "headers"),
        let name = action["id"]?.plainText ?? action["label"]?.plainText
      else { continue }
      actionHeaders[name] = headers
      actions[index] = .object(action)
    }
    fields["actions"] = .array(actions)
    custom = .set(.object(fields))
  }
}
