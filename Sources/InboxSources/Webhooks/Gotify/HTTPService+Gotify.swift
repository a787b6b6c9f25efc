import Foundation
import InboxCore
import InboxSettings
import InboxText

/// Requests of Gotify clients besides sending.
enum GotifyQuestion: Sendable, Hashable {
  /// The server's version; needs no token.
  case version
  /// The server's health; needs no token.
  case health
  /// The list of applications, one for each token.
  case applications
  /// The current user.
  case user
}

/// A Gotify application: a token for sending.
struct GotifyApplication: Sendable, Hashable {
  /// Its number, from 1.
  var id: Int64
  /// The token; nil if none is required.
  var token: AccessToken?
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
      switch call.path.dropFirst(base.count).joined(separator: "/") {
      case "version": return (.gotify(.version, index), webhook)
      case "health" where !base.isEmpty: return (.gotify(.health, index), webhook)
      case "application": return (.gotify(.applications, index), webhook)
      case "current/user": return (.gotify(.user, index), webhook)
      default: break
      }
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
    guard try secrets(of: webhook).first(among: HTTPAccess.candidates(call)) != nil else {
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
          applications.map { application in
            .object([
              "id": .integer(application.id), "token": "",
              "name": .string(application.token?.name ?? webhook.name),
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

  /// The applications of a webhook, in the order of the tokens.
  func applications(of webhook: Webhook) throws(HTTPProblem) -> [GotifyApplication] {
    var tokens: [AccessToken] = []
    if webhook.hasSecret {
      tokens = try secrets(of: webhook)
    } else if let all = rules.access.tokens {
      do { tokens = try all.all() } catch { throw .internalError }
    }
    guard !tokens.isEmpty else { return [GotifyApplication(id: 1, token: nil)] }
    return tokens.enumerated().map { GotifyApplication(id: Int64($0 + 1), token: $1) }
  }

  private func secrets(of webhook: Webhook) throws(HTTPProblem) -> [AccessToken] {
    do { return try webhook.secrets() } catch { throw .closedWebhook }
  }

  /// A response in Gotify's format.
  static func gotifyMessage(
    _ delivery: WebhookDelivery, _ result: PushResult?, application: Int64
  ) -> JSONValue {
    let payload = delivery.payloads.first
    let priority = delivery.document.text(at: "/priority").flatMap { Int64($0) }
    return .object([
      "id": .integer(result?.stored?.number.rawValue ?? 0), "appid": .integer(application),
      "date": .string(RFC3339.string(from: Date())),
      "title": .string(payload?.title.value ?? ""), "message": .string(payload?.body.value ?? ""),
      "priority": .integer(priority ?? defaultPriority),
      "extras": delivery.document.value(at: "/extras") ?? .null,
    ])
  }
}
