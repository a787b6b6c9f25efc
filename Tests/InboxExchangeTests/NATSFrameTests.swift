import InboxText
import NIOCore
import Testing

@testable import InboxExchange

@Suite struct NATSFrameTests {
  private static let text = """
    INFO {"version":"2.10.0"}\r\n+OK\r\nPING\r\nmsg a.b 7 3\r\nabc\r\n\
    MSG\ta.b  7 reply.1 0\r\n\r\nPONG\r\n-ERR 'Unknown Protocol'\r\n\
    HMSG a 2 r 32 35\r\nNATS/1.0 503 No one\r\nA: b: c\r\n\r\n\r\n\n\r\n
    """

  private static let frames: [NATSFrame] = {
    var headers = NATSHeaders()
    (headers.status, headers.reason, headers.fields) = (503, "No one", ["A": "b: c"])
    let words = Array("abc".utf8)
    return [
      .info(Array(#"{"version":"2.10.0"}"#.utf8)), .ok, .ping,
      .message(NATSMessage(subject: "a.b", subscription: 7, bytes: words)),
      .message(NATSMessage(subject: "a.b", subscription: 7, reply: "reply.1", bytes: [])), .pong,
      .error("Unknown Protocol"),
      .message(
        NATSMessage(
          subject: "a", subscription: 2, reply: "r", headers: headers, bytes: Array("\r\n\n".utf8))),
    ]
  }()

  private func frames(_ pieces: [ArraySlice<UInt8>]) throws -> [NATSFrame] {
    var reader = NATSFrameReader()
    var frames: [NATSFrame] = []
    for piece in pieces {
      reader.append(piece)
      while let frame = try reader.next() { frames.append(frame) }
    }
    #expect(!reader.isInFrame)
    return frames
  }

  @Test func `all frames, split at every byte`() throws {
    let bytes = Array(Self.text.utf8)
    #expect(try frames([bytes[...]]) == Self.frames)
    #expect(try frames(bytes.indices.map { bytes[$0...$0] }) == Self.frames)
    for index in bytes.indices {
      #expect(try frames([bytes[..<index], bytes[index...]]) == Self.frames)
    }
  }

  private func error(_ text: String, maximum: Int = 100) -> NATSFrameError? {
    var reader = NATSFrameReader()
    reader.maximumPayload = maximum
    reader.append(text.utf8)
    do throws(NATSFrameError) {
      while try reader.next() != nil {}
    } catch {
      // It stays so, and takes no more bytes.
      reader.append("PING\r\n".utf8)
      #expect(throws: error) { try reader.next() }
      return error
    }
    return nil
  }

  @Test func `another protocol is noticed in its first bytes`() {
    #expect(error("HTTP/1.1 400 Bad Request\r\n") == .unknown("HTTP/1.1 400 Bad Request"))
    #expect(error("SSH-") == .unknown("SSH-"))
    #expect(error("\u{16}\u{3}\u{1}\0\0") == .unknown("\u{16}\u{3}\u{1}\0\0"))
    #expect(error("PINGS\r\n") == .unknown("PINGS"))
    #expect(error("\r\n") == .unknown(""))
    #expect(error("S") == .unknown("S"))
    // The signs for kelvin and a dotless i are no letters of a name.
    #expect(error("+O\u{212A}\r\n") == .unknown("+O\u{212A}"))
    #expect(error("p\u{131}ng\r\n") == .unknown("p\u{131}ng"))
    #expect(error("PI") == nil)
    #expect(error("+ok\t\r\npIng\r\n") == nil)
  }

  @Test func `lines and messages have limits`() {
    let long = String(repeating: "a", count: 5_000)
    #expect(error("-ERR '\(long)") == .longLine(limit: 4_096))
    #expect(error("MSG \(long) 1 0\r\n\r\n") == .longLine(limit: 4_096))
    #expect(error("INFO \(long)\r\n") == nil)
    #expect(error("INFO " + String(repeating: "a", count: 70_000)) == .longLine(limit: 65_536))
    #expect(error("MSG a 1 101\r\n") == .largeMessage(101, limit: 100))
    #expect(error("HMSG a 1 12 999999999\r\n") == .largeMessage(999_999_999, limit: 100))
    #expect(error("MSG a 1 100\r\n" + String(repeating: "a", count: 100) + "\r\n") == nil)
  }

  @Test(arguments: [
    "MSG a 1\r\n", "MSG a 1 r r 0\r\n", "MSG a x 0\r\n", "MSG a 1 -1\r\n", "MSG a 1 0x1\r\n",
    "MSG a 1 9999999999\r\n", "MSG a 99999999999999999999 1\r\n",
  ])
  func `wrong words`(text: String) { #expect(error(text) == .badWords("MSG")) }

  @Test(arguments: ["HMSG a 1 4\r\n", "HMSG a 1 5 4\r\n", "HMSG a 1 r x 4\r\n"])
  func `wrong words of headers`(text: String) { #expect(error(text) == .badWords("HMSG")) }

  @Test func `frames end in CR LF`() {
    #expect(error("PING\n") == .badEnd)
    #expect(error("MSG a 1 1\r\nabc") == .badEnd)
    #expect(error("MSG a 1 1\r\na\n\n") == .badEnd)
  }

  @Test func `headers of another client are no reason to stop`() {
    func headers(_ text: String) -> NATSHeaders { NATSHeaders(Array(text.utf8)) }
    #expect(headers("") == NATSHeaders())
    #expect(headers("rubbish\r\nA: b\r\n\r\n") == NATSHeaders())
    let fields = headers("NATS/1.0\r\nno field\r\n: x\r\nA:1\r\nA: 2\r\na:  3 \r\n\r\n").fields
    #expect(fields == ["A": "1", "a": "3 "])
    #expect(headers("NATS/1.0 9999999999999999999999 x\r\n\r\n").status == nil)
    #expect(headers("NATS/1.0 408\r\n\r\n").status == 408)
    #expect(NATSHeaders(Array("NATS/1.0\r\nA: ".utf8) + [0xFF, 0xFE]).fields.count == 1)
  }

  @Test func `what cannot be sent is refused`() throws {
    for subject in ["", "a b", "a..b", ".a", "a.", "a.*", ">", "a\r\nPING", "ä", "a\0"] {
      #expect(NATSRequest(subject) == nil, "\(subject)")
    }
    #expect(NATSRequest(String(repeating: "a", count: 1_025)) == nil)
    for headers in [["": "x"], ["a b": "x"], ["a:": "x"], ["a": "x\r\nb: y"], ["a": "\0"]] {
      #expect(NATSRequest("a", headers: headers) == nil, "\(headers)")
    }
    let request = try #require(NATSRequest("a.b", headers: ["B": "2", "A": "ü"], bytes: [65]))
    var buffer = ByteBuffer()
    request.write(to: &buffer, reply: "r")
    try #require(NATSRequest("a")).write(to: &buffer, reply: "r")
    let first = "HPUB a.b r 25 26\r\nNATS/1.0\r\nA: ü\r\nB: 2\r\n\r\nA\r\n"
    #expect(String(buffer: buffer) == first + "PUB a r 0\r\n\r\n")
  }
}

@Suite struct RequestWindowTests {
  private let error = ExchangeError.timedOut(server: "s", .answer)
  private var window = RequestWindow()

  private func request(_ subject: String, size: Int = 0) throws -> NATSRequest {
    try #require(NATSRequest(subject, bytes: Array(repeating: 0, count: size)))
  }

  private func message(_ text: String) -> NATSMessage {
    NATSMessage(subject: text, subscription: 1, bytes: [])
  }

  private func answer(_ text: String) -> RequestWindow.Answer { .success(message(text)) }

  private mutating func send(at now: NIODeadline = .now()) -> [(number: Int, subject: String)] {
    var sent: [(number: Int, subject: String)] = []
    while let next = window.next(at: now, timeout: .seconds(5)) {
      sent.append((next.number, next.request.subject))
    }
    return sent
  }

  @Test mutating func `never two of one subject, and all in their order`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(try ["a", "b", "a", "c"].map { try request($0) }, RequestBatch(4) { done = $0 })
    #expect(send().map(\.subject) == ["a", "b"])
    window.finish(2, message("second"), at: .now())
    #expect(send().isEmpty)
    window.finish(1, message("first"), at: .now())
    #expect(send().map(\.subject) == ["a", "c"])
    window.finish(4, message("fourth"), at: .now())
    window.finish(3, message("third"), at: .now())
    #expect(done == ["first", "second", "third", "fourth"].map(answer))
    #expect(!window.isWaiting)
  }

  @Test mutating func `at most 256 wait`() throws {
    window.append(try (0..<300).map { try request("s.\($0)") }, RequestBatch(300) { _ in })
    #expect(send().count == 256)
    window.finish(7, message(""), at: .now())
    window.finish(7, message(""), at: .now())
    #expect(send().count == 1)
  }

  @Test mutating func `what is late ends, and large ones have more time`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(
      [try request("a"), try request("b", size: 65_536)], RequestBatch(2) { done = $0 })
    let now = NIODeadline.now()
    _ = send(at: now)
    window.expire(at: now + .seconds(5), error)
    #expect(done.isEmpty && window.isWaiting)
    window.expire(at: now + .seconds(7), error)
    #expect(done == [.failure(error), .failure(error)])
  }

  @Test mutating func `while others are answered, a request has more time`() throws {
    window.append(try (0..<20).map { try request("s.\($0)") }, RequestBatch(20) { _ in })
    let now = NIODeadline.now()
    _ = send(at: now)
    for second in 1...15 {
      window.finish(second, message(""), at: now + .seconds(Int64(second)))
      window.expire(at: now + .seconds(Int64(second) + 4), error)
      #expect(window.isWaiting)
    }
    window.expire(at: now + .seconds(20), error)
    #expect(!window.isWaiting)
  }

  @Test mutating func `a request whose answer was lost ends, whatever else is answered`() throws {
    var done: [RequestWindow.Answer] = []
    window.append([try request("lost")], RequestBatch(1) { done = $0 })
    let now = NIODeadline.now()
    _ = send(at: now)
    for second in stride(from: Int64(1), through: 40, by: 1) {
      #expect(done.isEmpty)
      window.append([try request("s")], RequestBatch(1) { _ in })
      let number = try #require(send(at: now + .seconds(second)).first?.number)
      window.finish(number, message(""), at: now + .seconds(second))
      window.expire(at: now + .seconds(second), error)
    }
    #expect(done == [.failure(error)])
  }

  @Test mutating func `of a batch with a late one nothing more is sent`() throws {
    var (done, others): ([RequestWindow.Answer], [RequestWindow.Answer]) = ([], [])
    window.append(try ["a", "a", "b"].map { try request($0) }, RequestBatch(3) { done = $0 })
    window.append([try request("c")], RequestBatch(1) { others = $0 })
    let now = NIODeadline.now()
    #expect(send(at: now).map(\.subject) == ["a"])
    window.expire(at: now + .seconds(5), error)
    #expect(done == Array(repeating: .failure(error), count: 3) && others.isEmpty)
    #expect(send().map(\.subject) == ["c"])
  }

  @Test mutating func `large ones wait for each other`() throws {
    let size = RequestWindow.mostBytesInFlight
    window.append(
      [try request("a", size: size - 1), try request("b", size: size), try request("c")],
      RequestBatch(3) { _ in })
    #expect(send().map(\.subject) == ["a", "b"])
    window.finish(1, message(""), at: .now())
    #expect(send().isEmpty)
    window.finish(2, message(""), at: .now())
    #expect(send().map(\.subject) == ["c"])
  }

  @Test mutating func `a refused permission names the subject, the end ends all`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(try ["a", "b", "a"].map { try request($0) }, RequestBatch(3) { done = $0 })
    _ = send()
    let isKnown = ["c", "a"].map { window.finish(subject: $0, error) }
    #expect(isKnown == [false, true])
    let end = ExchangeError.ended(server: "s", reason: nil)
    window.finishAll(end)
    #expect(done == [.failure(error), .failure(end), .failure(end)])
    var none: [RequestWindow.Answer]?
    window.append([], RequestBatch(0) { none = $0 })
    #expect(none == [])
  }

  @Test func `where a value is in its stream`() throws {
    let old = try #require(Delivery("$JS.ACK.S.c.1.41.7.1700000000500000000.3"))
    #expect(old.sequence == 41 && old.number == 7 && old.pending == 3)
    #expect(Delivery("$JS.ACK._.ACC.S.c.1.41.7.1700000000500000000.3.xyz") == old)
    for subject in ["", "$JS.ACK.S.c.1.41.7.17.x", "$JS.ACK.S.c.1.-1.7.17.3", "a.b.c.d.e.f.g.h.i"] {
      #expect(Delivery(subject) == nil)
    }
  }
}
