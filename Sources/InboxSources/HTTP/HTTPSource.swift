import Foundation
import HummingbirdCore
package import InboxSettings
import InboxSystem
import Logging
import NIOCore
import NIOPosix

/// Receives by HTTP on one address: ntfy's publish requests, and payloads of any form.
package struct HTTPSource: NotificationSource {
  /// Where it listens.
  private let address: ListenAddress
  private let settings: HTTPSettings
  private let webhooks: [WebhookSettings]

  /// Seconds after which a connection on which nothing happens is closed.
  private static let idleSeconds: Int64 = 20
  /// How long requests in progress may take when the source is to end.
  private static let grace = Duration.seconds(1)
  /// Most bytes of all headers of a request.
  private static let headerLimit = 16 * 1_024

  /// Makes a source for one of the addresses of the settings.
  package init(
    _ address: ListenAddress, _ settings: HTTPSettings, webhooks: [WebhookSettings] = []
  ) {
    (self.address, self.settings, self.webhooks) = (address, settings, webhooks)
  }

  /// The sources of some settings: one for each address.
  package static func sources(_ settings: ReceivingSettings) -> [HTTPSource] {
    guard settings.http.isEnabled else { return [] }
    return settings.http.addresses.map {
      HTTPSource($0, settings.http, webhooks: settings.webhooks)
    }
  }

  package var name: String {
    settings.addresses.count == 1 ? "http" : "http \(address)"
  }

  package func run(in context: SourceContext) async throws {
    let tokens = try AccessTokens(settings)
    guard tokens != nil || address.isLocal else {
      throw SourceError(
        "\(address) can be reached from other machines and no token is asked for; "
          + "set http.token_file, or listen on 127.0.0.1")
    }
    let hub = SubscriptionHub(context.intake.inbox)
    defer { hub.end() }
    let webhooks = webhooks.map(Webhook.init)
    for failure in webhooks.compactMap(\.failure) {
      context.log.error("a webhook is closed: \(failure)")
    }
    let service = HTTPService(
      access: HTTPAccess(settings, tokens: tokens), rate: RequestRate(perSecond: settings.rate),
      metrics: HTTPMetrics(), webhooks: webhooks, hub: hub,
      context: context)
    let server = server(HTTPExchange(service: service), in: context)
    do {
      try await Self.run(server, ending: hub)
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw SourceError("cannot listen on \(address): \(reason)")
    }
  }

  private func server(_ exchange: HTTPExchange, in context: SourceContext) -> Server<HTTP1Channel> {
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        try await exchange.serve(request, writer, channel)
      },
      configuration: .init(
        idleTimeout: .seconds(Self.idleSeconds),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: Self.headerLimit, maxHeaderListSize: Self.headerLimit,
          maxHeaderFieldCount: 100)))
    var log = context.log
    log.logLevel = max(log.logLevel, .warning)
    return Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: address.binding, serverName: nil, reuseAddress: true,
        availableConnectionsDelegate: .maximum(settings.mostConnections, logger: log)),
      onServerRunning: { [address] channel in
        let place = address.url(port: channel.localAddress?.port)
        context.isRunning(place)
        context.log.info("listening on \(place)")
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log)
  }

  /// Serves until the task is cancelled; requests in progress are answered before.
  private static func run(
    _ server: Server<HTTP1Channel>, ending hub: SubscriptionHub
  ) async throws {
    let serving = Task { try await server.run() }
    try await withTaskCancellationHandler {
      try await serving.value
    } onCancel: {
      hub.end()
      Task { try await server.shutdownGracefully() }
      Task {
        try await Task.sleep(for: grace)
        serving.cancel()
      }
    }
  }
}

extension ListenAddress {
  /// The address as the library has it.
  fileprivate var binding: BindAddress {
    switch self {
    case .tcp(let host, let port): .hostname(host, port: port)
    case .unix(let path): .unixDomainSocket(path: path)
    }
  }

  /// The address with the port that was chosen, as a client writes it.
  fileprivate func url(port: Int?) -> String {
    switch self {
    case .tcp(let host, let wanted): "http://\(Self.tcp(host: host, port: port ?? wanted))"
    case .unix(let path): "unix:\(path)"
    }
  }
}
