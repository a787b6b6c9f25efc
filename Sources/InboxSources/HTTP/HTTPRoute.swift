import InboxCore

/// The route of a request.
enum HTTPRoute: Sendable, Hashable {
  case health
  case metrics
  /// A CORS preflight request.
  case preflight
  /// Server information for ntfy's web app and other clients, by the last path component.
  case facts(NtfyServerFacts)
  /// The client's ntfy account; Home Assistant requests it before it publishes.
  case account
  /// Publishes an ntfy message in JSON.
  case publishJSON
  /// Publishes an ntfy message whose body is the text.
  case publish(NtfyTopic)
  /// Publishes an update to a sequence.
  case update(NtfyTopic, sequence: String)
  /// Deletes a sequence or marks it read.
  case change(NtfyEvent.Change, NtfyTopic, sequence: String)
  /// Subscribes to topics by name.
  case subscribe(topics: String, NtfySubscription.Form)
  /// Checks whether the client may use a topic.
  case mayUse
  /// A stored attachment.
  case file(AttachmentReference)
  /// Payloads of any format.
  case messages
  /// A webhook request, by the index of the webhook.
  case webhook(Int)
  /// A Gotify request besides sending, by the index of the webhook.
  case gotify(GotifyQuestion, Int)

  /// Finds the route of a request.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - webhooks: The paths of the webhooks, which take precedence over topics.
  /// - Throws: ``HTTPProblem``.
  init(_ call: HTTPCall, webhooks: [[String]] = []) throws(HTTPProblem) {
    if call.method == "OPTIONS" {
      self = .preflight
      return
    }
    if let index = webhooks.firstIndex(of: call.path) {
      self = try Self.only(Self.writing, call, .webhook(index))
      return
    }
    switch call.path {
    case ["health"], ["v1", "health"]: self = try Self.only(Self.reading, call, .health)
    case ["v1", "account"]: self = try Self.only(Self.reading, call, .account)
    case ["config.js"], ["v1", "config"], ["v1", "stats"]:
      let facts = NtfyServerFacts(rawValue: call.path.last ?? "") ?? .config
      self = try Self.only(Self.reading, call, .facts(facts))
    case ["metrics"]: self = try Self.only(Self.reading, call, .metrics)
    case []: self = try Self.only(Self.writing, call, .publishJSON)
    case ["v1", "messages"], ["v1", "apns"]: self = try Self.only(Self.writing, call, .messages)
    default: self = try Self.topic(call)
    }
  }

  private static let reading = ["GET", "HEAD"]
  private static let writing = ["PUT", "POST"]

  private static func topic(_ call: HTTPCall) throws(HTTPProblem) -> HTTPRoute {
    let path = call.path
    switch path.count {
    case 1:
      return try only(writing, call, .publish(NtfyTopic(path[0])))
    case 2 where ["publish", "send", "trigger"].contains(path[1]):
      // Not HEAD, which must not publish.
      return try only(["GET"], call, .publish(NtfyTopic(path[0])))
    case 2 where NtfySubscription.Form(rawValue: path[1]) != nil:
      let form = NtfySubscription.Form(rawValue: path[1]) ?? .json
      return try only(reading, call, .subscribe(topics: path[0], form))
    case 2 where path[0] == "file" && reading.contains(call.method):
      guard let reference = AttachmentReference(fileName: path[1]) else { throw .notFound }
      return .file(reference)
    case 2 where path[1] == "auth":
      return try only(reading, call, .mayUse)
    case 2 where isSequence(path):
      let topic = try NtfyTopic(path[0])
      return call.method == "DELETE"
        ? .change(.delete, topic, sequence: path[1])
        : try only(writing + ["DELETE"], call, .update(topic, sequence: path[1]))
    case 3 where ["clear", "read"].contains(path[2]) && isSequence(path):
      return try only(writing, call, .change(.clear, NtfyTopic(path[0]), sequence: path[1]))
    default: throw .notFound
    }
  }

  /// Whether a path is a sequence of a topic, not an unknown webhook.
  private static func isSequence(_ path: [String]) -> Bool {
    !["v1", "hooks"].contains(path[0]) && (try? NtfyTopic(path[1])) != nil
  }

  private static func only(
    _ methods: [String], _ call: HTTPCall, _ route: HTTPRoute
  ) throws(HTTPProblem) -> HTTPRoute {
    guard methods.contains(call.method) else { throw .wrongMethod(allowing: methods) }
    return route
  }

  /// Whether it needs no token.
  var isOpen: Bool {
    switch self {
    case .health, .preflight, .gotify(.version, _), .gotify(.health, _): true
    default: false
    }
  }

  /// Whether the body may be a file: if it has a name, is not text, or is too large for a text.
  var takesFile: Bool {
    switch self {
    case .publish, .update: true
    default: false
    }
  }

  /// Maximum bytes of the body.
  var bodyLimit: Int {
    switch self {
    case .health, .metrics, .account, .mayUse, .subscribe, .file, .gotify, .preflight, .facts: 0
    // The body is ignored, but some clients send one.
    case .change: 4 * 1_024
    case .publish, .update, .publishJSON: 256 * 1_024
    // GitHub sends at most 25 MB, and hardly ever more than some hundred kilobytes.
    case .webhook: 2 * 1_024 * 1_024
    case .messages: 8 * 1_024 * 1_024
    }
  }
}
