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
    #expect("\(Compression.Failure(code: -4))".hasSuffix("insufficient memory"))
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

  @Test(
    arguments: [
      (#"{"key":"","v":1}"#, .key("")), (#"{"key":"1a","v":2}"#, .key("1a")),
      ("rubbish", .unreadable(nil)), ("", .unreadable(nil)), (#"{"v":1}"#, .unreadable(nil)),
      ("7", .unreadable(nil)), (#"{"v":2,"keys":[]}"#, .newer),
    ] as [(String, ExchangeCodec.Content)])
  func `an id of the key that cannot be read is told from one of a newer version`(
    _ text: String, _ content: ExchangeCodec.Content
  ) {
    let codec = codec(.none)
    #expect(codec.decoded(incoming(OutgoingValue(codec.keySubject, text))) == content)
    var isDamaged = false
    do throws(ExchangeError) { try codec.checkKey(content) } catch {
      isDamaged = error == .damagedKey
    }
    #expect(isDamaged == (content == .unreadable(nil)))
  }
}

/// Own values that come back are not taken for those of others.
@Suite struct SentValuesTests {
  private let sent = SentValues()

  private func value(_ subject: String, _ text: String, at sequence: Int64) -> IncomingValue {
    IncomingValue(subject: subject, headers: [:], bytes: Array(text.utf8), sequence: sequence)
  }

  /// Reads a page up to its last value, or further; the sequences of the values of others.
  private func others(_ values: IncomingValue..., through end: Int64? = nil) -> [Int64] {
    let last = end ?? values.last?.sequence ?? 0
    let page = ExchangePage(
      values: values, place: ExchangePlace(stream: "s", sequence: last), isLast: true,
      startsOver: false)
    return sent.others(in: page).map(\.sequence)
  }

  @Test func `values are known by their bytes until their answers are there`() {
    sent.begin([OutgoingValue("a", "own"), OutgoingValue("b", "own too")])
    #expect(
      others(
        value("a", "own", at: 1), value("b", "of another", at: 2), value("c", "own", at: 3),
        value("b", "own too", at: 4)) == [2, 3])
    // Another machine may write the same later.
    sent.end([1, 4])
    #expect(others(value("a", "own", at: 5)) == [5])
  }

  @Test func `values are known by their sequences after that, once`() {
    sent.begin([OutgoingValue("a", "first")])
    sent.end([1])
    sent.begin([OutgoingValue("a", "second"), OutgoingValue("b", "third")])
    sent.end([3, 4])
    #expect(others(value("a", "first", at: 1), value("a", "of another", at: 2), through: 2) == [2])
    #expect(others(value("a", "second", at: 3), value("b", "third", at: 4)) == [])
    // As of another stream.
    #expect(others(value("a", "second", at: 3), value("b", "third", at: 4)) == [3, 4])
  }

  @Test func `sequences that were read before the answer are not kept`() {
    sent.begin([OutgoingValue("a", "x"), OutgoingValue("b", "y")])
    // The page ends with values of other subjects.
    #expect(others(value("a", "x", at: 9), through: 10) == [])
    #expect(sent.last == 0)
    sent.end([9, 10, 11])
    #expect(sent.last == 11)
    #expect(
      others(
        value("a", "of another", at: 9), value("a", "of another", at: 10), value("b", "y", at: 11))
        == [9, 10])
  }

  @Test func `before another stream is read, all is forgotten`() {
    sent.begin([OutgoingValue("a", "x")])
    sent.end([5])
    #expect(others(through: 4) == [])
    sent.begin([OutgoingValue("b", "y")])
    sent.removeAll()
    #expect(others(value("b", "y", at: 1), value("a", "x", at: 5)) == [1, 5])
    sent.removeAll()
    #expect(sent.last == 0)
    // Also how far the former one was read.
    sent.begin([OutgoingValue("c", "z")])
    sent.end([2])
    #expect(others(value("c", "z", at: 2)) == [])
  }
}

