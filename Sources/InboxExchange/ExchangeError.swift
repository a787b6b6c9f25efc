import InboxText

/// An error of an exchange; the description says what to do about it.
///
/// Texts that a server sent are in it as they came; ``description`` shows them without control
/// characters. No case contains a secret. `server` is a host with its port.
package enum ExchangeError: Error, Sendable, Hashable {
  // Settings and files.
  /// A URL that names no server.
  case badAddress(String)
  /// A file with a key or with certificates cannot be used.
  case badFile(String)
  /// A shared folder cannot be used.
  case badFolder(String)

  // Connecting.
  /// No connection, for a reason of the system.
  case unreachable(server: String, reason: String)
  /// It took too long.
  case timedOut(server: String, Waiting)
  /// The server accepts connections and acknowledges nothing; since when, as a local time.
  case silent(server: String, since: String)
  /// The server does not speak the protocol; the beginning of what it said.
  case notNATS(server: String, String)
  /// The server does not know headers.
  case tooOld(server: String, version: String)
  /// The settings require TLS, and the server has none.
  case noTLS(server: String, TLSRequirement)
  /// The certificate is not signed by an accepted authority; the file with those, nil for the
  /// system's.
  case untrusted(server: String, authority: String?)
  /// The certificate is of another host.
  case wrongHost(server: String)
  /// TLS fails for another reason.
  case failedTLS(server: String, reason: String)
  /// The server does not accept the credentials; its words.
  case denied(server: String, reason: String)
  /// The server does not ask for a signature, so that a key proves nothing.
  case noNonce(server: String)
  /// None of several servers can be used.
  case none([ExchangeError])

  // Talking.
  /// The server breaks the protocol.
  case broken(server: String, reason: String)
  /// The connection has ended; the server's words, nil for none.
  case ended(server: String, reason: String?)
  /// The user may not use a subject.
  case notPermitted(server: String, Use, subject: String)

  // Streams.
  /// The server, or the account of the user, has no JetStream.
  case noJetStream(server: String, version: String)
  /// The stream does not exist.
  case noStream(server: String, name: String)
  /// The stream, or one with its subjects, was made for something else; the difference.
  case foreignStream(server: String, name: String, difference: String)
  /// A stream, or the storage for it, is full.
  case full(server: String, stream: String, StreamLimit)
  /// Another refusal of a request; the code and the words of the server.
  case refused(server: String, code: Int64, reason: String)

  // Taking part.
  /// The inbox takes part in no exchange.
  case notJoined
  /// This machine was away for so long that others have forgotten what was deleted forever; the days.
  case away(days: Int)
  /// The stream has lost values that it had.
  case incomplete
  /// The values are sealed by another key; the ids, empty for none.
  case wrongKey(here: String, stream: String)
  /// The id of the key cannot be read, and this machine does not know whether its own is the right one.
  case damagedKey
  /// A value without which nothing else is sent was refused.
  case notStored(String)
  /// Other machines write values in a form of a newer version.
  case newerForm

  /// Whether the server or folder cannot be reached now.
  package var isOffline: Bool {
    switch self {
    case .unreachable, .timedOut, .silent, .ended, .badFolder: true
    case .none(let errors): errors.contains(where: \.isOffline)
    default: false
    }
  }

  /// What was waited for, worded as what the server does.
  package enum Waiting: String, Sendable, Hashable {
    case greeting =
      "does not greet in time; is it a NATS server, and does it expect TLS before the greeting?"
    case login = "does not answer the login in time"
    case answer = "does not answer in time"
    case values = "stopped sending messages"
    case sign = "does not answer any more; the connection is closed"
  }

  /// The settings that require TLS, and what to do.
  package enum TLSRequirement: String, Sendable, Hashable {
    /// A URL with `tls://`.
    case address = "tls:// requires; set up TLS in the server, or write nats://"
    /// A file with the certificates of authorities.
    case authority = "exchange.ca requires; set up TLS in the server, or remove exchange.ca"
    /// Both.
    case addressAndAuthority = """
      tls:// and exchange.ca require; set up TLS in the server, or write nats:// and remove \
      exchange.ca
      """
  }

  /// The use of a subject.
  package enum Use: String, Sendable, Hashable {
    case publish, subscribe
  }
}

extension ExchangeError: CustomStringConvertible {
  package var description: String { text.printable() }

