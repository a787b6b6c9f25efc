import Crypto
import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// The keys are of the bytes 0 to 31, made by the Python package nkeys.
@Suite struct NATSCredentialsTests {
  static let seed = "SUAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H776Y"
  static let publicText = "UAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3RLKK"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let path = folder.path + "/key"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func fields(
    _ key: NATSOptions.KeyFile, url: String = "nats://h", nonce: String? = "PXoWU7zWAMt75FY"
  ) throws -> [String: String]? {
    let address = try NATSAddress(url)
    var options = NATSOptions([address])
    options.key = key
    return try NATSCredentials(options, for: address).fields(signing: nonce)?
      .mapValues { $0.text ?? "" }
  }

  private func error(_ text: String, isSeed: Bool = true, mode: Int = 0o600) throws -> String {
    let path = try file(text, mode: mode)
    let error = #expect(throws: ExchangeError.self) {
      try fields(isSeed ? .seed(path) : .credentials(path))
    }
    return "\(try #require(error))".replacing(path, with: "FILE")
  }

  @Test func `a seed signs as other clients do`() throws {
    let key = try NATSKey(seed: Self.seed)
    #expect(key.publicText == Self.publicText)
    let fields = try #require(try fields(.seed(try file("# of ann\n\n  \(Self.seed)  \n"))))
    #expect(fields["nkey"] == Self.publicText && fields.count == 2)
    let text = try #require(fields["sig"])
    let signature = try #require(
      Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + "=="))
    let known = try Curve25519.Signing.PrivateKey(rawRepresentation: Array(0..<32)).publicKey
    #expect(known.isValidSignature(signature, for: Data("PXoWU7zWAMt75FY".utf8)))
    #expect(try self.fields(.seed(try file(Self.seed)), nonce: nil) == nil)
  }

  @Test(arguments: [
    ("SAAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4HYMHI", "an account"),
    ("SOAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H2AJA", "an operator"),
    ("SNAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H2D5U", "a server"),
    ("SCAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4HYO7Q", "a cluster"),
  ])
  func `the seed of somebody else is named`(seed: String, kind: String) throws {
    #expect(
      try error(seed)
        == "FILE contains the seed of \(kind); use that of a user, which begins with SU")
  }

  @Test func `what is no seed is named`() throws {
    let damaged = "FILE contains no valid nkey seed; a seed begins with SU"
    for index in Self.seed.indices {
      var seed = Self.seed
      seed.replaceSubrange(index...index, with: seed[index] == "A" ? "B" : "A")
      #expect(try error(seed) == damaged)
    }
    for text in ["x", "SU", "SU======", String(Self.seed.dropLast()), Self.seed.lowercased()] {
      #expect(try error(text) == damaged)
    }
    #expect(
      try error(Self.publicText)
        == "FILE contains a public key; use the seed, which begins with SU")
    #expect(try error("# nothing\n").hasPrefix("FILE is empty; write the seed"))
  }

  @Test func `a file that others can read is refused`() throws {
    let text = "FILE may be read or changed by others; run: chmod 600 FILE"
    #expect(try error(Self.seed, mode: 0o644) == text)
    #expect(try error(Self.seed, isSeed: false, mode: 0o640) == text)
    let error = #expect(throws: ExchangeError.self) { try fields(.seed("/nonexistent/key")) }
    #expect("\(try #require(error))" == "cannot read /nonexistent/key: No such file or directory")
  }

  private static let credentials = """
    -----BEGIN NATS USER JWT-----
    eyJ0.eyJq.c2ln
    ------END NATS USER JWT------

    ************************* IMPORTANT *************************
    NKEY Seed printed below can be used to sign and prove identity.

    -----BEGIN USER NKEY SEED-----
    SEED
    ------END USER NKEY SEED------
    """

  @Test func `a file of credentials has a token and a seed`() throws {
    let text = Self.credentials.replacing("SEED\n", with: "\(Self.seed)\n")
    for text in [text, text.replacing("\n", with: "\r\n")] {
      let fields = try #require(try fields(.credentials(try file(text))))
      #expect(fields["jwt"] == "eyJ0.eyJq.c2ln" && fields["sig"] != nil && fields.count == 2)
    }
    #expect(
      try error(Self.credentials, isSeed: false).hasPrefix("FILE contains no valid nkey seed"))
    #expect(try error(Self.seed, isSeed: false).hasPrefix("FILE is no file of credentials"))
    let empty = text.replacing("eyJ0.eyJq.c2ln\n", with: "")
    #expect(try error(empty, isSeed: false).hasPrefix("FILE is no file of credentials"))
  }

  @Test func `a login in a URL`() throws {
    #expect(try fields(.none) == [:])
    #expect(try fields(.none, url: "nats://ann:p%40ss@h") == ["user": "ann", "pass": "p@ss"])
    #expect(try fields(.none, url: "tls://s3cret@h:1") == ["auth_token": "s3cret"])
    // The file is more than a URL.
    #expect(try fields(.seed(try file(Self.seed)), url: "nats://a:b@h")?["nkey"] == Self.publicText)
  }

  @Test func `addresses`() throws {
    let address = try NATSAddress("tls://ann:secret@nats.example.org:4333/")
    #expect(address.host == "nats.example.org" && address.port == 4_333 && address.requiresTLS)
    #expect("\(address)" == "nats.example.org:4333")
    #expect("\(try NATSAddress("atlas"))" == "atlas:4222")
    #expect("\(try NATSAddress("atlas:1"))" == "atlas:1")
    let six = try NATSAddress("nats://[::1]:4222")
    #expect(six.host == "::1" && six.isNumeric && "\(six)" == "[::1]:4222")
    #expect(try NATSAddress("10.0.0.1").isNumeric && !NATSAddress("atlas").isNumeric)
    for url in [
      "", "http://a", "nats://", "nats://a:0", "nats://a:65536", "nats://a:x", "a b", "nats://a/x",
      "nats://a?b",
    ] {
      #expect(throws: ExchangeError.badAddress(url)) { try NATSAddress(url) }
    }
    #expect(throws: ExchangeError.badAddress("h:0")) { try NATSAddress("nats://ann:secret@h:0") }
  }

  @Test func `versions are compared by numbers`() throws {
    func info(_ version: String) throws -> NATSServerInfo {
      try #require(NATSServerInfo(json: Array(#"{"version":"\#(version)"}"#.utf8)))
    }
    #expect(try info("2.11.0-preview.1").isAtLeast(2, 11) && info("2.9.10").isAtLeast(2, 9, 10))
    #expect(try !info("2.9.10").isAtLeast(2, 10) && !info("x").isAtLeast(1, 0))
    let large = NATSServerInfo(
      json: Array(#"{"version":"2","max_payload":9223372036854775807}"#.utf8))
    #expect(large?.maximumPayload == 64 * 1_024 * 1_024)
    #expect(NATSServerInfo(json: Array("{}".utf8)) == nil)
    #expect(NATSServerInfo(json: Array("[".utf8)) == nil)
  }
}
