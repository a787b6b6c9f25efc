import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

/// The form of values: compressed, then sealed.
struct ExchangeCodecTests {
  private let subject: SubjectKey

  init() throws {
    subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: "a"))
  }

  private func codec(_ key: ExchangeKey) -> ExchangeCodec {
    ExchangeCodec(inbox: "default", key: key, origin: ExchangeOrigin(rawValue: 1))
  }

  private func incoming(_ value: OutgoingValue) -> IncomingValue {
    IncomingValue(subject: value.subject, headers: value.headers, bytes: value.bytes, sequence: 5)
  }

  @Test(arguments: [ExchangeKey.none, ExchangeKey([UInt8](repeating: 1, count: 32))])
  func `long values are compressed, and each is decoded as it was`(key: ExchangeKey) throws {
    let text = String(repeating: "the same again ", count: 1_000)
    for (bytes, isCompressed) in [
      (Array("short".utf8), false), (Array(text.utf8), true),
      (Array(String.incompressible(2_000).utf8), true),
      ([UInt8](repeating: 0, count: 1_023), false),
    ] {
      let value = ExchangeValue(subject: subject, name: .content, bytes: bytes, sequence: 5)
      let encoded = try codec(key).encoded(value)
      #expect((encoded.headers["BB-Coding"] == "z") == isCompressed)
      #expect(!isCompressed || encoded.bytes.count < bytes.count)
      #expect(codec(key).decoded(incoming(encoded)) == .register(value))
    }
  }

  @Test func `what cannot be decompressed is named by its place`() throws {
    let value = ExchangeValue(
      subject: subject, name: .content, bytes: [UInt8](repeating: 65, count: 5_000), sequence: 5)
    let encoded = try codec(.none).encoded(value)
    var empty = value
    empty.bytes = []
    for change: (inout IncomingValue) -> Void in [
      { $0.bytes[10] ^= 255 }, { $0.bytes = [] }, { $0.bytes.removeLast(3) },
      { $0.headers["BB-Key"] = "other" },
      // More than any register has.
      { $0.bytes = Compression.compressed([UInt8](repeating: 0, count: 5 << 20)) ?? [] },
    ] {
      var damaged = incoming(encoded)
      change(&damaged)
      #expect(codec(.none).decoded(damaged) == .unreadable(empty))
    }
    // A newer program may have written it, so that it is not replaced.
    var newer = incoming(encoded)
    newer.headers["BB-Coding"] = "zstd"
    #expect(codec(.none).decoded(newer) == .unreadable(nil))
  }
}
