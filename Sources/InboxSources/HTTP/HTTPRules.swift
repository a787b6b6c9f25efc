import InboxSettings
import Logging
import Synchronization

/// The rules for requests, made from the settings: access, rate, webhooks and certificate.
struct HTTPRules: Sendable {
  /// The settings.
  let values: LiveHTTPSettings.Values
  /// Access control.
  let access: HTTPAccess
  /// The rate limit.
  let rate: RequestRate
  /// The rate limit of urgent messages beyond it.
  let urgentRate: RequestRate
  /// The webhooks.
  let webhooks: [Webhook]
  /// The certificate; nil without TLS.
  let certificate: ServerCertificate?

  /// Makes the rules; unchanged parts are reused with their counts.
  ///
  /// - Parameters:
  ///   - values: The settings.
  ///   - address: The address of the listener.
  ///   - context: The source's context, for failures.
  ///   - before: The current rules.
  /// - Throws: `SecretError`, ``SourceError`` for settings that cannot be used; the current rules
  ///   then stay in effect.
  init(
    _ values: LiveHTTPSettings.Values, at address: ListenAddress, in context: SourceContext,
    after before: HTTPRules? = nil
  ) throws {
    self.values = values
    let http = values.http
    let old = before?.values.http
    let isSameSecret = old?.tokenFile == http.tokenFile && old?.tokenCommand == http.tokenCommand
    let tokens = isSameSecret ? before?.access.tokens : try AccessTokens(http)
    guard tokens != nil || address.isLocal else { throw SourceError(address.tokenIsMissing) }
    var access = HTTPAccess(http, tokens: tokens)
    access.tokensFailed = { context.cannotReceive(context.wording.text($0)) }
    self.access = access
    let ofSameRate = old?.rate == http.rate ? before : nil
    rate = ofSameRate?.rate ?? RequestRate(perSecond: http.rate)
    urgentRate = ofSameRate?.urgentRate ?? RequestRate(perSecond: http.rate)
    webhooks = Webhook.all(values.webhooks)
    let isSameCertificate = old?.certificate == http.certificate && old?.key == http.key
    if !address.hasPort {
      certificate = nil
    } else if let known = before?.certificate, isSameCertificate {
      certificate = known
    } else {
      certificate = ServerCertificate(http) { error in
        context.report(error.map(context.wording.text), of: "certificate")
      }
      try certificate?.load()
    }
    let closed = webhooks.prefix(values.webhooks.count).compactMap { webhook in
      webhook.failure.map { "the webhook '\(webhook.name)' is closed: \($0)" }
    }
    context.report(closed.isEmpty ? nil : closed.joined(separator: "; "), of: "webhooks")
  }
}

/// The service for the next request; a saved configuration replaces it as a whole.
///
/// State: the service. Guard: the mutex, because requests are served by several threads.
final class CurrentService: Sendable {
  private let service: Mutex<HTTPService>
  private let connections: OpenConnections

  init(_ service: HTTPService, connections: OpenConnections) {
    self.service = Mutex(service)
    self.connections = connections
  }

  /// The current service; a request uses one service until it is completed.
  var value: HTTPService { service.withLock { $0 } }

  /// Applies changed settings; if they cannot be used, it reports that and keeps the current ones.
  func take(_ values: LiveHTTPSettings.Values, at address: ListenAddress) async {
    let before = value
    let context = before.context
    if values == before.rules.values {
      before.rules.certificate?.refresh()
      return context.report(nil, of: "settings")
    }
    do {
      // A program that prints tokens may be slow.
      let rules = try await onBlockingQueue {
        try HTTPRules(values, at: address, in: context, after: before.rules)
      }
      rules.certificate?.refresh()
      service.withLock { $0.rules = rules }
      connections.most = values.http.mostConnections
      context.report(nil, of: "settings")
      context.log.info("the changed settings hold from now on")
    } catch {
      context.report("HTTP keeps its old settings: \(context.wording.text(error))", of: "settings")
    }
  }
}
