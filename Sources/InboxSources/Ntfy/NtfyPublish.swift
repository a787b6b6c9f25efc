import Foundation
import InboxCore
import InboxPayloads
import InboxText

/// An ntfy publish request, converted to the fields of ntfy's JSON format.
struct NtfyPublish: Sendable {
  /// The fields of the message.
  var fields: [String: JSONValue]
  /// When it becomes visible; nil for at once.
  var startsAt: Date?
  /// The uploaded file.
  private var file: Attachment?
  /// Whether the sender set a text.
  private let hasText: Bool
  /// The time from which a delay is counted.
  private let now: Date

  /// Parses a request with the text as its body and fields in headers or the query.
  ///
  /// - Throws: ``HTTPProblem``.
  init(
    _ call: HTTPCall, to topic: NtfyTopic, sequence: String? = nil, at now: Date,
    timeZone: TimeZone = .current
  ) throws(HTTPProblem) {
    self.now = now
    let call = try NtfyTemplate(call).isInRequest ? call.filled() : call
    fields = try Self.fields(of: call)
    if let sequence { fields["sequence_id"] = .string(sequence) }
    fields["topic"] = .string(topic.description)
    let (text, other) = try Self.texts(of: call)
    hasText = text != nil
    nameAttachment()
    fields["message"] = .string(text ?? defaultText)
    // The second text is kept in a custom field.
    fields[Self.otherText] = other.map(JSONValue.string)
    try checkLinks()
    if let delay = call.delay { startsAt = try Self.date(delay, at: now, timeZone) }
  }

  /// Parses a message in JSON; missing fields may be in headers or the query.
  ///
  /// - Throws: ``HTTPProblem``.
  init(
    json call: HTTPCall, at now: Date, timeZone: TimeZone = .current
  ) throws(HTTPProblem) {
    self.now = now
    var reader = JSONReader(call.body, maximumDepth: Payload.maximumDepth)
    guard case .object(let object) = try? reader.readWhole() else { throw .badMessageJSON }
    // Some clients write every field; null and "" mean unset.
    let given = object.filter { $0.value != .null && $0.value != "" }
    fields = given.merging(try Self.fields(of: call)) { own, _ in own }
    guard case .string(let topic)? = fields["topic"] else { throw .badTopic }
    fields["topic"] = .string(try NtfyTopic(topic).description)
    hasText = fields["message"] != nil
    nameAttachment()
    fields["message"] = fields["message"] ?? .string(defaultText)
    // Fields that only the server sets.
    for name in ["id", "time", "event", "expires", "attachment"] { fields[name] = nil }
    for name in Self.forTheServer { fields[name] = nil }
    if let priority = given["priority"] { fields["priority"] = try Self.priority(in: priority) }
    if case .string(let tags)? = fields["tags"] { fields["tags"] = Self.list(tags) }
    if case .array(let actions)? = fields["actions"] {
      fields["actions"] = .array(try NtfyActions.checked(actions))
    }
    if let delay = fields.removeValue(forKey: "delay") ?? call.delay.map(JSONValue.string) {
      guard case .string(let text) = delay else { throw .cannotParseDelay }
      startsAt = try Self.date(text, at: now, timeZone)
    }
    try checkLinks()
  }

  /// The topic.
  var topic: String {
    if case .string(let topic)? = fields["topic"] { topic } else { "" }
  }

  /// The message as a payload.
  ///
  /// - Throws: `PayloadError`.
  func payload() throws(PayloadError) -> Payload {
    var payload = try PayloadDecoder().payload(from: .object(fields), isNtfy: true)
    payload.sentAt = .set(now)
    if let startsAt { payload.startsAt = .set(startsAt) }
    if let file { payload.attachments = .set([file]) }
    return payload
  }

  /// The response to the publisher: the message as subscribers receive it.
  ///
  /// - Parameters:
  ///   - id: The id of the message.
  ///   - base: The base URL of this service.
  /// - Returns: The object.
  func answer(id: String, at base: String? = nil) -> JSONValue {
    var message = fields
    message["id"] = .string(id)
    message["time"] = .integer(Int64((startsAt ?? now).timeIntervalSince1970))
    message["event"] = "message"
    if case .string(let word)? = message["priority"] {
      message["priority"] = Priority(parsing: word).map { .integer(Int64($0.rawValue)) }
    }
    // Names that only publishers use.
    if message.removeValue(forKey: "markdown") == .bool(true) {
      message["content_type"] = "text/markdown"
    }
    message[Self.otherText] = nil
    if case .array(let actions)? = message["actions"] {
      message["actions"] = .array(actions.map(Self.withID))
    }
    let name = message.removeValue(forKey: "filename")
    if let url = message.removeValue(forKey: "attach") {
      message["attachment"] = .object(["name": name ?? "attachment", "url": url])
    }
    if let file { message["attachment"] = file.ntfyJSON(at: base) }
    return .object(message)
  }
}

/// Attachments.
extension NtfyPublish {
  /// The file name that the sender chose.
  var fileName: String? {
    if case .string(let name)? = fields["filename"] { name } else { nil }
  }

  /// Adds the uploaded file.
  ///
  /// - Parameters:
  ///   - attachment: The file.
  ///   - firstLine: The first line of a small text file, which stands in for missing texts.
  mutating func attach(_ attachment: Attachment, firstLine: String? = nil) {
    file = attachment
    fields["filename"] = nil
    guard !hasText else { return }
    fields["message"] = .string(defaultText)
    guard let firstLine else { return }
    if fields["title"] == nil {
      fields["title"] = .string(firstLine)
    } else {
      fields["message"] = .string("\(firstLine)\n\(defaultText)")
    }
  }

