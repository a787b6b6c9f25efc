import InboxText

/// What a server says of itself in its greeting, INFO.
package struct NATSServerInfo: Sendable, Hashable {
  /// The version as the server writes it, such as `2.10.23`.
  package let version: String
  /// Maximum bytes of a message with its headers.
  package let maximumPayload: Int
  /// Whether it knows headers, which came with 2.2.
  let hasHeaders: Bool
  /// Whether it can be talked to by TLS, and only by TLS.
  let (offersTLS, requiresTLS): (Bool, Bool)
  /// The text to sign; nil if it knows no keys.
  let nonce: String?
  /// Whether it is going to stop and wants its clients to go.
  let isStopping: Bool

  /// Whether it belongs to a cluster, which can keep a stream on several servers.
  package let isClustered: Bool

  /// The largest payload that is believed; servers advise against more than 8 MB.
  private static let largestPayload: Int64 = 64 * 1_024 * 1_024
  private static let usualPayload: Int64 = 1_024 * 1_024

  /// Parses the JSON of INFO; nil if it is none.
  init?(json bytes: [UInt8]) {
    var reader = JSONReader(bytes, maximumDepth: 16)
    guard case .object(let fields)? = try? reader.readWhole(),
      case .string(let version)? = fields["version"]
    else { return nil }
    self.version = version
    let size = fields["max_payload"]?.integer ?? Self.usualPayload
    maximumPayload = Int(min(max(size, 0), Self.largestPayload))
    hasHeaders = fields["headers"] == .bool(true)
    requiresTLS = fields["tls_required"] == .bool(true)
    offersTLS = requiresTLS || fields["tls_available"] == .bool(true)
    nonce = if case .string(let text)? = fields["nonce"], !text.isEmpty { text } else { nil }
    isClustered = fields["cluster"]?.text.map { !$0.isEmpty } ?? false
    isStopping = fields["ldm"] == .bool(true)
  }

  /// Whether the server has at least a version.
  package func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int = 0) -> Bool {
    let release = version.prefix { $0 != "-" }
    let own = release.split(separator: ".").map { Int($0) ?? 0 }
    return !own.lexicographicallyPrecedes([major, minor, patch])
  }
}
