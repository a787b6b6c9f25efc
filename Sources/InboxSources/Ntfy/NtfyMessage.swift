import Foundation
import InboxCore
import InboxText

/// An event for ntfy subscribers: a message, a change, or a keepalive.
enum NtfyEvent: Sendable {
  /// A message with the event's id; indirect, so that queued events stay small.
  indirect case message(Message, id: String)
  /// A change of a message, with the event's id and time.
  indirect case change(Change, Message, id: String, at: Date)
  case open
  case keepalive

  /// Changes that readers make to messages.
  enum Change: String, Sendable {
    case delete = "message_delete"
    case clear = "message_clear"

    /// The change in ntfy's format.
    func json(id: String, at date: Date, topic: String, sequence: String) -> JSONValue {
      .object([
        "id": .string(id), "time": .integer(Int64(date.timeIntervalSince1970)),
        "event": .string(rawValue), "topic": .string(topic), "sequence_id": .string(sequence),
      ])
    }
  }

  /// The event as JSON.
  ///
  /// - Parameters:
  ///   - topics: The subscribed topics, as the subscriber wrote them.
  ///   - base: The base URL of this service; nil if unknown.
  ///   - now: The time of a keepalive.
  /// - Returns: The object.
  func json(topics: String, base: String? = nil, at now: Date) -> JSONValue {
    switch self {
    case .message(let message, let id):
      let json = message.ntfyJSON(at: base)
      guard id != message.id, case .object(var fields) = json else { return json }
      // Clients replace their copy of the sequence.
      (fields["id"], fields["sequence_id"]) = (.string(id), .string(message.id))
      return .object(fields)
    case .change(let change, let message, let id, let date):
      return change.json(
        id: id, at: date, topic: message.topic ?? message.source, sequence: message.id)
    case .open, .keepalive:
      return .object([
        "id": .string(UUID().uuidString.lowercased()),
        "time": .integer(Int64(now.timeIntervalSince1970)), "topic": .string(topics),
        "event": .string(name),
      ])
    }
  }

  /// The name of the event in ntfy's format.
  var name: String {
    switch self {
    case .message: "message"
    case .change(let change, _, _, _): change.rawValue
    case .open: "open"
    case .keepalive: "keepalive"
    }
  }
}

extension Message {
  /// The topic; nil if its source is not an ntfy topic.
  var topic: String? {
    guard source.hasPrefix("ntfy/") else { return nil }
    return (try? NtfyTopic(String(source.dropFirst(5))))?.description
  }

  /// The arrival time for ntfy clients.
  private var ntfyTime: Int64 {
    Int64(max(startsAt ?? receivedAt, receivedAt).timeIntervalSince1970)
  }

  /// The message in ntfy's format.
  ///
  /// - Parameter base: The base URL of this service; without it a file has no link.
  /// - Returns: The object.
  func ntfyJSON(at base: String? = nil) -> JSONValue {
    var fields: [String: JSONValue] = [
      "id": .string(id), "time": .integer(ntfyTime), "event": "message",
      "topic": .string(topic ?? source), "message": .string(body ?? title ?? ""),
    ]
    if body != nil, let title { fields["title"] = .string(title) }
    if priority != .default { fields["priority"] = .integer(Int64(priority.rawValue)) }
    fields["tags"] = JSONValue(names: tags)
    if format == .markdown { fields["content_type"] = "text/markdown" }
    switch tap {
    case .url(let url), .website(let url): fields["click"] = .string(url)
    case .app, .thread: break
    }
    if case .object(let kept)? = custom { fields["icon"] = kept["icon"] }
    let actions = publishedActions
    if !actions.isEmpty { fields["actions"] = .array(actions) }
    if let attachment = attachments.first {
      fields["attachment"] = attachment.ntfyJSON(at: base, until: expiresAt)
    }
    return .object(fields)
  }
}

extension Message {
  /// The message as it is published to a topic of another server.
  ///
  /// Actions that call a URL may contain a password, so only links are published, unless others are
  /// given.
  func ntfyPublication(
    to topic: String, with actions: [JSONValue]? = nil
  ) -> [String: JSONValue] {
    guard case .object(var fields) = ntfyJSON() else { return [:] }
    for name in ["id", "time", "event", "content_type"] { fields[name] = nil }
    fields["topic"] = .string(topic)
    if format == .markdown { fields["markdown"] = .bool(true) }
    if case .object(let attachment)? = fields.removeValue(forKey: "attachment") {
      (fields["attach"], fields["filename"]) = (attachment["url"], attachment["name"])
    }
    let actions = actions ?? ntfyLinks
    fields["actions"] = actions.isEmpty ? nil : .array(actions)
    return fields
  }
}

extension Attachment {
  /// The attachment in ntfy's format; nil for a stored file without a link.
  ///
  /// - Parameters:
  ///   - base: The base URL of this service.
  ///   - end: When the message expires.
  /// - Returns: The object.
  func ntfyJSON(at base: String?, until end: Date? = nil) -> JSONValue? {
    var fields: [String: JSONValue] = ["name": .string(name ?? "attachment")]
    if let reference {
      guard let base else { return nil }
      fields["url"] = .string("\(base)/file/\(reference.fileName)")
      fields["type"] = .string(reference.mediaType)
      fields["expires"] = end.map { .integer(Int64($0.timeIntervalSince1970)) }
    } else {
      fields["url"] = .string(url)
    }
    fields["size"] = size.map(JSONValue.integer)
    return .object(fields)
  }
}

/// The actions in ntfy's format.
extension Message {
  /// The actions as they were published, else as links.
  private var publishedActions: [JSONValue] {
    var published: [JSONValue] = []
    if case .object(let fields)? = custom, case .array(let list)? = fields["actions"] {
      published = list
    }
    return actions.compactMap { action in
      // Actions that a later push removed or changed are not sent.
      let index = published.firstIndex {
        $0.value(at: "/label") == .string(action.label) && $0.viewedURL == action.url
      }
      guard let index, case .object(var fields) = published.remove(at: index) else {
        return action.ntfyLink
      }
      fields["id"] = .string(action.id)
      fields["headers"] = actionHeaders[action.id] ?? actionHeaders[action.label]
      return .object(fields)
    }
  }

  /// The actions that open a link.
  var ntfyLinks: [JSONValue] { actions.compactMap(\.ntfyLink) }
}

extension JSONValue {
  /// The link that a published action opens; nil for other actions.
  fileprivate var viewedURL: String? {
    guard value(at: "/action") == .string("view"), case .string(let url)? = value(at: "/url") else {
      return nil
    }
    return url
  }
}

extension MessageAction {
  /// The action as a link in ntfy's format; nil without a URL.
  fileprivate var ntfyLink: JSONValue? {
    url.map { url in
      .object([
        "id": .string(id), "action": "view", "label": .string(label), "url": .string(url),
      ])
    }
  }
}
