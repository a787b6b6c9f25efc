import Foundation
import NIOCore
import NIOPosix
import NIOSSL

extension ExchangeError {
  /// Creates the error for what NIO throws while connecting.
  init(connecting error: any Error, to server: String) {
    switch error {
    case let error as ExchangeError: self = error
    case let error as NIOConnectionError:
      guard let first = error.connectionErrors.first else {
        self = .unreachable(server: server, reason: "there is no host of this name")
        return
      }
      self = Self(connecting: first.error, to: server)
    case ChannelError.connectTimeout: self = .unreachable(server: server, reason: "no answer")
    default: self = .unreachable(server: server, reason: error.systemReason ?? "\(error)")
    }
  }

  /// Creates the error for one of an open connection.
  ///
  /// - Parameters:
  ///   - error: What NIO, TLS or the reader of frames has thrown.
  ///   - server: Host and port.
  ///   - authority: The file with accepted authorities; nil for the system's.
  init(of error: any Error, from server: String, authority: String?) {
    switch error {
    case let error as NATSFrameError: self = .broken(server: server, reason: error.reason)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .wrongHost(server: server)
    case NIOSSLError.uncleanShutdown: self = .ended(server: server, reason: nil)
    case let error as NIOSSLError:
      let text = "\(error)"
      self =
        text.contains("CERTIFICATE_VERIFY_FAILED")
        ? .untrusted(server: server, authority: authority)
        : .failedTLS(server: server, reason: text)
    case let error as BoringSSLError: self = .failedTLS(server: server, reason: "\(error)")
    default: self = .ended(server: server, reason: error.systemReason)
    }
  }
}

extension NATSFrameError {
  /// The description of a broken protocol.
  fileprivate var reason: String {
    switch self {
    case .unknown(let words): "it says '\(words)'"
    case .longLine(let limit): "a line is longer than \(limit) bytes"
    case .badWords(let name): "a frame \(name) has wrong arguments"
    case .largeMessage(let size, let limit): "a message has \(size) bytes, \(limit) are allowed"
    case .badEnd: "a frame does not end where it says"
    }
  }
}

extension Error {
  /// The words of the system for an error of the network; nil for other errors.
  fileprivate var systemReason: String? {
    (self as? IOError).map { String(cString: strerror($0.errnoCode)) }
  }
}
