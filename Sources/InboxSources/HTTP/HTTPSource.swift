import Foundation
package import InboxSettings
package import InboxSystem
import Logging
import NIOCore

/// Receives by HTTP on one address: ntfy requests, webhooks, and payloads of any format.
///
/// Its identity is its address and encryption: all other settings change while the port stays open.
package struct HTTPSource: NotificationSource {
  /// The address of a listener, and how it is opened.
  private struct Place: Hashable {
    var address: ListenAddress
    /// The socket inherited from systemd; nil if the listener opens its own.
    var socket: InheritedSocket?
    /// Whether it is the only listener.
    var isAlone: Bool
    var isEncrypted: Bool
  }

  private let place: Place
  private let settings: LiveHTTPSettings

  package static func == (first: Self, second: Self) -> Bool {
    first.place == second.place && first.settings === second.settings
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }

  /// The sources for settings: one for each inherited socket, else one for each address.
  ///
  /// - Parameters:
  ///   - settings: The configuration.
  ///   - sockets: The sockets inherited from systemd.
  ///   - running: The current sources; one with the same address applies the settings and stays
  ///     open.
  /// - Returns: The sources.
  package static func sources(
    _ settings: ReceivingSettings, inheriting sockets: [InheritedSocket] = [],
    keeping running: [HTTPSource] = []
  ) -> [HTTPSource] {
    guard settings.http.isEnabled else { return [] }
    var places: [(address: ListenAddress, socket: InheritedSocket?)] = sockets.compactMap {
      socket in
      ListenAddress(socket.address).map { ($0, socket) }
    }
    if places.isEmpty { places = settings.http.addresses.map { ($0, nil) } }
    let values = LiveHTTPSettings.Values(settings)
    return places.map { address, socket in
      let place = Place(
        address: address, socket: socket, isAlone: places.count == 1,
        isEncrypted: address.hasPort && ServerCertificate.isNamed(in: settings.http))
      let kept = running.first { $0.place == place && $0.settings.take(values) }
      return kept ?? HTTPSource(place: place, settings: LiveHTTPSettings(values))
    }
  }

  package var name: String { place.isAlone ? "http" : "http \(place.address)" }

  package func run(in context: SourceContext) async throws {
    let changes = settings.changes()
    let hub = SubscriptionHub(context.intake.inbox)
    let connections = OpenConnections(
      most: settings.values.http.mostConnections, within: .all)
    let service = HTTPService(
      rules: try HTTPRules(settings.values, at: place.address, in: context),
      metrics: HTTPMetrics(), hub: hub, context: context, isEncrypted: place.isEncrypted)
    let current = CurrentService(service, connections: connections)
    // One task applies the changes in order, so that the newest settings win.
    let following = Task {
      for await values in changes { await current.take(values, at: place.address) }
    }
    defer {
      settings.end()
      following.cancel()
      hub.end()
      for part in ["certificate", "settings", "webhooks"] {
        context.board.remove("\(name) \(part)")
      }
    }
    do {
      try await serve(FrugalChannel(current, counting: connections), context, hub)
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw SourceError("cannot listen on \(place.address): \(reason)")
    }
  }

  private func serve(
    _ connection: FrugalChannel, _ context: SourceContext, _ hub: SubscriptionHub
  ) async throws {
    var log = context.log
    log.logLevel = max(log.logLevel, .warning)
    let listener = HTTPListener(connection: connection, log: log) { channel in
      let scheme = place.isEncrypted ? "https" : "http"
      let url = place.address.url(scheme, port: channel.localAddress?.port)
      context.isRunning(url)
      context.log.info("listening on \(url)")
    }
    connection.connections.warn { context.log.warning("\($0)") }
    if let socket = place.socket {
      try await listener.serve(socket, ending: hub)
    } else {
      try await listener.serve(place.address, ending: hub)
    }
  }
}

extension ListenAddress {
  /// Whether it is a network address, not a Unix socket.
  var hasPort: Bool {
    if case .tcp = self { true } else { false }
  }

  /// The URL of the address, with the actual port.
  func url(_ scheme: String, port: Int?) -> String {
    switch self {
    case .tcp(let host, let wanted): "\(scheme)://\(Self.tcp(host: host, port: port ?? wanted))"
    case .unix(let path): "unix:\(path)"
    }
  }
}
