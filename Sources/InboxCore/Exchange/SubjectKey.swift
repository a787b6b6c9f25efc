/// The part of a subject that stands for a message: it tells a server neither source nor id.
///
/// 26 characters of base32 of HMAC-SHA256 over source, a zero byte and id. The key comes from the
/// key file; without one it is 32 zero bytes. The hash is a parameter, as the store links no
/// cryptography; the daemon does.
package struct SubjectKey: Sendable, Hashable {
  /// The characters, of `A-Z2-7`.
  package let text: String

  /// Number of characters.
  package static let size = 26

  /// Computes the key of a message.
  ///
  /// ```swift
  /// SubjectKey(of: identity) { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
  /// ```
  ///
  /// - Parameters:
  ///   - identity: Source and id; neither has a zero byte in the store.
  ///   - authenticate: HMAC-SHA256 with the key.
  /// - Throws: What `authenticate` throws.
  package init(
    of identity: MessageIdentity,
    authenticatedBy authenticate: ([UInt8]) throws -> some Sequence<UInt8>
  ) throws {
    let code = try authenticate(Array(identity.source.utf8) + [0] + Array(identity.id.utf8))
    text = Base32.text(code, upTo: Self.size, in: Base32.upper)
  }

  /// Parses a key of a subject; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.size, text.utf8.allSatisfy(Base32.upper.contains) else {
      return nil
    }
    self.text = String(text)
  }
}
