import Crypto
import Foundation
import InboxSettings
import InboxText

/// How a sender authenticates with the secret of a webhook.
enum WebhookProof: Sendable, Hashable {
  /// An HMAC of the body in a header, hexadecimal after a prefix; senders use one of the headers.
  case signature(headers: [String], prefix: String = "")
  /// The secret itself in a header.
  case header(String)
  /// The secret itself in the document.
  case field(String)
  /// A token, in any of the ways to send tokens.
  case token

  /// Checks a request against the secrets of a file; only tokens can be several.
  ///
  /// - Returns: The secret that matched.
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

  /// Decodes hexadecimal digits; nil for any other text.
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
