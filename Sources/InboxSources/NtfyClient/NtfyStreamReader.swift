import InboxCore
import InboxPayloads
import InboxText

/// Stores the events of a stream and saves its position.
struct NtfyStreamReader {
  private let cursor: SourceCursor
  private let context: SourceContext
  private let topics: [String]
  private var lastID: String?

  /// Makes a reader for topics.
  init(_ topics: [String], cursor: SourceCursor, context: SourceContext) {
    (self.topics, self.cursor, self.context) = (topics, cursor, context)
  }

  /// Handles lines; their messages are stored together.
  ///
  /// - Throws: `InboxError`; the same lines must then be received again.
  mutating func take(_ lines: [BoundedLines.Line]) async throws {
    var payloads: [Payload] = []
    for line in lines {
      guard case .bytes(let bytes) = line else {
        context.hasRefused("an event is too long")
        continue
      }
      guard case .object(let event)? = try? JSONValue(json: String(decoding: bytes, as: UTF8.self))
      else {
        context.hasRefused("a line is not an event")
        continue
      }
      try await take(event, into: &payloads)
    }
    try await store(payloads)
  }

  private mutating func take(
    _ event: [String: JSONValue], into payloads: inout [Payload]
  ) async throws {
    switch event["event"] ?? "message" {
    case "message":
      guard isWanted(event) else { return }
      let known = payloads.count
      do throws(PayloadError) {
        payloads.append(try PayloadDecoder().payload(from: .object(event), isNtfy: true))
      } catch {
        context.hasRefused(context.wording.text(error))
      }
      if payloads.count > known, case .string(let id)? = event["id"] { lastID = id }
    case "message_delete", "message_clear":
      guard isWanted(event) else { return }
      try await store(payloads)
      payloads = []
      try await change(event)
    default: break
    }
  }

  /// Whether its topic was subscribed to; otherwise the server could choose any source.
  private func isWanted(_ event: [String: JSONValue]) -> Bool {
    if case .string(let topic)? = event["topic"], topics.contains(topic) { return true }
    context.hasRefused("an event is of a topic that was not asked for")
    return false
  }

  private mutating func store(_ payloads: [Payload]) async throws {
    guard !payloads.isEmpty else { return }
    let results = try await context.intake.push(payloads, from: "ntfy")
    context.hasReceived(results.count { $0.isStored })
    for problem in results.compactMap(context.problem) { context.hasRefused(problem) }
    if let lastID { cursor.note(lastID) }
  }

  /// Applies a change made on the server: deletes a message or marks it read.
  private func change(_ event: [String: JSONValue]) async throws {
    guard case .string(let id)? = event["sequence_id"], case .string(let topic)? = event["topic"]
    else { return }
    let inbox = context.intake.inbox
    let candidates = try inbox.resolve([id])
    let numbers = candidates.numbers + candidates.candidates.values.flatMap { $0.map(\.number) }
    let messages = try await inbox.messages(numbers).filter {
      $0.id == id && $0.source == "ntfy/\(topic)"
    }
    guard !messages.isEmpty else { return }
    if event["event"] == "message_delete" {
      try await inbox.delete(messages.map(\.number))
    } else {
      try await inbox.markRead(messages.map(\.number))
    }
  }
}
