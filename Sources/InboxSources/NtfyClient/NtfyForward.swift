import Foundation
import InboxCore
package import InboxSettings
import InboxText
import Logging

/// Publishes messages to a topic on an ntfy server and receives answers from another topic, so that
/// questions can be answered on a phone.
package struct NtfyForward: NotificationSource {
  private let settings: NtfySettings
  private let topic: String

  /// Makes a source; nil if nothing is forwarded.
  package init?(_ settings: NtfySettings) {
    guard let topic = settings.forward else { return nil }
    (self.settings, self.topic) = (settings, topic)
  }

  package var name: String { "forward/\(settings.name)" }

  /// The topic for answers.
  private var answersTopic: String { topic + NtfySettings.answersSuffix }

  package func run(in context: SourceContext) async throws {
    let code = AnswerCode(key: try AnswerCode.key(in: context.folder))
    try await NtfyServer.connected(settings) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await publishArrivals(to: server, code, in: context) }
        group.addTask { try await takeAnswers(of: server, code, in: context) }
        _ = try await group.next()
      }
    }
  }
}

/// Publishing.
extension NtfyForward {
  /// Maximum missed messages that are published after a break, the most urgent of them.
  private static let mostMissed = 50

  /// Publishes the messages missed during a break, then new ones as they arrive.
  private func publishArrivals(
    to server: NtfyServer, _ code: AnswerCode, in context: SourceContext
  ) async throws {
    let inbox = context.intake.inbox
    let (arrivals, arrival) = AsyncStream.makeStream(of: InboxChange.self)
    let token = try inbox.observe { arrival.yield($0) }
    defer { token.cancel() }
    let cursor = SourceCursor(folder: context.folder, name: name)
    var last = try await missed(in: inbox, since: cursor)
    for message in last.messages {
      try await publish(message, to: server, code)
      cursor.note("\(message.number.rawValue)")
    }
    if last.leftOutCount > 0 {
      context.hasRefused(
        "more than \(Self.mostMissed) messages were missed in a break; the least urgent are not "
          + "forwarded", count: last.leftOutCount)
    }
    for await change in arrivals {
      let numbers = change.numbers(of: [.received, .resurfaced])
      let again = Set(change.numbers(of: [.resurfaced]))
      for message in try await inbox.messages(numbers) {
        guard message.number > last.number || again.contains(message.number) else { continue }
        if isWanted(message) { try await publish(message, to: server, code) }
        last.number = max(last.number, message.number)
        cursor.note("\(last.number.rawValue)")
      }
    }
  }

  /// The messages to publish that came after the last published one.
  private struct Missed: Sendable {
    var messages: [Message] = []
    /// The newest number of all messages.
    var number: MessageNumber
    var leftOutCount = 0
  }

  /// The messages missed since the last published one; none at the first start.
  private func missed(in inbox: Inbox, since cursor: SourceCursor) async throws -> Missed {
    let numbers = try await onBlockingQueue { try inbox.numbers(matching: MessageQuery()) }
    let newest = numbers.max() ?? MessageNumber(rawValue: 0)
    guard let last = cursor.value.flatMap({ Int64($0) }).map(MessageNumber.init(_:)) else {
      cursor.note("\(newest.rawValue)")
      return Missed(number: newest)
    }
    var missed = Missed(number: max(newest, last))
    for number in numbers.sorted() where number > last {
      guard let message = try await inbox.message(number), isWanted(message) else { continue }
      missed.messages.append(message)
      guard missed.messages.count > Self.mostMissed else { continue }
      // The oldest of the least urgent is the one that is left out.
      let least = missed.messages.map(\.priority.rawValue).min()
      missed.messages.remove(
        at: missed.messages.firstIndex { $0.priority.rawValue == least } ?? 0)
      missed.leftOutCount += 1
    }
    return missed
  }

  /// Whether it is an open question or matches the filter, and did not come from this server.
  private func isWanted(_ message: Message) -> Bool {
    let now = Date()
    let own = (settings.topics + [topic]).map { "ntfy/\($0)" }
    guard message.status == .unread, message.delivery != .inbox, !own.contains(message.source),
      message.startsAt.map({ $0 <= now }) ?? true
    else { return false }
    return message.awaitsAnswer(at: now)
      || settings.forwardFilter.map { $0.matches(message, at: now) } ?? false
  }

  private func publish(
    _ message: Message, to server: NtfyServer, _ code: AnswerCode
  ) async throws {
    let isAsked = message.awaitsAnswer(at: Date())
    let actions = isAsked ? answers(to: message, code) : message.ntfyLinks
    try await server.publish(.object(message.ntfyPublication(to: topic, with: actions)))
  }

  /// Actions that post the first answers to the topic for answers.
  private func answers(to message: Message, _ code: AnswerCode) -> [JSONValue] {
    message.actions.prefix(NtfyActions.most).enumerated().map { index, action in
      .object([
        "action": "http", "label": .string(action.label), "method": "POST", "clear": .bool(true),
        "url": .string("\(settings.server)/\(answersTopic)"),
        "body": .string(code.text(for: message, action: index)),
      ])
    }
  }
}

/// Receiving answers.
extension NtfyForward {
  private func takeAnswers(
    of server: NtfyServer, _ code: AnswerCode, in context: SourceContext
  ) async throws {
    let cursor = SourceCursor(folder: context.folder, name: "\(name)-answers")
    try await server.subscribe([answersTopic], since: cursor.value ?? "10m") {
      context.isRunning("\(settings.server)/\(topic)")
    } take: { lines in
      for case .bytes(let bytes) in lines {
        guard
          case .object(let event)? = try? JSONValue(json: String(decoding: bytes, as: UTF8.self)),
          event["event"] == "message", case .string(let text)? = event["message"]
        else { continue }
        try await answer(text, code, in: context)
        if case .string(let id)? = event["id"] { cursor.note(id) }
      }
    }
  }

  private func answer(_ text: String, _ code: AnswerCode, in context: SourceContext) async throws {
    let inbox = context.intake.inbox
    guard let (number, index) = AnswerCode.place(in: text),
      let message = try await inbox.message(number), message.actions.indices.contains(index),
      code.isRight(text, for: message, action: index)
    else { return context.log.warning("an answer that fits no question was passed by") }
    let outcome = try await inbox.answer(number, action: message.actions[index].id)
    if case .answered = outcome {
      context.log.info("\(number) was answered by ntfy")
    } else {
      context.log.info("an answer to \(number) came too late")
    }
  }
}
