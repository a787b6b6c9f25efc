import Foundation
import InboxText

/// The address of a NATS server, and a login that its URL may contain.
package struct NATSAddress: Sendable, Hashable {
  /// Host name or IP address, without brackets.
  package let host: String
  /// The port, 1 to 65535.
  package let port: Int
  /// Whether TLS is required.
  package let requiresTLS: Bool
  /// The fields of CONNECT for the login; empty for none.
  let login: [String: JSONValue]

  /// The usual port.
  private static let usualPort = 4_222

  /// Parses a URL: `nats://` or `tls://`, then `TOKEN@` or `USER:PASSWORD@`, a host and a port.
  ///
  /// Scheme and port may be missing.
  ///
  /// - Throws: ``ExchangeError/badAddress(_:)``, without the login.
  package init(_ url: String) throws(ExchangeError) {
    // What is before an @ may be a secret.
    let shown = url.lastIndex(of: "@").map { String(url[url.index(after: $0)...]) } ?? url
    let text = url.contains("://") ? url : "nats://\(url)"
    guard let parts = URLComponents(string: text), ["nats", "tls"].contains(parts.scheme),
      let host = parts.host?.trimmingCharacters(in: ["[", "]"]), !host.isEmpty,
      ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil,
      (1...65_535).contains(parts.port ?? Self.usualPort)
    else { throw .badAddress(shown) }
    (self.host, port) = (host, parts.port ?? Self.usualPort)
    requiresTLS = parts.scheme == "tls"
    login =
      switch (parts.user, parts.password) {
      case (let user?, let password?): ["user": .string(user), "pass": .string(password)]
      case (let token?, nil): ["auth_token": .string(token)]
      case (nil, _): [:]
      }
  }

  /// Whether the host is an IP address, which has no place in TLS's server name.
  var isNumeric: Bool {
    var (four, six) = (in_addr(), in6_addr())
    return inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
  }
}

extension NATSAddress: CustomStringConvertible {
  /// Host and port, without the login.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
