import Foundation
import InboxSettings
import Logging
import Synchronization

/// What requests are answered by, made of the settings: who may ask, how often, and which webhooks
/// there are.
struct HTTPRules: Sendable {
  /// The settings that they were made of.
  let values: LiveHTTPSettings.Values
  /// Who may ask.
  let access: HTTPAccess
  /// How often.
  let rate: RequestRate
  /// Services that send documents.
  let webhooks: [Webhook]
  /// The certificate; nil where nothing is encrypted.
  let certificate: ServerCertificate?

  /// Makes the rules; what did not change is the same as before, and so are its counts.
  ///
  /// - Parameters:
  ///   - values: The settings.
  ///   - address: Where requests come in.
  ///   - context: Where failures are told.
  ///   - before: The rules until now.
  /// - Throws: `SecretError`, ``SourceError`` when they cannot be used; then the ones before go on.
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
    let sameRate = old?.rate == http.rate ? before?.rate : nil
    rate = sameRate ?? RequestRate(perSecond: http.rate)
    webhooks = values.webhooks.map(Webhook.init)
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
    for failure in webhooks.compactMap(\.failure) {
      context.log.error("a webhook is closed: \(failure)")
    }
  }
}

/// The service that answers the next request, which a saved configuration swaps as a whole.
///
/// State: the service. Guard: the mutex, because requests are served by several threads.
final class CurrentService: Sendable {
  private let service: Mutex<HTTPService>
  private let connections: OpenConnections

  init(_ service: HTTPService, connections: OpenConnections) {
    self.service = Mutex(service)
    self.connections = connections
  }

  /// The service as it is now; a request keeps to one until it is answered.
  var value: HTTPService { service.withLock { $0 } }

  /// Takes changed settings; where they cannot be used, the ones before go on and it is told.
  func take(_ values: LiveHTTPSettings.Values, at address: ListenAddress) async {
    let before = value
    let context = before.context
    if values == before.rules.values {
      before.rules.certificate?.refresh()
      return context.report(nil, of: "settings")
    }
    do {
      // A program that prints tokens may take its time.
      let rules = try await onBlockingQueue {
        try HTTPRules(values, at: address, in: context, after: before.rules)
      }
      rules.certificate?.refresh()
      service.withLock { $0.rules = rules }
      connections.most = values.http.mostConnections
      context.report(nil, of: "settings")
      context.log.info("the changed settings hold from now on")
    } catch {
      context.report("HTTP goes on as before: \(context.wording.text(error))", of: "settings")
    }
  }
}
