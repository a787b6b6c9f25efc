import Crypto
import Foundation
import InboxSettings
import InboxText

/// How a sender proves that it knows the secret of its webhook.
enum WebhookProof: Sendable, Hashable {
  /// By a header with the code of the body under the secret, in hexadecimal digits behind a prefix;
  /// of several names a sender uses one.
  case signature(headers: [String], prefix: String = "")
  /// By the secret itself in a header.
  case header(String)
  /// By the secret itself in the document.
  case field(String)
  /// In one of the ways in which tokens are carried; of several one is enough.
  case token

  /// Checks a request against the secrets of a file: only of tokens can there be several.
  ///
  /// - Returns: The secret that the sender knows.
  /// - Throws: ``HTTPProblem/badSignature``.
  func check(
    _ call: HTTPCall, _ document: JSONValue, secrets: [AccessToken]
  ) throws(HTTPProblem) -> AccessToken {
    if self == .token {
      guard let token = secrets.first(among: HTTPAccess.candidates(call)) else {
        throw .badSignature
      }
      return token
    }
    guard let secret = secrets.first, isRight(call, document, Array(secret.text.utf8)) else {
      throw .badSignature
    }
    return secret
  }

  private func isRight(_ call: HTTPCall, _ document: JSONValue, _ secret: [UInt8]) -> Bool {
    switch self {
    case .signature(let headers, let prefix):
      guard let given = headers.lazy.compactMap({ call.headers[$0] }).first,
        let code = Self.bytes(
          hexadecimal: given.dropFirst(given.hasPrefix(prefix) ? prefix.count : 0))
      else { return false }
      return HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: call.body, using: SymmetricKey(data: secret))
    case .header(let name):
      return ConstantTime.equals(Data((call.headers[name] ?? "").utf8), secret)
    case .field(let pointer):
      guard case .string(let given)? = document.value(at: pointer) else { return false }
      return ConstantTime.equals(Data(given.utf8), secret)
    case .token: return false
    }
  }

  /// The bytes that pairs of hexadecimal digits stand for; nil for anything else.
  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      bytes.append(UInt8(digits[index] << 4 | digits[index + 1]))
    }
    return bytes
  }
}
