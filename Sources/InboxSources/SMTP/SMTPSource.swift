import Foundation
package import InboxSettings
import Logging
import NIOCore
import NIOPosix

/// Receives mail by SMTP on one address: mail to `root@anything` has the source
/// `mail/root`.
package struct SMTPSource: NotificationSource {
  private let address: ListenAddress
  private let isAlone: Bool
  private let settings: SMTPSettings
  /// The tokens and the certificate of the HTTP settings.
  private let access: HTTPSettings

  /// Idle timeout; RFC 5321 requires five minutes.
  private static let idleTime = TimeAmount.minutes(5)
  /// Grace period for clients at the end.
  private static let grace = Duration.seconds(1)

  /// The sources for settings: one for each address.
  package static func sources(_ settings: ReceivingSettings) -> [SMTPSource] {
    guard settings.smtp.isEnabled else { return [] }
    return settings.smtp.addresses.map { SMTPSource($0, settings) }
  }

  private init(_ address: ListenAddress, _ settings: ReceivingSettings) {
    self.address = address
    isAlone = settings.smtp.addresses.count == 1
    self.settings = settings.smtp
    var access = HTTPSettings()
    access.tokenFile = settings.http.tokenFile
    access.tokenCommand = settings.http.tokenCommand
    access.certificate = settings.http.certificate
    access.key = settings.http.key
    self.access = access
  }

  package var name: String { isAlone ? "smtp" : "smtp \(address)" }

  package func run(in context: SourceContext) async throws {
    // Local senders need no token, so unreadable tokens do not matter to them.
    let tokens = address.isLocal ? try? AccessTokens(access) : try AccessTokens(access)
    guard tokens != nil || address.isLocal else { throw SourceError(address.tokenIsMissing) }
    let certificate = ServerCertificate(access) { error in
      context.report(error.map(context.wording.text), of: "certificate")
    }
    try certificate?.load()
    defer { context.board.remove("\(name) certificate") }
    var rules = SMTPSession.Rules()
    rules.mostBytes = settings.mostBytes
    rules.asksForToken = !address.isLocal
    rules.hasTLS = certificate != nil
    if let tokens { rules.isToken = { try tokens.all().first(among: [$0]) != nil } }
    let connections = SMTPConnections(atMost: settings.mostConnections)
    let server = try await bound(rules, certificate, connections, SMTPDelivery(context: context))
    let place = address.url("smtp", port: server.localAddress?.port)
    context.isRunning(place)
    context.log.info("listening on \(place)")
    await withTaskCancellationHandler {
      try? await server.closeFuture.get()
    } onCancel: {
      server.close(promise: nil)
    }
    // A separate task, so that the cancellation does not cut the grace period.
    await Task { await connections.end(within: Self.grace) }.value
  }

  private func bound(
    _ rules: SMTPSession.Rules, _ certificate: ServerCertificate?,
    _ connections: SMTPConnections, _ delivery: SMTPDelivery
  ) async throws -> any Channel {
    let rate = RequestRate(perSecond: settings.rate)
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      // Mail servers shut their writing side behind QUIT, and still wait for the answers.
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let isTaken = connections.add(channel)
          var rules = rules
          let client = channel.remoteAddress?.ipAddress ?? HTTPCall.localClient
          rules.allowsMail = { rate.allows(client) }
          try channel.pipeline.syncOperations.addHandlers([
            IdleStateHandler(readTimeout: Self.idleTime),
            SMTPHandler(
              rules, tls: certificate?.context(), refusal: isTaken ? nil : .tooManyConnections,
              refused: { delivery.context.hasRefused($0.summary) }
            ) { mail, loop in
              loop.makeFutureWithTask { await delivery.store(mail) }
            },
          ])
        }
      }
    do {
      switch address {
      case .tcp(let host, let port): return try await bootstrap.bind(host: host, port: port).get()
      case .unix(let path):
        return try await bootstrap.bind(
          unixDomainSocketPath: path, cleanupExistingSocketFile: true
        ).get()
      }
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw SourceError("cannot listen on \(address): \(reason)")
    }
  }
}
