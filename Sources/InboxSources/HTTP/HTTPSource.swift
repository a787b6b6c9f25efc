import Foundation
import HummingbirdCore
import HummingbirdTLS
package import InboxSettings
package import InboxSystem
import Logging
import NIOCore
import NIOPosix

/// Receives by HTTP on one address: ntfy's publish requests, and payloads of any form.
package struct HTTPSource: NotificationSource {
  /// Where it listens.
  private let address: ListenAddress
  /// The socket that systemd has opened there; nil where it opens its own.
  private let socket: InheritedSocket?
  /// Whether it is the only one.
  private let isAlone: Bool
  private let settings: HTTPSettings
  private let webhooks: [WebhookSettings]
  private let certificate: ServerCertificate?

  /// Seconds after which a connection on which nothing happens is closed.
  private static let idleSeconds: Int64 = 20
  /// Most bytes of all headers of a request.
  private static let headerLimit = 16 * 1_024

  private init(
    _ address: ListenAddress, socket: InheritedSocket?, isAlone: Bool,
    _ settings: ReceivingSettings
  ) {
    (self.address, self.socket, self.isAlone) = (address, socket, isAlone)
    self.settings = settings.http
    webhooks = settings.webhooks
    certificate = address.hasPort ? ServerCertificate(settings.http) : nil
  }

  /// The sources of some settings: one for each socket of systemd's, else one for each address.
  package static func sources(
    _ settings: ReceivingSettings, inheriting sockets: [InheritedSocket] = []
  ) -> [HTTPSource] {
    guard settings.http.isEnabled else { return [] }
    var places: [(address: ListenAddress, socket: InheritedSocket?)] = sockets.compactMap {
      socket in
      ListenAddress(socket.address).map { ($0, socket) }
    }
    if places.isEmpty { places = settings.http.addresses.map { ($0, nil) } }
    return places.map { place in
      HTTPSource(
        place.address, socket: place.socket, isAlone: places.count == 1, settings)
    }
  }

  package var name: String { isAlone ? "http" : "http \(address)" }

  package func run(in context: SourceContext) async throws {
    let tokens = try AccessTokens(settings)
    guard tokens != nil || address.isLocal else {
      throw SourceError(address.tokenIsMissing)
    }
    let hub = SubscriptionHub(context.intake.inbox)
    defer { hub.end() }
    let webhooks = webhooks.map(Webhook.init)
    for failure in webhooks.compactMap(\.failure) {
      context.log.error("a webhook is closed: \(failure)")
    }
    var access = HTTPAccess(settings, tokens: tokens)
    access.tokensFailed = { context.cannotReceive(context.wording.text($0)) }
    let service = HTTPService(
      access: access, rate: RequestRate(perSecond: settings.rate),
      metrics: HTTPMetrics(), webhooks: webhooks, hub: hub,
      context: context)
    let channel = channel(HTTPExchange(service: service))
    do {
      if let certificate {
        let encrypted = try TLSChannel(
          channel, tlsConfiguration: try certificate.configuration())
        try await serve(encrypted, in: context, ending: hub)
      } else {
        try await serve(channel, in: context, ending: hub)
      }
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw SourceError("cannot listen on \(address): \(reason)")
    }
  }

  private func channel(_ exchange: HTTPExchange) -> FrugalChannel {
    FrugalChannel(
      channel: HTTP1Channel(
        responder: { request, writer, channel in
          try await exchange.serve(request, writer, channel)
        },
        configuration: .init(
          additionalChannelHandlers: [InputCloseHandler()],
          idleTimeout: .seconds(Self.idleSeconds),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: Self.headerLimit, maxHeaderListSize: Self.headerLimit,
            maxHeaderFieldCount: 100))), metrics: exchange.service.metrics)
  }

  private func serve(
    _ connection: some ServerChildChannel, in context: SourceContext, ending hub: SubscriptionHub
  ) async throws {
    var log = context.log
    log.logLevel = max(log.logLevel, .warning)
    let limit = MaximumAvailableConnections(settings.mostConnections, logger: log)
    let isRunning: @Sendable (any Channel) -> Void = { channel in
      let place = address.url(port: channel.localAddress?.port, isEncrypted: certificate != nil)
      context.isRunning(place)
      context.log.info("listening on \(place)")
    }
    let listener = HTTPListener(
      connection: connection, limit: limit, log: log, isRunning: isRunning)
    if let socket {
      try await listener.serve(socket, ending: hub)
    } else {
      try await listener.serve(address, ending: hub)
    }
  }
}

extension ListenAddress {
  /// Whether it is one of the network, not of the file system.
  fileprivate var hasPort: Bool {
    if case .tcp = self { true } else { false }
  }

  /// The address with the port that was chosen, as a client writes it.
  fileprivate func url(port: Int?, isEncrypted: Bool) -> String {
    switch self {
    case .tcp(let host, let wanted):
      "http\(isEncrypted ? "s" : "")://\(Self.tcp(host: host, port: port ?? wanted))"
    case .unix(let path): "unix:\(path)"
    }
  }
}
