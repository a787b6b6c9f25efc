import Foundation
import InboxCore
import InboxText

/// An ntfy subscription: topics, start, filters and format.
struct NtfySubscription: Sendable {
  /// The format of events.
  enum Form: String, Sendable, CaseIterable {
    /// One JSON object per line.
    case json
    /// Server-sent events, for browsers.
    case sse
    /// The text of each message on one line.
    case raw
    /// One JSON object per WebSocket frame.
    case webSocket = "ws"

    /// The content type of the response.
    var type: String {
      switch self {
      case .json, .webSocket: "application/x-ndjson; charset=utf-8"
      case .sse: "text/event-stream; charset=utf-8"
      case .raw: "text/plain; charset=utf-8"
      }
    }
  }

  /// The start of the subscription.
  enum Start: Sendable, Hashable {
    case all, none, latest
    case date(Date)
    case id(String)
  }

  /// The names of the topics.
  let topics: Set<String>
  /// The topics as the subscriber wrote them.
  let topicList: String
  let form: Form
  /// The base URL of this service.
  let base: String?
  /// The WebSocket handshake; nil for HTTP.
  let handshake: WebSocketHandshake?
  let start: Start
  /// Whether it ends after the existing messages.
  let isPoll: Bool
  /// Whether scheduled messages are included.
  let hasScheduled: Bool
  /// The filters besides the topic; nil for any.
  private let id, message, title: String?
  private let priorities: Set<Int>?
  private let tags: [String]

  /// Length of an id that an ntfy server makes.
  private static let idLength = 12

  /// Parses a request.
  ///
  /// - Throws: ``HTTPProblem``.
  init(
    _ call: HTTPCall, topics list: String, form: Form, base: String? = nil, at now: Date
  ) throws(HTTPProblem) {
    self.base = base
    topics = Set(try NtfyTopic.list(list).map(\.description))
    topicList = list
    self.form = form
    handshake = form == .webSocket ? try WebSocketHandshake(call) : nil
    isPoll = call.parameter("x-poll", "poll", "po").map(Self.isTrue) ?? false
    hasScheduled =
      call.parameter("x-scheduled", "scheduled", "sched").map(Self.isTrue) ?? false
    let since = call.parameter("x-since", "since", "si")
    start = since.map { Self.start($0, at: now) } ?? (isPoll ? .all : .none)
    id = call.parameter("x-id", "id")
    message = call.parameter("x-message", "message", "m")
    title = call.parameter("x-title", "title", "t")
    tags = HTTPCall.list(call.parameter("x-tags", "tags", "tag", "ta") ?? "")
    let named = call.parameter("x-priority", "priority", "prio", "p")
    priorities = try named.map { names throws(HTTPProblem) in Set(try Self.priorities(names)) }
  }

  private static func isTrue(_ text: String) -> Bool {
    ["1", "true", "yes"].contains(text.lowercased())
  }

  private static func priorities(_ text: String) throws(HTTPProblem) -> [Int] {
    try HTTPCall.list(text).map { name throws(HTTPProblem) in
      guard let priority = Priority(parsing: name) else { throw .badPriority }
      return priority.rawValue
    }
  }

  /// Parses the start; any other text may be an id.
  private static func start(_ text: String, at now: Date) -> Start {
    switch text {
    case "all": return .all
    case "none": return .none
    case "latest": return .latest
    default: break
    }
    // A number as long as an ntfy id is an id.
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    if isNumber, text.utf8.count < idLength, let seconds = Double(text) {
      return .date(Date(timeIntervalSince1970: seconds))
    }
    let reader = TimeExpressionReader(now: now, timeZone: .current)
    if let ahead = try? reader.futureDate(after: text) {
      return .date(now - ahead.timeIntervalSince(now))
    }
    return .id(text)
  }

  /// Whether a text has the format of an id made here or on an ntfy server.
  static func isFormOfID(_ text: String) -> Bool {
    let isNtfys =
      text.utf8.count == idLength && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isNtfys || UUID(uuidString: text) != nil
  }

  /// Whether a message matches.
  func matches(_ message: Message) -> Bool {
    guard let topic = message.topic, topics.contains(topic) else { return false }
    if let id, id != message.id { return false }
    if let text = self.message, text != message.body { return false }
    if let title, title != message.title { return false }
    if let priorities, !priorities.contains(message.priority.rawValue) { return false }
    return tags.allSatisfy(message.tags.contains)
  }

  /// A text as one line, without Unicode line breaks or carriage returns.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  private func json(_ event: NtfyEvent, at now: Date) -> String {
    event.json(topics: topicList, base: base, at: now).json
  }

  /// An event in the subscriber's format; empty if the format has none for it.
  func bytes(_ event: NtfyEvent, at now: Date = Date()) -> [UInt8] {
    switch form {
    case .json: Array((json(event, at: now) + "\n").utf8)
    case .webSocket: Array(json(event, at: now).utf8)
    case .sse: Array("event: \(event.name)\ndata: \(json(event, at: now))\n\n".utf8)
    case .raw:
      switch event {
      case .message(let message, _):
        Array((Self.line(message.body ?? message.title ?? "") + "\n").utf8)
      case .change: []
      case .open, .keepalive: [UInt8(ascii: "\n")]
      }
    }
  }
}
