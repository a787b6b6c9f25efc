import InboxSystem
package import NIOCore
import NIOSSL

/// How to connect to NATS.
package struct NATSOptions: Sendable, Hashable {
  /// The servers, tried in this order.
  package var servers: [NATSAddress]
  /// The file with a key; its login goes before one in a URL.
  package var key = KeyFile.none
  /// Path of a file with the certificates of accepted authorities; nil for the system's.
  ///
  /// With a file TLS is required.
  package var authority: String?
  /// The name in the server's list of connections.
  package var name = ""
  /// Time limit for the connection to one server, with TLS and login.
  package var connectTimeout = TimeAmount.seconds(5)
  /// Time without an answer after which the connection fails; large values get more.
  package var answerTimeout = TimeAmount.seconds(10)
  /// The same for a server of a cluster: short, so that another one is tried soon when the leader
  /// of a stream has died.
  package var clusterTimeout = TimeAmount.seconds(2)
  /// Time after which a request for values that are not there yet ends in a cluster.
  ///
  /// The consumer may be on another server than the connection; only the end of a request shows
  /// that this server still lives.
  package var clusterExpiry = TimeAmount.seconds(5)
  /// Time after which a page with some values is handed out though more are due, and after which the
  /// server is asked how many are due if none came.
  package var pagePause = TimeAmount.seconds(1)
  /// After this time without a sign of the server it is asked for one; after twice the time the
  /// connection ends.
  package var pingInterval = TimeAmount.minutes(2)

  /// A file with a key.
  package enum KeyFile: Sendable, Hashable {
    case none
    /// The path of a file with the seed of an nkey.
    case seed(String)
    /// The path of a file with a JWT and a seed.
    case credentials(String)
  }

  /// Creates options for servers.
  package init(_ servers: [NATSAddress]) {
    self.servers = servers
  }

  /// The time limit for an answer of a server.
  func answerTimeout(of server: NATSServerInfo) -> TimeAmount {
    server.isClustered ? clusterTimeout : answerTimeout
  }

  /// Time after which a request for values that are not there yet ends: for a single server a
  /// little less than the ping interval, so that no ping is needed.
  func requestExpiry(of server: NATSServerInfo) -> TimeAmount {
    server.isClustered ? clusterExpiry : .nanoseconds(pingInterval.nanoseconds / 12 * 11)
  }

  /// Why TLS is required for a server, other than by the server itself; nil if it is not.
  func tlsRequirement(_ address: NATSAddress) -> ExchangeError.TLSRequirement? {
    guard authority != nil else { return address.requiresTLS ? .address : nil }
    return address.requiresTLS ? .addressAndAuthority : .authority
  }

  /// The handler that encrypts a connection, with TLS 1.2 or later.
  ///
  /// - Throws: ``ExchangeError``.
  func tlsHandler(_ address: NATSAddress) throws(ExchangeError) -> NIOSSLClientHandler {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    // How long the end of a connection waits for the server.
    configuration.shutdownTimeout = .seconds(1)
    if let authority {
      let certificates = try? NIOSSLCertificate.fromPEMFile(HomePath.expanded(authority))
      guard let certificates, !certificates.isEmpty else {
        throw .badFile("\(authority) holds no certificates in PEM form, or cannot be read")
      }
      configuration.trustRoots = .certificates(certificates)
    }
    do {
      return try NIOSSLClientHandler(
        context: NIOSSLContext(configuration: configuration),
        serverHostname: address.isNumeric ? nil : address.host)
    } catch {
      throw .failedTLS(server: "\(address)", reason: "\(error)")
    }
  }
}
