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
  func `values get shorter where they can, and each is decoded as it was`(key: ExchangeKey) throws {
    let text = String(repeating: "the same again ", count: 1_000)
    let state = #"{"g":0,"status":["read","1795450399000.0.c972e56f"],"v":1}"#
    let seal = key.id.isEmpty ? 0 : 12 + 16
    for (bytes, limit) in [
      (Array("{}".utf8), 2), (Array(state.utf8), state.utf8.count * 6 / 10),
      (Array(text.utf8), 300), (Array(String.incompressible(2_000).utf8), 2_050),
      // Such as a register of a newer version may have.
      (Array("x[]".utf8), 20), ([UInt8](repeating: 0, count: 300_000), 500), ([], 20),
    ] {
      let value = ExchangeValue(subject: subject, name: .content, bytes: bytes, sequence: 5)
      let encoded = try codec(key).encoded(value)
      #expect(encoded.bytes.count <= limit + seal)
      #expect(encoded.headers == (key.id.isEmpty ? [:] : ["BB-Key": key.id]))
      #expect(codec(key).decoded(incoming(encoded)) == .register(value))
    }
  }

  @Test func `the dictionary is that of the values in the streams`() {
    // Its checksum in RFC 1950; values that were compressed with another one could not be read.
    let sums = Compression.dictionary.reduce(into: (low: UInt32(1), high: UInt32(0))) {
      sums, byte in
      sums.low = (sums.low + UInt32(byte)) % 65_521
      sums.high = (sums.high + sums.low) % 65_521
    }
    #expect(sums.high << 16 | sums.low == 0x641B11A7)
  }

  @Test func `only a value with a predecessor names the one that it replaces`() throws {
    for sequence: Int64 in [0, 5] {
      let value = ExchangeValue(
        subject: subject, name: .content, bytes: Array("{}".utf8), sequence: sequence)
      #expect(try codec(.none).encoded(value).expectedSequence == (sequence == 0 ? nil : 5))
    }
  }

  @Test func `a value that zlib does not compress is an error, not the end of the process`() {
    // A level that zlib does not have fails at the same call as a lack of memory.
    #expect(throws: Compression.Failure(code: -2)) { try Compression.compressed([65], level: 99) }
    #expect("\(Compression.Failure(code: -4))".hasSuffix("there is not enough memory"))
  }

  private func compressedZeros(_ count: Int) throws -> [UInt8] {
    try Compression.compressed([UInt8](repeating: 0, count: count))
  }

  @Test func `a value that ends is known by its header`() throws {
    var value = ExchangeValue(
      subject: subject, name: .state(person: "ann"), bytes: Array("{}".utf8), sequence: 5)
    value.lifetime = 90
    var encoded = try codec(.none).encoded(value)
    #expect(encoded.lifetime == 90 && encoded.headers.isEmpty)
    encoded.headers = ["Nats-TTL": "90s"]
    (value.lifetime, value.isEnding) = (nil, true)
    #expect(codec(.none).decoded(incoming(encoded)) == .register(value))
  }

  @Test func `what cannot be decompressed is named by its place`() throws {
    let value = ExchangeValue(
      subject: subject, name: .content, bytes: [UInt8](repeating: 65, count: 5_000), sequence: 5)
    let encoded = try codec(.none).encoded(value)
    var empty = value
    empty.bytes = []
    for change: (inout IncomingValue) throws -> Void in [
      { $0.bytes[10] ^= 255 }, { $0.bytes.removeLast(3) }, { $0.bytes.append(65) },
      { $0.headers["BB-Key"] = "other" }, { $0.bytes[3] ^= 255 },
      // More than any register has.
      { $0.bytes = try compressedZeros(Compression.limit + 1) },
      { $0.bytes = try compressedZeros(3 * Compression.limit) },
    ] {
      var damaged = incoming(encoded)
      try change(&damaged)
      #expect(codec(.none).decoded(damaged) == .unreadable(empty))
    }
    // A newer program has written it, so that it is not replaced.
    var newer = incoming(encoded)
    newer.headers["BB-Coding"] = "zstd"
    #expect(codec(.none).decoded(newer) == .newer)
  }
}
