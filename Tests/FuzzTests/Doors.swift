import ArgumentParser
import Foundation
import InboxCore
import InboxMail
import InboxPayloads
import InboxSettings
import InboxTestSupport
import InboxText
import Logging
import Synchronization

@testable import InboxSources
@testable import bellboard

/// A way in, by the entry point that its program uses.
enum Door: String, CaseIterable {
  case push, json, messages, ntfyHeaders, ntfyQuery, ntfyJSON, webhook, mail, desktop, imported

  /// The fields that it has a place for beside title and body.
  var fields: Set<SentMessage.Field> {
    switch self {
    case .push:
      [
        .subtitle, .categories, .tags, .conversionTags, .thread, .url, .attachment, .action, .sound,
        .custom, .fold,
      ]
    case .json, .messages, .imported: Set(SentMessage.Field.allCases)
    case .ntfyHeaders, .ntfyQuery: [.tags, .url, .attachment, .action]
    case .ntfyJSON: [.tags, .url, .attachment, .action, .unknown]
    case .webhook: [.url]
    case .mail: []
    case .desktop: [.categories, .action, .sound]
    }
  }

  /// Hands a message in; throws when it is not acknowledged.
  func deliver(_ message: SentMessage, to service: DoorService) throws {
    switch self {
    case .push:
      var payload = try PayloadOptions.parse(message.flags).payload(at: .testing)
      (payload.title, payload.body) = (.set(message.title), .set(message.body))
      try service.store(payload)
    case .json: try service.store(PayloadDecoder().decode(message.json))
    case .imported: try service.take(PayloadDecoder(purpose: .import).decode(message.json))
    case .messages: try service.ask("/v1/messages", body: message.json)
    case .ntfyHeaders:
      try service.ask("/topic", headers: message.parameters, body: Array(message.body.utf8))
    case .ntfyQuery:
      let query = message.parameters.map { (name: $0.key, value: $0.value) }
      try service.ask("/topic", query: query, body: Array(message.body.utf8))
    case .ntfyJSON: try service.ask("/", body: message.ntfyJSON)
    case .webhook: try service.ask("/hooks/hook", body: message.webhookJSON)
    case .mail: try service.store(MailMessage(message.mail).payload)
    case .desktop: try service.store(try message.call().payload())
    }
  }
}

/// An inbox with the service of the daemon, without a socket.
struct DoorService {
  /// A message that was refused.
  struct Refusal: Error {
    var reason: String
  }

  let inbox: Inbox
  private let service: HTTPService

  init(_ inbox: Inbox) throws {
    self.inbox = inbox
    let context = SourceContext(
      intake: Intake(inbox),
      wording: SourceWording(text: { "\($0)" }, reason: { "\($0)" }), log: Logger(label: "test"),
      board: SourceBoard(), name: "http", folder: "/nonexistent")
    var settings = ReceivingSettings()
    settings.http.rate = 0
    settings.webhooks = [WebhookSettings(name: "hook")]
    let rules = try HTTPRules(
      LiveHTTPSettings.Values(settings), at: .tcp(host: "127.0.0.1", port: 0), in: context)
    service = HTTPService(
      rules: rules, metrics: HTTPMetrics(), hub: SubscriptionHub(inbox), context: context,
      isEncrypted: false)
  }

  func store(_ payload: Payload) throws {
    try check(try inbox.push([payload], defaultSource: "door").results)
  }

  func store(_ records: [PayloadRecord]) throws {
    try check(
      try inbox.push(try records.map { try $0.result.get() }, defaultSource: "door").results)
  }

  func take(_ records: [PayloadRecord]) throws {
    try check(try inbox.importMessages(try records.map { try $0.result.get() }).results)
  }

  private func check(_ results: [PushResult]) throws {
    for result in results where !result.isStored { throw Refusal(reason: "\(result)") }
  }

  /// Asks the service, and waits for its answer.
  func ask(
    _ path: String, headers: [String: String] = [:],
    query: [(name: String, value: String)] = [], body: [UInt8]
  ) throws {
    let call = HTTPCall(
      method: "POST", path: path.split(separator: "/").map(String.init), query: query,
      headers: headers, body: body)
    let result = LastAnswer()
    let isDone = DispatchSemaphore(value: 0)
    let service = service
    Task.detached {
      let answer: Result<HTTPAnswer, any Error>
      do {
        var call = call
        let route = try service.admit(&call)
        guard case .whole(let whole) = try await service.reply(call, by: route) else {
          throw Refusal(reason: "a stream")
        }
        answer = .success(whole)
      } catch {
        answer = .failure(error)
      }
      result.value.withLock { $0 = answer }
      isDone.signal()
    }
    isDone.wait()
    let answer = try result.value.withLock { $0 }?.get()
    guard let answer, answer.status == 200 else {
      throw Refusal(reason: String(decoding: answer?.body ?? [], as: UTF8.self))
    }
  }
}

/// The answer of a task to the thread that waits for it.
///
/// State: the answer. Guard: the mutex, because one thread sets it and another takes it.
private final class LastAnswer: Sendable {
  let value = Mutex<Result<HTTPAnswer, any Error>?>(nil)
}
