import Foundation
import InboxCore
import InboxSettings
import InboxText

/// Requests of Gotify clients besides sending.
///
/// The values are the paths below that of the server.
enum GotifyQuestion: String, Sendable, Hashable {
  /// The server's version; needs no token.
  case version
  /// The server's health; needs no token.
  case health
  /// The list of applications, one for each token.
  case applications = "application"
  /// The current user.
  case user = "current/user"
}

extension HTTPService {
  /// The default priority.
  private static let defaultPriority: Int64 = 5

  /// The version whose responses are implemented.
  private static let gotifyVersion = "2.6.3"

  /// The route of a Gotify request next to a webhook's path; nil for other requests.
  func gotifyRoute(_ call: HTTPCall) -> (HTTPRoute, of: Webhook)? {
    guard ["GET", "HEAD"].contains(call.method) else { return nil }
    for (index, webhook) in rules.webhooks.enumerated() where webhook.isByApplication {
      let base = webhook.path.dropLast()
      guard call.path.starts(with: base) else { continue }
      let path = call.path.dropFirst(base.count).joined(separator: "/")
      // The health of the whole service is asked for at the root.
      guard let question = GotifyQuestion(rawValue: path), question != .health || !base.isEmpty
      else { continue }
      return (.gotify(question, index), webhook)
    }
    return nil
  }

  /// Checks the token of a Gotify request.
  ///
  /// - Throws: ``HTTPProblem``.
  func checkToken(_ call: HTTPCall, of webhook: Webhook) throws(HTTPProblem) {
    guard webhook.hasSecret else {
      try rules.access.checkToken(call)
      return
    }
    guard try webhook.secrets().first(among: HTTPAccess.candidates(call)) != nil else {
      throw .unauthorized
    }
  }

  func answer(
    _ question: GotifyQuestion, of webhook: Webhook
  ) throws(HTTPProblem) -> HTTPAnswer {
    switch question {
    case .version:
      return .json(
        .object(["version": .string(Self.gotifyVersion), "commit": "", "buildDate": ""]))
    case .health: return .json(Self.health)
    case .user:
      return .json(
        .object(["id": .integer(1), "name": .string(webhook.name), "admin": .bool(false)]))
    case .applications:
      let applications = try applications(of: webhook)
      return .json(
        .array(
          applications.enumerated().map { index, token in
            .object([
              "id": .integer(Int64(index + 1)), "token": "",
              "name": .string(token?.name ?? webhook.name),
              "description": "", "internal": .bool(false), "image": "",
              "defaultPriority": .integer(Self.defaultPriority), "lastUsed": .null,
            ])
          }))
    }
  }

  /// The health response, for ntfy and Gotify clients.
  static let health = JSONValue.object([
    "healthy": .bool(true), "health": "green", "database": "green",
  ])

  /// The tokens of a webhook's applications, which are numbered from 1; nil if none is required.
  func applications(of webhook: Webhook) throws(HTTPProblem) -> [AccessToken?] {
    var tokens: [AccessToken] = []
    if webhook.hasSecret {
      tokens = try webhook.secrets()
    } else if let all = rules.access.tokens {
      do { tokens = try all.all() } catch { throw .internalError }
    }
    return tokens.isEmpty ? [nil] : tokens
  }

  /// A response in Gotify's format.
  static func gotifyMessage(
    _ delivery: WebhookDelivery, _ result: PushResult?, application index: Int
  ) -> JSONValue {
    let payload = delivery.payloads.first
    let priority = delivery.document.text(at: "/priority").flatMap { Int64($0) }
    return .object([
      "id": .integer(result?.stored?.number.rawValue ?? 0), "appid": .integer(Int64(index + 1)),
      "date": .string(RFC3339.string(from: Date())),
      "title": .string(payload?.title.value ?? ""), "message": .string(payload?.body.value ?? ""),
      "priority": .integer(priority ?? defaultPriority),
      "extras": delivery.document.value(at: "/extras") ?? .null,
    ])
  }
}