  private var text: String {
    switch self {
    case .badAddress(let url):
      "'\(url)' is no address of a NATS server; write nats://HOST:PORT or tls://HOST:PORT"
    case .badFile(let text), .badFolder(let text): text
    case .unreachable(let server, let reason): "cannot connect to \(server): \(reason)"
    case .timedOut(let server, let waiting): "\(server) \(waiting.rawValue)"
    case .silent(let server, let since):
      "\(server) accepts the connection, but has acknowledged nothing since \(since); the server may "
        + "have to be started again"
    case .notNATS(let server, let words):
      "\(server) is not a NATS server: it says '\(words)'; check host and port"
    case .tooOld(let server, let version):
      "\(server) runs nats-server \(version), which has no headers; install 2.10.23 or newer"
    case .noTLS(let server, let requirement):
      "\(server) offers no TLS, which \(requirement.rawValue) if the network is safe"
    case .untrusted(let server, let authority?):
      "the certificate of \(server) is not signed by an authority in \(authority)"
    case .untrusted(let server, nil):
      "the certificate of \(server) is not signed by an authority that this system trusts; "
        + "set exchange.ca to the file with the certificate of its authority"
    case .wrongHost(let server):
      "the certificate of \(server) is for another host; use the name that is in it"
    case .failedTLS(let server, let reason): "no TLS with \(server): \(reason)"
    case .denied(let server, let reason):
      "\(server) does not accept the credentials: \(reason); check key, user or token"
    case .noNonce(let server):
      "\(server) does not ask for keys: give it users with nkeys or JWT, or use no key"
    case .none(let errors):
      "no server can be used: " + errors.map(\.text).joined(separator: "; ")
    case .broken(let server, let reason): "\(server) breaks the NATS protocol: \(reason)"
    case .ended(let server, let reason):
      "\(server) ended the connection" + (reason.map { ": \($0)" } ?? "")
    case .notPermitted(let server, let use, let subject):
      "the user may not \(use.rawValue) to \(subject) on \(server); "
        + "ask its administrator for the permission"
    case .noJetStream(let server, let version):
      "\(server) (\(version)) has no JetStream for this user; turn it on with 'jetstream {}' in the "
        + "configuration of the server"
    case .noStream(let server, let name):
      "\(server) has no stream \(name); run 'exchange join' to create it"
    case .foreignStream(let server, let name, let difference):
      "the stream \(name) on \(server) is for something else: \(difference); use another account, "
        + "or remove the stream"
    case .full(let server, let stream, let limit): "\(server) is full: \(limit.text(of: stream))"
    case .notJoined: "this inbox has not joined the exchange"
    case .incomplete: "the server has lost messages; everything is compared and sent again"
    case .away(let days):
      "this machine was away for \(days) days, and messages that were deleted forever could come back; "
        + "join again to share its messages, or leave the exchange"
    case .wrongKey(let here, ""):
      "the other machines use no key, and this one uses the key \(here); remove exchange.key, or "
        + "run 'exchange rekey' to seal their messages too"
    case .wrongKey("", let stream):
      "the messages are sealed with the key \(stream); copy the key file of another machine, and set "
        + "exchange.key to its path"
    case .wrongKey(let here, let stream):
      "the messages are sealed with the key \(stream), and this machine has the key \(here); copy the "
        + "key file of another machine, or restore the previous file and run 'exchange rekey'"
    case .damagedKey: "the id of the key is damaged; start a machine that has joined, to mend it"
    case .notStored(let reason): "the stream takes no messages: \(reason)"
    case .newerForm:
      "another machine writes messages in the form of a newer version; update Bellboard on this one"
    case .refused(let server, let code, let reason):
      "\(server) refuses a request: \(reason) (error \(code))"
    }
  }
}

extension StreamLimit {
  /// Which limit a stream has reached, and what to do, in a sentence without a period.
  func text(of stream: String) -> String {
    switch self {
    case .bytes:
      "the stream \(stream) has reached its max_bytes limit; raise it on the server"
    case .values:
      "the stream \(stream) has reached its max_msgs limit; raise it on the server"
    case .storage:
      "the server has no storage left; raise max_file_store in its configuration, or free space on "
        + "its disk"
    case .account:
      "the account of this user has no storage left; raise its max_file in the server's "
        + "configuration"
    }
  }
}
