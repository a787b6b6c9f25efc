import Crypto
import Foundation
import InboxCore
import InboxTestSupport

/// A key of a user, an account or an operator, with what the tools of NATS do with it.
struct TestKey {
  enum Kind: UInt8 {
    case account = 0
    case `operator` = 112
    case user = 160
  }

  /// What an account may do: everything.
  static let accountClaims = """
    "type":"account","version":2,"limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,\
    "exports":-1,"wildcards":true,"conn":-1,"leaf":-1},"default_permissions":{"pub":{},"sub":{}}
    """

  let (seed, publicText): (String, String)
  private let key: Curve25519.Signing.PrivateKey

  /// The key of 32 equal bytes.
  init(_ kind: Kind, filledWith byte: UInt8) {
    let secret = Data(repeating: byte, count: 32)
    // Any 32 bytes are a key.
    key = (try? Curve25519.Signing.PrivateKey(rawRepresentation: secret)) ?? .init()
    let prefix = [18 << 3 | kind.rawValue >> 5, kind.rawValue << 3]
    seed = Self.text(prefix + secret)
    publicText = Self.text([kind.rawValue] + key.publicKey.rawRepresentation)
  }

  /// A signed token for a key, with claims as JSON.
  func token(for other: TestKey, _ claims: String) -> String {
    func encoded(_ data: Data) -> String {
      data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let head = #"{"typ":"JWT","alg":"ed25519-nkey"}"#
    let body = """
      {"jti":"1","iat":1700000000,"iss":"\(publicText)","name":"test",\
      "sub":"\(other.publicText)","nats":{\(claims)}}
      """
    let text = encoded(Data(head.utf8)) + "." + encoded(Data(body.utf8))
    let signature = (try? key.signature(for: Data(text.utf8))) ?? Data()
    return text + "." + encoded(signature)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    let whole = bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
    return Base32.text(whole, upTo: 99, in: Base32.upper)
  }
}

/// A certificate for the loopback, its authority, and another authority.
struct TestCertificates {
  let folder = TemporaryFolder.empty()
  /// Paths of the authorities.
  let (authority, other): (String, String)

  /// Makes them by openssl, the certificate for some names.
  init(names: String = "IP:127.0.0.1,DNS:localhost") throws {
    (authority, other) = (folder.path + "/ca.pem", folder.path + "/other.pem")
    let script = """
      set -e; cd "$1"
      for name in ca other; do
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
          -subj /CN=$name -keyout $name.key -out $name.pem
      done
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=server \
        -keyout server.key -out server.csr
      printf 'subjectAltName=%s' "$2" >names
      openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
        -extfile names -out server.pem
      """
    let log = folder.path + "/openssl.log"
    let child = try ChildProcess(
      "/bin/sh", ["-c", script, "sh", folder.path, names],
      environment: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin"], errors: .file(log))
    guard try child.end() == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