@Suite struct ExchangeErrorTests {
  private static let errors: [(ExchangeError, String)] = [
    (
      .badAddress("x y"),
      "'x y' is no address of a NATS server; write nats://HOST:PORT or tls://HOST:PORT"
    ),
    (
      .unreachable(server: "h:1", reason: "Connection refused"),
      "cannot connect to h:1: Connection refused"
    ),
    (.timedOut(server: "h:1", .login), "h:1 does not answer the login in time"),
    (.timedOut(server: "h:1", .answer), "h:1 does not answer in time"),
    (.timedOut(server: "h:1", .values), "h:1 stopped sending messages"),
    (
      .silent(server: "h:1", since: "12:03"),
      "h:1 accepts the connection, but has acknowledged nothing since 12:03; the server may have to be "
        + "started again"
    ),
    (.timedOut(server: "h:1", .sign), "h:1 does not answer any more; the connection is closed"),
    (
      .untrusted(server: "h:1", authority: "ca.pem"),
      "the certificate of h:1 is not signed by an authority in ca.pem"
    ),
    (
      .untrusted(server: "h:1", authority: nil),
      "the certificate of h:1 is not signed by an authority that this system trusts; "
        + "set exchange.ca to the file with the certificate of its authority"
    ),
    (
      .noTLS(server: "h:1", .address),
      "h:1 offers no TLS, which tls:// requires; set up TLS in the server, or write nats:// if the "
        + "network is safe"
    ),
    (
      .noTLS(server: "h:1", .authority),
      "h:1 offers no TLS, which exchange.ca requires; set up TLS in the server, or remove "
        + "exchange.ca if the network is safe"
    ),
    (
      .noTLS(server: "h:1", .addressAndAuthority),
      "h:1 offers no TLS, which tls:// and exchange.ca require; set up TLS in the server, or write "
        + "nats:// and remove exchange.ca if the network is safe"
    ),
    (
      .wrongHost(server: "h:1"),
      "the certificate of h:1 is for another host; use the name that is in it"
    ),
    (.failedTLS(server: "h:1", reason: "x"), "no TLS with h:1: x"),
    (
      .noNonce(server: "h:1"),
      "h:1 does not ask for keys: give it users with nkeys or JWT, or use no key"
    ),
    (
      .none([.timedOut(server: "h:1", .answer), .unreachable(server: "i:1", reason: "x")]),
      "no server can be used: h:1 does not answer in time; cannot connect to i:1: x"
    ),
    (
      .notPermitted(server: "h:1", .publish, subject: "t.a"),
      "the user may not publish to t.a on h:1; ask its administrator for the permission"
    ),
    (
      .noJetStream(server: "h:1", version: "2.9.10"),
      "h:1 (2.9.10) has no JetStream for this user; turn it on with 'jetstream {}' in the "
        + "configuration of the server"
    ),
    (.noStream(server: "h:1", name: "S"), "h:1 has no stream S; run 'exchange join' to create it"),
    (
      .wrongKey(here: "1a", stream: ""),
      "the other machines use no key, and this one uses the key 1a; remove exchange.key, or run "
        + "'exchange rekey' to seal their messages too"
    ),
    (
      .damagedKey, "the id of the key is damaged; start a machine that has joined, to mend it"
    ),
    (
      .wrongKey(here: "", stream: "2b"),
      "the messages are sealed with the key 2b; copy the key file of another machine, and set "
        + "exchange.key to its path"
    ),
    (
      .wrongKey(here: "1a", stream: "2b"),
      "the messages are sealed with the key 2b, and this machine has the key 1a; copy the key file "
        + "of another machine, or restore the previous file and run 'exchange rekey'"
    ),
    (
      .foreignStream(server: "h:1", name: "S", difference: "its storage is memory"),
      "the stream S on h:1 is for something else: its storage is memory; use another account, or "
        + "remove the stream"
    ),
    (
      .full(server: "h:1", stream: "S", .bytes),
      "h:1 is full: the stream S has reached its max_bytes limit; raise it on the server"
    ),
    (
      .full(server: "h:1", stream: "S", .storage),
      "h:1 is full: the server has no storage left; raise max_file_store in its configuration, or "
        + "free space on its disk"
    ),
    (
      .refused(server: "h:1", code: 10_026, reason: "maximum consumers\u{1B}[31m"),
      "h:1 refuses a request: maximum consumers␛[31m (error 10026)"
    ),
  ]

  @Test(arguments: errors.indices)
  func `an error says what is wrong, where, and what to do`(index: Int) {
    let (error, text) = Self.errors[index]
    #expect("\(error)" == text)
  }
}
