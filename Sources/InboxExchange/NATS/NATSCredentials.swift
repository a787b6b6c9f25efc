import Crypto
import Foundation
import InboxCore
import InboxSettings
import InboxText

/// What a client proves its identity with.
struct NATSCredentials: Sendable {
  /// The fields of CONNECT without a signature.
  private let facts: [String: JSONValue]
  /// The key that signs; nil where nothing is signed.
  private let key: NATSKey?

  /// Reads the credentials for a server: of the file, else of the URL.
  ///
  /// - Throws: ``ExchangeError/badFile(_:)``.
  init(_ options: NATSOptions, for address: NATSAddress) throws(ExchangeError) {
    switch options.key {
    case .none: (facts, key) = (address.login, nil)
    case .seed(let path):
      let key = try Self.key(in: Self.lines(of: path), of: path)
      (facts, self.key) = (["nkey": .string(key.publicText)], key)
    case .credentials(let path):
      // A token that the owner of an account has signed, and the key it was given to.
      let (token, key) = try Self.jwt(in: Self.lines(of: path), of: path)
      (facts, self.key) = (["jwt": .string(token)], key)
    }
  }

  /// The fields of CONNECT; nil if a signature is needed and the server sent nothing to sign.
  func fields(signing nonce: String?) -> [String: JSONValue]? {
    guard let key else { return facts }
    guard let signature = nonce.flatMap(key.signature) else { return nil }
    return facts.merging(["sig": .string(signature)]) { $1 }
  }

  /// The lines of a file that only its owner can read, without blank ones.
  private static func lines(of path: String) throws(ExchangeError) -> [String] {
    do {
      return try SecretFile.text(path).split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    } catch {
      throw .badFile("\(error)")
    }
  }

  /// The key of a file with a seed; lines with `#` are comments.
  private static func key(
    in lines: [String], of path: String
  ) throws(ExchangeError) -> NATSKey {
    guard let seed = lines.first(where: { !$0.hasPrefix("#") }) else {
      throw .badFile("\(path) is empty; write the seed of a user's nkey, which begins with SU")
    }
    do {
      return try NATSKey(seed: seed)
    } catch {
      throw .badFile("\(path) \(error)")
    }
  }

  /// The token and the key of a `.creds` file.
  private static func jwt(
    in lines: [String], of path: String
  ) throws(ExchangeError) -> (token: String, key: NATSKey) {
    /// The line after the one that begins a block.
    func block(_ name: String) -> String? {
      let begin = lines.firstIndex { $0.hasPrefix("--") && $0.contains("BEGIN \(name)") }
      guard let begin else { return nil }
      return lines[(begin + 1)...].first.flatMap { $0.hasPrefix("--") ? nil : $0 }
    }
    guard let token = block("NATS USER JWT"), let seed = block("USER NKEY SEED") else {
      throw .badFile(
        "\(path) is no file of credentials: it needs a block NATS USER JWT and a block "
          + "USER NKEY SEED, as 'nsc generate creds' writes them")
    }
    return (token, try key(in: [seed], of: path))
  }
}

/// The key pair of a user, an *nkey*: Ed25519 in a text form with a checksum.
struct NATSKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey
  /// The public key, which the server knows.
  let publicText: String

  /// Why a text is no seed of a user; continues the name of its file.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case damaged, publicKey
    /// The seed of somebody else, such as an account.
    case kind(String)

    var description: String {
      switch self {
      case .damaged: "contains no valid nkey seed; a seed begins with SU"
      case .publicKey: "contains a public key; use the seed, which begins with SU"
      case .kind(let kind): "contains the seed of \(kind); use that of a user, which begins with SU"
      }
    }
  }

  /// First byte of seeds, and kind of a user, both in the upper five bits.
  private static let (seed, user): (UInt8, UInt8) = (18 << 3, 20 << 3)
  private static let kinds: [UInt8: String] = [
    0: "an account", 2 << 3: "a cluster", 13 << 3: "a server", 14 << 3: "an operator",
    23 << 3: "an encryption key",
  ]

  /// Parses a seed: base32 of two bytes with the kind, 32 bytes and a checksum.
  init(seed text: String) throws(Problem) {
    guard let bytes = Base32.bytes(text), bytes.count > 3,
      Self.checksum(bytes.dropLast(2)) == Array(bytes.suffix(2))
    else { throw .damaged }
    guard bytes[0] & 0xF8 == Self.seed else {
      throw bytes[0] == Self.user || Self.kinds[bytes[0]] != nil ? .publicKey : .damaged
    }
    let kind = bytes[0] << 5 | bytes[1] >> 3
    guard kind == Self.user else { throw Self.kinds[kind].map { .kind($0) } ?? .damaged }
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes[2...].dropLast(2))
    else { throw .damaged }
    self.key = key
    let named = [Self.user] + key.publicKey.rawRepresentation
    publicText = Base32.text(named + Self.checksum(named[...]), upTo: 56, in: Base32.upper)
  }

  /// The signature of a text, in base64 for URLs without padding.
  func signature(of text: String) -> String? {
    try? key.signature(for: Data(text.utf8)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// CRC-16 with the polynomial 0x1021, low byte first.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  }
}
