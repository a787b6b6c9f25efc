import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// Handling webhook requests.
extension HTTPService {
  /// Stores a webhook request and responds as the service expects.
  func take(_ call: HTTPCall, of webhook: Webhook) async throws(HTTPProblem) -> HTTPAnswer {
    let token = webhook.hasSecret ? nil : try rules.access.checkToken(call)
    var delivery = try await delivery(call, of: webhook, by: token)
    let isOver = try await isSuperseded(delivery.payloads, of: call, at: webhook.name)
    let results = isOver ? [] : try await store(delivery.payloads, from: "webhook")
    let isLone = delivery.payloads.count == 1
    for (index, result) in results.enumerated() {
      if let problem = problem(result) { delivery.note(problem, of: isLone ? nil : index + 1) }
    }
    // The request fails if nothing was stored.
    let isTaken = results.isEmpty || results.contains { problem($0) == nil }
    if !isTaken, let problem = delivery.firstProblem { throw problem }
    if let problem = delivery.firstProblem {
      context.hasRefused(
        problem.message, at: "webhook '\(webhook.name)'", count: delivery.badCount)
    }
    switch webhook.answer {
    case .counted: return .counted(results.count { $0.isStored }, of: delivery)
    case .accepted:
      return .json(
        .object([
          "status": "success", "message": "Event processed",
          "dedup_key": delivery.document.value(at: "/dedup_key") ?? .null,
        ]), status: 202)
    case .gotify:
      let index = try applications(of: webhook).firstIndex(of: delivery.token)
      return .json(Self.gotifyMessage(delivery, results.first, application: index ?? 0))
    case .discord: return .discord(delivery, results.first, isAwaited: call.isAwaited)
    case .slack: return .text("ok")
    case .teams:
      // Connectors respond with 1; workflows, whose cards are attachments, only accept.
      return delivery.document.list(at: "/attachments").isEmpty ? .text("1") : .empty(202)
    }
  }

  /// Makes the messages of a request; long documents one after the other, beside all other requests.
  private func delivery(
    _ call: HTTPCall, of webhook: Webhook, by token: AccessToken?
  ) async throws(HTTPProblem) -> WebhookDelivery {
    guard call.body.count > Self.longDocument else { return try webhook.delivery(call, by: token) }
    do {
      return try await onBlockingQueue(Self.longDocuments) {
        try webhook.delivery(call, by: token)
      }
    } catch {
      throw error as? HTTPProblem ?? .internalError
    }
  }

  /// Bytes of a document that is read at once.
  private static let longDocument = 65_536
  private static let longDocuments = DispatchQueue(label: "long documents")

  /// The error for a message that was not stored; nil if it was, or was dropped by a rule.
  func problem(_ result: PushResult) -> HTTPProblem? {
    context.problem(result).map(HTTPProblem.badPayload.because)
  }
}

extension HTTPAnswer {
  /// A response with the number of stored messages.
  fileprivate static func counted(_ count: Int, of delivery: WebhookDelivery) -> HTTPAnswer {
    var answer: [String: JSONValue] = ["success": .bool(true), "stored": .integer(Int64(count))]
    if let problem = delivery.firstProblem {
      answer["bad"] = .integer(Int64(delivery.badCount))
      answer["error"] = .string(problem.message)
    }
    return .json(.object(answer))
  }

  /// A response in Discord's format.
  fileprivate static func discord(
    _ delivery: WebhookDelivery, _ result: PushResult?, isAwaited: Bool
  ) -> HTTPAnswer {
    guard isAwaited else { return .empty() }
    return .json(
      .object([
        "id": .string("\(result?.stored?.number.rawValue ?? 0)"), "type": .integer(0),
        "channel_id": "0",
        "webhook_id": "0", "content": delivery.document.value(at: "/content") ?? "",
        "embeds": delivery.document.value(at: "/embeds") ?? .array([]),
        "attachments": .array([]), "mentions": .array([]), "tts": .bool(false),
        "timestamp": .string(RFC3339.string(from: Date())),
        "author": .object([
          "id": "0", "bot": .bool(true),
          "username": delivery.document.value(at: "/username") ?? "",
        ]),
      ]))
  }
}

extension HTTPCall {
  /// Whether a Discord client requests the message in the response.
  fileprivate var isAwaited: Bool {
    ["true", "1"].contains(queryParameter(["wait"])?.lowercased())
  }
}

extension JSONValue {
  /// The event with a new key for a trigger without one, as PagerDuty does; the sender resolves the
  /// alert with the key of the response.
  var withKey: JSONValue {
    guard case .object(var event) = self, event["event_action"] == "trigger",
      [.null, ""].contains(event["dedup_key"] ?? .null)
    else { return self }
    event["dedup_key"] = .string(UUID().uuidString.lowercased().replacing("-", with: ""))
    return .object(event)
  }
}
