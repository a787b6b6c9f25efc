import Crypto
import Foundation
import InboxText

/// How a sender proves that it knows the secret of its webhook.
enum WebhookProof: Sendable, Hashable {
  /// By a header with the code of the body under the secret, in hexadecimal digits.
  case signature(header: String, prefix: String)
  /// By the secret itself in a header.
  case header(String)
  /// By the secret itself in the document.
  case field(String)
  /// In one of the ways in which tokens are carried.
  case token

  /// Checks a request against a secret.
  ///
  /// - Throws: ``HTTPProblem/badSignature``.
  func check(
    _ call: HTTPCall, _ document: JSONValue, secret: [UInt8]
  ) throws(HTTPProblem) {
    guard isRight(call, document, secret) else { throw .badSignature }
  }

  private func isRight(_ call: HTTPCall, _ document: JSONValue, _ secret: [UInt8]) -> Bool {
    switch self {
    case .signature(let header, let prefix):
      guard let given = call.headers[header], given.hasPrefix(prefix),
        let code = Self.bytes(hexadecimal: given.dropFirst(prefix.count))
      else { return false }
      return HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: call.body, using: SymmetricKey(data: secret))
    case .header(let name):
      return ConstantTime.equals(Data((call.headers[name] ?? "").utf8), secret)
    case .field(let pointer):
      guard case .string(let given)? = document.value(at: pointer) else { return false }
      return ConstantTime.equals(Data(given.utf8), secret)
    case .token:
      return HTTPAccess.candidates(call).contains { ConstantTime.equals(Data($0.utf8), secret) }
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
