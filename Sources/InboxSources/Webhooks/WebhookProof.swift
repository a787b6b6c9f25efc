import Crypto
import Foundation
import InboxPayloads
import InboxSettings
import InboxText

/// Checking requests.
extension WebhookProof {
  /// Whether the head alone proves the sender, so that the body of others is not even read.
  var isInHead: Bool {
    switch self {
    case .header, .token: true
    case .signature, .field: false
    }
  }

  /// Checks what can be checked before the body is parsed; only tokens can be several.
  ///
  /// - Returns: The secret that matched; nil if the proof is in the document.
  /// - Throws: ``HTTPProblem/badSignature``.
  func check(
    _ call: HTTPCall, secrets: [AccessToken]
  ) throws(HTTPProblem) -> AccessToken? {
    let secret: AccessToken?
    switch self {
    case .field: return nil
    case .token: secret = secrets.first(among: HTTPAccess.candidates(call))
    case .header(let name):
      secret = secrets.first.flatMap { secret in
        Self.equals(call.headers[name] ?? "", secret) ? secret : nil
      }
    case .signature:
      secret = secrets.first.flatMap { isSigned(call, with: $0) ? $0 : nil }
    }
    guard let secret else { throw .badSignature }
    return secret
  }

  /// Checks the secret in a document, where that is the proof.
  ///
  /// - Throws: ``HTTPProblem/badSignature``.
  func check(
    _ document: JSONValue, secrets: [AccessToken]
  ) throws(HTTPProblem) -> AccessToken? {
    guard case .field(let pointer) = self else { return nil }
    guard let secret = secrets.first, case .string(let given)? = document.value(at: pointer),
      Self.equals(given, secret)
    else { throw .badSignature }
    return secret
  }

  private static func equals(_ given: String, _ secret: AccessToken) -> Bool {
    ConstantTime.equals(Data(given.utf8), Data(secret.text.utf8))
  }
}

/// Signatures in headers.
extension WebhookProof {
  /// The headers of a request with a hash of its signature, in each of the headers for it.
  ///
  /// A delivery is known by its signature: another spelling must not be another delivery. The
  /// signature itself proves the sender, and is stored nowhere.
  func normalized(_ headers: [String: String]) -> [String: String] {
    guard case .signature(let names, let prefix) = self else { return headers }
    let codes = Set(
      names.compactMap { name in
        headers[name].map { Self.code($0, behind: Self.prefix(prefix, of: name, among: names)) }
      })
    guard codes.count == 1, let code = codes.first.flatMap(\.self) else { return headers }
    let digits = SHA256.hash(data: code).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    var headers = headers
    for name in names { headers[name] = Self.prefix(prefix, of: name, among: names) + digits }
    return headers
  }

  private func isSigned(_ call: HTTPCall, with secret: AccessToken) -> Bool {
    guard case .signature(let names, let prefix) = self else { return false }
    let given = names.compactMap { name in
      call.headers[name].map { Self.code($0, behind: Self.prefix(prefix, of: name, among: names)) }
    }
    let key = SymmetricKey(data: Data(secret.text.utf8))
    // The code of the body is made once, however many headers there are.
    let right = Array(HMAC<SHA256>.authenticationCode(for: call.body, using: key))
    return !given.isEmpty
      && given.allSatisfy { code in code.map { ConstantTime.equals($0, right) } ?? false }
  }

  /// The prefix in a header: beside one of the hub protocol, the others have none.
  private static func prefix(_ prefix: String, of header: String, among names: [String]) -> String {
    header.hasPrefix("x-hub-") || !names.contains { $0.hasPrefix("x-hub-") } ? prefix : ""
  }

  /// Decodes the hexadecimal digits behind a prefix; nil for any other text.
  private static func code(_ text: String, behind prefix: String) -> [UInt8]? {
    guard text.hasPrefix(prefix) else { return nil }
    let digits = Array(text.utf8.dropFirst(prefix.utf8.count))
    guard digits.count == 2 * SHA256.byteCount else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      HTTPCall.digits(digits[$0..<($0 + 2)])
    }
    return bytes.count == SHA256.byteCount ? bytes : nil
  }
}
