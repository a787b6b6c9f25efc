import Crypto
import Foundation
package import InboxCore
import InboxSettings
import InboxSystem

/// The key of an exchange: it hides source and id in subjects, and seals values.
///
/// Both keys are derived from the 32 bytes of a file by HKDF-SHA256. Values are sealed by ChaCha20 and
/// Poly1305 with a random nonce; the subject is authenticated with them, so that no value can be moved
/// to another message. There is no forward secrecy: who gets the file can read old copies.
package struct ExchangeKey: Sendable {
  /// Tells keys apart: eight hexadecimal digits; empty without a key.
  package let id: String
  private let subjects: SymmetricKey
  /// Nil where values are not sealed.
  private let values: SymmetricKey?

  /// Number of bytes of a key.
  package static let size = 32

  /// No key: everybody who reads the stream can read its values.
  package static let none = ExchangeKey()

  private init() {
    (id, values) = ("", nil)
    subjects = SymmetricKey(data: [UInt8](repeating: 0, count: Self.size))
  }

  /// Derives the keys from the bytes of a key file.
  init(_ bytes: [UInt8]) {
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array("bb1 \(purpose)".utf8),
        outputByteCount: Self.size)
    }
    (subjects, values) = (derived("subjects"), derived("values"))
    let code = HMAC<SHA256>.authenticationCode(for: Array("id".utf8), using: derived("id"))
    id = code.prefix(4).map { String(format: "%02x", $0) }.joined()
  }

  /// Reads a key file: 52 characters of base32, with blanks, dashes, and lines that begin with `#`.
  ///
  /// - Parameter path: The file; empty for no key.
  /// - Throws: ``ExchangeError/badFile(_:)``.
  package init(path: String) throws(ExchangeError) {
    guard !path.isEmpty else {
      self = .none
      return
    }
    let text: String
    do {
      text = try SecretFile.text(path)
    } catch {
      guard access(HomePath.expanded(path), F_OK) != 0 else { throw .badFile("\(error)") }
      throw .badFile(
        "\(error); copy the key file of another machine, write a new one with 'exchange key', or "
          + "seal a running exchange with 'exchange rekey'")
    }
    let characters = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.joined()
      .filter { !$0.isWhitespace && $0 != "-" }
    guard let bytes = Base32.bytes(characters.uppercased()), bytes.count == Self.size else {
      throw .badFile("\(path) holds no key; it needs 52 letters and digits, in 13 groups of four")
    }
    self.init(bytes)
  }
}

extension ExchangeKey {
  /// The subject of a message.
  ///
  /// - Throws: Nothing in practice.
  package func subject(of identity: MessageIdentity) throws -> SubjectKey {
    try SubjectKey(of: identity) { HMAC<SHA256>.authenticationCode(for: $0, using: subjects) }
  }

  /// Seals a value: nonce, encrypted bytes and tag; the value itself without a key.
  ///
  /// - Throws: `CryptoKitError`.
  func seal(_ bytes: [UInt8], as subject: String) throws -> [UInt8] {
    guard let values else { return bytes }
    return Array(
      try ChaChaPoly.seal(bytes, using: values, authenticating: Array(subject.utf8)).combined)
  }

  /// Opens a sealed value; nil if it was sealed for another subject or by another key, or damaged.
  func open(_ bytes: [UInt8], as subject: String) -> [UInt8]? {
    guard let values else { return bytes }
    guard let box = try? ChaChaPoly.SealedBox(combined: bytes),
      let opened = try? ChaChaPoly.open(box, using: values, authenticating: Array(subject.utf8))
    else { return nil }
    return Array(opened)
  }
}
