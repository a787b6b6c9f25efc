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
      guard let given = call.headers[header], given.hasPrefix(prefix) else { return false }
      let code = SHA256.code(call.body, key: secret).hexadecimal
      return ConstantTime.equals(
        Array(given.dropFirst(prefix.count).lowercased().utf8), Array(code.utf8))
    case .header(let name):
      return ConstantTime.equals(Array((call.headers[name] ?? "").utf8), secret)
    case .field(let pointer):
      guard case .string(let given)? = document.value(at: pointer) else { return false }
      return ConstantTime.equals(Array(given.utf8), secret)
    case .token:
      return HTTPAccess.candidates(call).contains { ConstantTime.equals(Array($0.utf8), secret) }
    }
  }
}
