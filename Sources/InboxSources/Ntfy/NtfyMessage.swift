import Foundation
import InboxCore
import InboxText

/// What a subscriber of ntfy's gets: a message, or a sign of life.
enum NtfyEvent: Sendable {
  /// A message, and the id of the event; apart from the value, which is then small wherever it waits.
  indirect case message(Message, id: String)
  /// What a reader did with a message, with the id of the event and its moment.
  indirect case change(Change, Message, id: String, at: Date)
  case open
  case keepalive

  /// What readers do with messages.
  enum Change: String, Sendable {
    case delete = "message_delete"
    case clear = "message_clear"

    /// The change as ntfy's clients read it.
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
  ///   - topics: What was subscribed to, as the subscriber wrote it.
  ///   - base: The beginning of links to this service; nil where there is none.
  ///   - now: When a sign of life is given.
  /// - Returns: The object.
  func json(topics: String, base: String? = nil, at now: Date) -> JSONValue {
    switch self {
    case .message(let message, let id):
      let json = message.ntfyJSON(at: base)
      guard id != message.id, case .object(var fields) = json else { return json }
      // Clients put it in the place of what they have of the sequence.
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

  /// The name by which ntfy's clients know the event.
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
  /// The topic that it came by; nil when it did not come as ntfy's do.
  var topic: String? {
    guard source.hasPrefix("ntfy/") else { return nil }
    return (try? NtfyTopic(String(source.dropFirst(5))))?.description
  }

  /// When ntfy's clients say that it came.
  private var ntfyTime: Int64 {
    Int64(max(startsAt ?? receivedAt, receivedAt).timeIntervalSince1970)
  }

  /// The message as ntfy's clients read it.
  ///
  /// - Parameter base: The beginning of links to this service; without it a file has no link.
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

extension Attachment {
  /// The attachment as ntfy's clients read it; nil for a stored file where there is no link to it.
  ///
  /// - Parameters:
  ///   - base: The beginning of links to this service.
  ///   - end: When the message goes.
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

/// The actions as ntfy's clients read them.
extension Message {
  /// All that can be told: each as it was published, else the link that it opens.
  private var publishedActions: [JSONValue] {
    var published: [JSONValue] = []
    if case .object(let fields)? = custom, case .array(let list)? = fields["actions"] {
      published = list
    }
    return actions.compactMap { action in
      // What a later push has taken away, renamed or led elsewhere is told no more.
      let index = published.firstIndex {
        $0.value(at: "/label") == .string(action.label) && $0.viewedURL == action.url
      }
      guard let index, case .object(var fields) = published.remove(at: index) else {
        return action.ntfyLink
      }
      fields["id"] = .string(action.id)
      return .object(fields)
    }
  }

  /// Those that open a link.
  var ntfyLinks: [JSONValue] { actions.compactMap(\.ntfyLink) }
}

extension JSONValue {
  /// The link that a published action opens; nil for one that does something else.
  fileprivate var viewedURL: String? {
    guard value(at: "/action") == .string("view"), case .string(let url)? = value(at: "/url") else {
      return nil
    }
    return url
  }
}

extension MessageAction {
  /// The link that it opens; nil for one that opens none.
  fileprivate var ntfyLink: JSONValue? {
    url.map { url in
      .object([
        "id": .string(id), "action": "view", "label": .string(label), "url": .string(url),
      ])
    }
  }
}
