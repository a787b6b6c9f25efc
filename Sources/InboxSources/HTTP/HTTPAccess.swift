import Foundation
import InboxSettings

/// Access control of requests: the host name, the web origin, and the token.
///
/// A browser lets any page send requests to this machine. Such a request has a foreign `Origin`, or
/// with DNS rebinding a foreign `Host`.
struct HTTPAccess: Sendable {
  /// Host names of this service besides those of this machine.
  var hosts: Set<String>
  /// The allowed web origins.
  var webOrigins: Set<String>
  /// Whether any numeric address is accepted, because the service listens on all addresses.
  var takesAnyAddress: Bool
  /// The tokens; nil if none are required.
  var tokens: AccessTokens?
  /// Called with the error when the tokens cannot be read.
  var tokensFailed: @Sendable (any Error) -> Void = { _ in }

  init(_ settings: HTTPSettings, tokens: AccessTokens?) {
    var hosts = Set(settings.hosts)
    takesAnyAddress = false
    for case .tcp(let host, _) in settings.addresses {
      hosts.insert(host.lowercased())
      if host == "0.0.0.0" || host == "::" { takesAnyAddress = true }
    }
    self.hosts = hosts
    webOrigins = Set(settings.webOrigins)
    self.tokens = tokens
  }

  /// Refuses requests for foreign hosts and from foreign web pages.
  ///
  /// - Throws: ``HTTPProblem/forbidden``.
  func checkPlace(_ call: HTTPCall) throws(HTTPProblem) {
    if call.client != HTTPCall.localClient {
      guard let host = call.headers["host"], isOwn(Self.name(in: host)) else {
        throw .forbidden.because("this is not the Host of this service; see http.hosts")
      }
    }
    if isWebPage(call.headers["origin"]) { return }
    if let origin = call.headers["origin"] {
      guard let start = origin.firstRange(of: "://"),
        isOwn(Self.name(in: String(origin[start.upperBound...])))
      else { throw .foreignPage }
    }
    let site = call.headers["sec-fetch-site"]
    guard site == nil || site == "none" || site == "same-origin" else { throw .foreignPage }
  }

  /// Whether an origin is one of the allowed web origins.
  private func isWebPage(_ origin: String?) -> Bool {
    origin.map { webOrigins.contains($0.lowercased()) } ?? false
  }

  /// The CORS headers for an origin; none for an origin that is not allowed.
  func webHeaders(for origin: String?) -> [String: String] {
    guard !webOrigins.isEmpty else { return [:] }
    // A cache must not reuse the response for another page.
    guard let origin, isWebPage(origin) else { return ["vary": "Origin"] }
    return ["access-control-allow-origin": origin, "vary": "Origin"]
  }

  /// The response to a CORS preflight request.
  static let preflight = HTTPAnswer(
    status: 204,
    headers: [
      "access-control-allow-methods": "GET, HEAD, PUT, POST, DELETE",
      // A star does not include Authorization.
      "access-control-allow-headers": "Authorization, *", "access-control-max-age": "600",
      "access-control-allow-private-network": "true", "allow": "GET, HEAD, PUT, POST, DELETE",
    ])

  /// Refuses a request without a valid token, if tokens are required.
  ///
  /// - Returns: The valid token; nil if none are required.
  /// - Throws: ``HTTPProblem``.
  @discardableResult
  func checkToken(_ call: HTTPCall) throws(HTTPProblem) -> AccessToken? {
    guard let tokens else { return nil }
    let candidates = Self.candidates(call)
    guard !candidates.isEmpty else { throw .unauthorized }
    let known: [AccessToken]
    do {
      known = try tokens.all()
    } catch {
      tokensFailed(error)
      throw .internalError.because("the tokens cannot be read")
    }
    guard let token = known.first(among: candidates) else { throw .unauthorized }
    return token
  }

  /// The texts of a request that could be a token.
  static func candidates(_ call: HTTPCall) -> [String] {
    var texts = [call.headers["authorization"]].compactMap(\.self)
    // Clients that cannot set headers put them into the query, in Base64.
    if let auth = call.queryParameter(["auth", "authorization"]) {
      texts += [auth, Base64.text(auth)].compactMap(\.self)
    }
    return texts.flatMap(tokens)
      + [call.headers["x-gotify-key"], call.queryParameter(["token"])].compactMap(\.self)
  }

  /// The tokens in `Bearer …`, or in `Basic …` as user, as password or as both.
  private static func tokens(in text: String) -> [String] {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return [] }
    switch words[0].lowercased() {
    case "bearer": return [HTTPCall.trimmed(words[1])]
    case "basic":
      guard let pair = Base64.text(HTTPCall.trimmed(words[1])),
        let colon = pair.firstIndex(of: ":")
      else { return [] }
      return [String(pair[pair.index(after: colon)...]), String(pair[..<colon]), pair]
        .filter { !$0.isEmpty }
    default: return []
    }
  }

  private func isOwn(_ name: String) -> Bool {
    if ListenAddress.isLoopback(name) || hosts.contains(name) { return true }
    return takesAnyAddress && Self.isNumeric(name)
  }

  /// The host in `HOST:PORT`, without the brackets of a numeric address.
  static func name(in text: String) -> String {
    let text = text.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let rest = text[text.index(after: end)...]
      // `[::1].example` is another name than that of `[::1]`.
      guard rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("/") else { return text }
      return String(text[text.index(after: text.startIndex)..<end])
    }
    return String(text.prefix { $0 != ":" && $0 != "/" })
  }

  private static func isNumeric(_ name: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1
  }
}

extension HTTPCall {
  /// The client name of all connections by a Unix socket.
  static let localClient = "local"
}

/// Base64 as clients write it: with or without padding, in both alphabets.
enum Base64 {
  /// The decoded text; nil if it is not valid.
  static func text(_ text: String) -> String? {
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    while !standard.utf8.count.isMultiple(of: 4) { standard += "=" }
    return Data(base64Encoded: standard).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
