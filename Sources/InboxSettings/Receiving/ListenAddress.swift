/// An address to listen on: a host and a port, or a Unix socket.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// A numeric address or a name, and a port; with port 0 the system chooses one.
  case tcp(host: String, port: Int)
  /// The path of a Unix socket.
  case unix(path: String)

  /// The default, which only programs on this machine can reach.
  package static let usual = ListenAddress.tcp(host: "127.0.0.1", port: 7575)

  /// The format of an address, for messages.
  static let form = "an address such as 127.0.0.1:7575, [::1]:7575 or unix:/run/user/1000/bell"

  /// Parses `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`; nil for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      // The system limits the path of a socket to 108 bytes.
      guard path.hasPrefix("/"), path.utf8.count < 108, !path.hasSuffix("/") else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
    self = .tcp(host: host, port: port)
  }

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// Whether only programs on this machine can reach it.
  package var isLocal: Bool {
    switch self {
    case .tcp(let host, _): Self.isLoopback(host)
    case .unix: true
    }
  }

  /// Whether a host is a loopback address or name.
  package static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) })
  }
}