  /// The default text, as in ntfy.
  private var defaultText: String {
    if let name = file?.name ?? (fields["attach"] == nil ? nil : fileName) {
      return "You received a file: \(name)"
    }
    return "triggered"
  }

  /// Names a linked attachment by the last path component.
  private mutating func nameAttachment() {
    guard fields["filename"] == nil, case .string(let link)? = fields["attach"] else { return }
    fields["filename"] = .string(Attachment(url: link).fileName)
  }
}

/// The parts of a request.
extension NtfyPublish {
  /// An action with its id, by default its label.
  private static func withID(_ action: JSONValue) -> JSONValue {
    guard case .object(var fields) = action else { return action }
    fields["id"] = fields["id"] ?? fields["label"]
    return .object(fields)
  }

  /// Text fields with all their names.
  private static let texts: [(name: String, names: [String])] = [
    ("title", HTTPCall.titleNames),
    ("click", ["x-click", "click"]),
    ("icon", ["x-icon", "icon"]),
    ("attach", ["x-attach", "attach", "a"]),
    ("filename", ["x-filename", "filename", "file", "f"]),
    ("sequence_id", sequenceNames),
  ]
  /// The names of the sequence.
  static let sequenceNames = ["x-sequence-id", "sequence-id", "sid"]

  /// Fields for ntfy features that do not exist here.
  private static let forTheServer = ["email", "call", "cache", "firebase", "unifiedpush"]

  /// The fields in headers or the query.
  private static func fields(of call: HTTPCall) throws(HTTPProblem) -> [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    for (name, aliases) in texts { fields[name] = call.parameter(aliases).map(JSONValue.string) }
    if let tags = call.parameter("x-tags", "tags", "tag", "ta") { fields["tags"] = list(tags) }
    if let priority = call.priority { fields["priority"] = try Self.priority(priority) }
    if let actions = call.parameter("x-actions", "actions", "action") {
      fields["actions"] = try NtfyActions.list(actions)
    }
    if call.isMarkdown { fields["markdown"] = .bool(true) }
    return fields
  }

  /// The custom field for a header's text if there is also a body.
  private static let otherText = "x-message"

  /// The text of a request, and a second text in its header; the body takes precedence, as in ntfy.
  private static func texts(
    of call: HTTPCall
  ) throws(HTTPProblem) -> (text: String?, other: String?) {
    guard let body = String(validating: call.body, as: UTF8.self) else { throw .notUTF8 }
    let text = StreamSafe.text(body).trimmingCharacters(in: .whitespacesAndNewlines)
    let other = call.parameter(HTTPCall.messageNames)?.replacing("\\n", with: "\n")
    return text.isEmpty ? (other, nil) : (text, other == text ? nil : other)
  }

  private static func list(_ text: String) -> JSONValue {
    .array(HTTPCall.list(text).map(JSONValue.string))
  }

  private static func priority(_ text: String) throws(HTTPProblem) -> JSONValue {
    if let number = Int64(text), (1...5).contains(number) { return .integer(number) }
    let name = text.lowercased()
    guard let priority = Priority(parsing: name) else { throw .badPriority }
    // Another system's word is kept.
    let isOwn = priority.name == name || name == "urgent"
    return isOwn ? .integer(Int64(priority.rawValue)) : .string(name)
  }

  /// Parses a priority in JSON, where 0 is also the default.
  private static func priority(in value: JSONValue) throws(HTTPProblem) -> JSONValue? {
    switch value {
    case .null, .integer(0), .string(""): return nil
    case .integer(let number): return try priority(String(number))
    case .string(let text): return try priority(text)
    default: throw .badPriority
    }
  }

  /// Parses a time or a duration: Unix seconds, `30m`, `3 days`, `tomorrow, 10am`.
  private static func date(
    _ text: String, at now: Date, _ timeZone: TimeZone
  ) throws(HTTPProblem) -> Date {
    let plain = text.replacing(",", with: " ").split(separator: " ").joined(separator: " ")
    let reader = TimeExpressionReader(now: now, timeZone: timeZone)
    guard let date = try? reader.date(plain) else { throw .cannotParseDelay }
    guard date > now else { throw .smallDelay }
    return date
  }

  private func checkLinks() throws(HTTPProblem) {
    for (name, problem) in [("attach", HTTPProblem.badAttachment), ("icon", .badIcon)] {
      guard let value = fields[name] else { continue }
      guard case .string(let url) = value,
        ["http://", "https://"].contains(where: url.lowercased().hasPrefix)
      else { throw problem }
    }
  }
}

extension HTTPCall {
  /// The names of the title.
  static let titleNames = ["x-title", "title", "ti", "t"]
  /// The names of the text.
  static let messageNames = ["x-message", "message", "m"]
  /// The names of the priority.
  static let priorityNames = ["x-priority", "priority", "prio", "p"]

  /// The priority, ignoring the header of RFC 9218 with the same name, which browsers and proxies
  /// send.
  var priority: String? {
    let names = Self.priorityNames
    let values = names.compactMap { headers[$0].map(Self.trimmed) }.filter { value in
      !value.isEmpty && !value.hasPrefix("u=") && value != "i" && !value.hasPrefix("i,")
    }
    return values.first ?? queryParameter(names)
  }

  /// The delay as it was written.
  fileprivate var delay: String? { parameter("x-delay", "delay", "x-at", "at", "x-in", "in") }

  fileprivate var isMarkdown: Bool {
    if headers["content-type"]?.lowercased().hasPrefix("text/markdown") == true { return true }
    let flag = parameter("x-markdown", "markdown", "md")?.lowercased()
    return flag.map { ["1", "yes", "true"].contains($0) } ?? false
  }
}
