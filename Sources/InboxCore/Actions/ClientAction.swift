import InboxSystem
package import InboxText

/// What an action asks of the client that shows it, other than opening a link.
public enum ClientAction: Sendable, Hashable {
  /// To send an HTTP request to a URL.
  case request(url: String?, method: String = "POST")
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
    case .request(_?, _), .run: true
    case .request(nil, _), .broadcast, .copy: false
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
    case .string("http"):
      .request(
        url: fields["url"]?.plainText, method: fields["method"]?.plainText?.uppercased() ?? "POST")
    case .string("run"): fields["run"]?.plainText.map(ClientAction.run)
    case .string("broadcast"): .broadcast
    case .string("copy"): fields["value"]?.plainText.map(ClientAction.copy)
    default: nil
    }
  }

  /// The HTTP request of an action, with its headers; nil for other actions.
  package func request(of action: MessageAction) -> ActionHTTPRequest? {
    guard case .request(let url?, let method)? = clientAction(of: action),
      let fields = published(action)
    else { return nil }
    var request = ActionHTTPRequest(url: url)
    request.method = method
    request.body = fields["body"]?.plainText
    let headers = actionHeaders[action.id] ?? actionHeaders[action.label]
    if case .object(let headers)? = headers {
      request.headers = headers.compactMapValues(\.plainText)
    }
    return request
  }

  /// A digest of the request of an action, or of what its command would run; nil for other actions.
  ///
  /// A digest, as headers may grant access.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - commands: The commands by name; of another one all values count.
  /// - Returns: The digest.
  package func digest(
    of action: MessageAction, running commands: [String: [MessageTemplate]] = [:]
  ) -> String? {
    var parts: [String?]
    switch clientAction(of: action) {
    case .run(let name):
      let values = commandValues
      parts = [name] + (commands[name].map(words) ?? MessageTemplate.names.map { values[$0]?.json })
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

  /// The words of a command, with values of the message; nil for a word that lacks one.
  package func words(of command: [MessageTemplate]) -> [String?] {
    let values = JSONValue.object(commandValues)
    return command.map { $0.template.text(from: values, in: values, needsAll: true) }
  }

  private var commandValues: [String: JSONValue] {
    var message = self
    (message.rest, message.pendingOutcomes) = (restOfSender, [:])
    var fields = (try? JSONValue(json: MessageJSON(message).text)).fields
    fields["url"] = tap.url.map(JSONValue.string)
    return fields
  }

  /// What is published of an action: by its id, else by its label.
  private func published(_ action: MessageAction) -> [String: JSONValue]? {
    let all = custom?.list(at: "/actions").map { Optional($0).fields } ?? []
    return all.first { $0["id"] == .string(action.id) }
      ?? all.first { $0["id"] == nil && $0["label"] == .string(action.label) && !$0.isView }
  }
}

extension [String: JSONValue] {
  /// Whether a published action opens a link.
  fileprivate var isView: Bool { self["action"] == "view" }
}

/// A text with values of a message in braces: a word of a command, or the fold key of a rule.
package struct MessageTemplate: Sendable, Hashable {
  /// The text as it is configured, such as `{custom.run_id}`.
  package let text: String
  let template: Template

  /// The values that a command may name.
  package static let names = [
    "id", "number", "source", "title", "subtitle", "body", "thread", "tags", "categories",
    "priority", "fold", "custom", "url",
  ]

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The values that it may name.
  /// - Throws: `TemplateError`.
  package init(_ text: String, names: [String] = Self.names) throws(TemplateError) {
    (self.text, template) = (text, try Template(text, names: names))
  }

  /// The text if it has no values, as the program of a command should.
  package var literal: String? { template.hasPlaces ? nil : template.text(from: .null, in: .null) }
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
  /// Whether the published actions in ``custom`` are replaced by its own, or by none.
  var replacesRequests: Bool {
    custom != .absent && (!actions.isAbsent || custom.value?.value(at: "/actions") != nil)
  }

  /// The new value of ``Message/custom``: requests stay with actions that stay, and other values where
  /// only requests are carried.
  func custom(inPlaceOf known: Message) -> JSONValue? {
    var (fields, old) = (custom.value.fields, known.custom.fields)
    if !replacesRequests, known.actions.contains(where: { known.clientAction(of: $0) != nil }) {
      old = ["actions": old["actions"] ?? .null]
    } else if actions.isAbsent || fields.count != 1 || fields["actions"] == nil {
      return custom.value
    }
    fields.merge(old) { new, _ in new }
    return .object(fields)
  }

  /// Takes the headers of published actions out of ``custom``, and names those that share a label.
  ///
  /// They may grant access: the store keeps them apart, where nothing shows, exports or exchanges them.
  mutating func takeActionHeaders() {
    guard case .object(var fields)? = custom.value, case .array(var published)? = fields["actions"]
    else { return }
    var unmet = actions.value ?? []
    for index in published.indices {
      guard case .object(var action) = published[index] else { continue }
      let met =
        unmet.firstIndex { action["id"] == .string($0.id) }
        ?? unmet.firstIndex {
          action["label"] == .string($0.label) && action.isView == ($0.url != nil)
        }
      if let own = met.map({ unmet.remove(at: $0) }), own.id != own.label {
        action["id"] = .string(own.id)
      }
      let headers = action.removeValue(forKey: "headers")
      if let headers, let name = action["id"]?.plainText ?? action["label"]?.plainText {
        actionHeaders[name] = headers
      }
      published[index] = .object(action)
    }
    fields["actions"] = .array(published)
    custom = .set(.object(fields))
  }
}
