import Foundation
import InboxCore
import InboxText
import Logging

/// Taking what services send.
extension HTTPService {
  /// Stores what a service sends, and answers as it expects.
  func take(_ call: HTTPCall, of webhook: Webhook) async throws(HTTPProblem) -> HTTPAnswer {
    let call = webhook.answer == .accepted ? call.withKey : call
    let delivery = try webhook.delivery(call)
    let payloads = delivery.payloads
    let results = try await store(payloads, from: "webhook")
    let count = results.count { $0.isStored }
    if let problem = delivery.firstProblem {
      context.log.notice(
        """
        the webhook '\(webhook.name)' left out \(delivery.badCount) of a list; the first: \
        \(problem.message)
        """
      )
    }
    switch webhook.answer {
    case .counted:
      var answer: [String: JSONValue] = [
        "success": .bool(true), "stored": .integer(Int64(count)),
      ]
      if let problem = delivery.firstProblem {
        answer["bad"] = .integer(Int64(delivery.badCount))
        answer["error"] = .string(problem.message)
      }
      return .json(.object(answer))
    case .accepted:
      let document = (try? JSONValue(json: String(decoding: call.body, as: UTF8.self))) ?? .null
      return .json(
        .object([
          "status": "success", "message": "Event processed",
          "dedup_key": document.value(at: "/dedup_key") ?? .null,
        ]), status: 202)
    case .message: return .json(Self.gotify(payloads.first, results.first))
    }
  }

  /// A message as Gotify answers it.
  private static func gotify(_ payload: Payload?, _ result: PushResult?) -> JSONValue {
    var number: Int64 = 0
    if case .inserted(let stored, _)? = result { number = stored.rawValue }
    if case .merged(let stored, _)? = result { number = stored.rawValue }
    return .object([
      "id": .integer(number), "appid": .integer(1), "date": .string(RFC3339.string(from: Date())),
      "title": .string(payload?.title.value ?? ""), "message": .string(payload?.body.value ?? ""),
      "priority": .integer(Int64(payload?.priority.value?.rawValue ?? 0)),
    ])
  }
}

extension HTTPCall {
  /// The request with a key for an event that begins a matter and has none, as PagerDuty makes one up:
  /// by that of the answer a sender ends the matter.
  fileprivate var withKey: HTTPCall {
    guard case .object(var event)? = try? JSONValue(json: String(decoding: body, as: UTF8.self)),
      event["event_action"] == "trigger", [.null, ""].contains(event["dedup_key"] ?? .null)
    else { return self }
    event["dedup_key"] = .string(UUID().uuidString.lowercased().replacing("-", with: ""))
    var call = self
    call.body = Array(JSONValue.object(event).json.utf8)
    return call
  }
}
