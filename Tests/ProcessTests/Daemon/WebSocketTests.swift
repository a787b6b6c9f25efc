import Foundation
import InboxTestSupport
import InboxText
import Testing

/// Subscribers that read by WebSocket.
@Suite(.waiting) struct WebSocketTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  /// A subscriber to whom it has been said that it is one.
  private func subscriber(_ path: String = "/t/ws") throws -> WebSocketClient {
    let client = try WebSocketClient(daemon, path)
    let open = try #require(try client.frame())
    #expect(open.opcode == 1)
    #expect(open.text.contains(#""event":"open""#), "\(open.text)")
    return client
  }

  private func awaitSubscribers(_ count: Int) throws {
    #expect(
      try eventually { try daemon.curl("/metrics").body.contains("inbox_subscribers \(count)\n") })
  }

  @Test func `each event is a frame of its own`() throws {
    #expect(try daemon.curl("/alerts", "-H", "Title: T", "-d", "old").status == 200)
    let client = try subscriber("/t,alerts/ws?since=all&priority=default")
    let old = try #require(try client.frame()?.text)
    let fields = try #require(try JSONValue(json: old).object)
    #expect(fields["event"] == "message")
    #expect(fields["topic"] == "alerts")
    #expect(fields["title"] == "T")
    #expect(fields["message"] == "old")
    #expect(try daemon.curl("/t", "-H", "p: 5", "-d", "filtered").status == 200)
    let long = String(repeating: "ü", count: 50_000)
    #expect(try daemon.program.run("push", "--source", "ntfy/t", "--body", long, "T").status == 0)
    #expect(try client.frame()?.text.contains(#""message":"\#(long)""#) == true)
  }

  @Test func `a poll gives what a poll by HTTP gives, and ends`() throws {
    for text in ["a", "b"] { #expect(try daemon.curl("/t", "-d", text).status == 200) }
    let lines = try daemon.curl("/t/json?poll=1").body.split(separator: "\n").map(String.init)
    let client = try WebSocketClient(daemon, "/t/ws?poll=1")
    let frames = try [client.frame(), client.frame()].compactMap { $0?.text }
    #expect(frames == lines)
    #expect(try client.frame() == .close(1_000))
    #expect(try client.frame() == nil)
  }

  @Test func `pings and the close are answered, and what else is said is ignored`() throws {
    let client = try subscriber()
    try client.send(9, Array("still there?".utf8))
    #expect(
      try client.frame() == WebSocketClient.Frame(opcode: 10, data: Array("still there?".utf8)))
    for opcode: UInt8 in [1, 2, 10] { try client.send(opcode, Array("hello".utf8)) }
    #expect(try daemon.curl("/t", "-d", "x").status == 200)
    #expect(try client.frame()?.text.contains(#""message":"x""#) == true)
    try awaitSubscribers(1)
    try client.send(8, [0x03, 0xE8])
    #expect(try client.frame() == .close(1_000))
    #expect(try client.frame() == nil)
    try awaitSubscribers(0)
  }

  @Test func `who goes without a word is forgotten`() throws {
    _ = try subscriber()
    try awaitSubscribers(0)
  }

  @Test(
    arguments: [
      ([0x81, 0x01, 0x61], 1_002), ([0x01, 0x81, 1, 2, 3, 4, 0], 1_002),
      ([0x80, 0x80, 1, 2, 3, 4], 1_002), ([0xC1, 0x80, 1, 2, 3, 4], 1_002),
      ([0x83, 0x80, 1, 2, 3, 4], 1_002), ([0x09, 0x80, 1, 2, 3, 4], 1_002),
      ([0x89, 0xFE, 0, 126, 1, 2, 3, 4], 1_002), ([0x82, 0xFE, 0x10, 0x01, 1, 2, 3, 4], 1_009),
      ([0x82, 0xFF, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4], 1_009),
      ([0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4], 1_009),
    ] as [([UInt8], UInt16)])
  func `bad frames end the connection with a reason`(_ bytes: [UInt8], _ code: UInt16) throws {
    let client = try subscriber()
    try client.send(bytes: bytes)
    #expect(try client.frame() == .close(code))
    #expect(try client.frame() == nil)
    try awaitSubscribers(0)
  }

  @Test(
    arguments: [
      (["-H", "Origin: https://evil.example"], "/t/ws", 403, 40301),
      (["-H", "Host: evil.example"], "/t/ws", 403, 40301), ([], "/a.b/ws", 400, 40009),
      ([], "/t/ws?since=%401", 400, 40008), ([], "/t/ws?since=1.5.2", 400, 40008),
      ([], "/t/ws?priority=9", 400, 40007), (["-H", "Upgrade:"], "/t/ws", 400, 40016),
      (["-H", "Connection: close"], "/t/ws", 400, 40016),
      (["-H", "Sec-WebSocket-Version: 8"], "/t/ws", 400, 40016),
      (["-H", "Sec-WebSocket-Key: short"], "/t/ws", 400, 40016),
      (["-X", "POST"], "/t/ws", 405, 40501), (["-d", "x"], "/t/ws", 405, 40501),
      (["-X", "GET", "-d", "x"], "/t/ws", 413, 41301),
    ] as [([String], String, Int, Int)])
  func `who may not subscribe is told so as any other`(
    _ arguments: [String], _ path: String, _ status: Int, _ code: Int
  ) throws {
    // What a test gives replaces the header of that name.
    let names = arguments.map { $0.prefix { $0 != ":" } }
    let headers = WebSocketClient.headers.filter { !names.contains($0.prefix { $0 != ":" }) }
    try daemon.curl(
      path, options: headers.flatMap { ["-H", $0] } + arguments, ending: status,
      saying: "\"code\":\(code)")
    try awaitSubscribers(0)
  }

  @Test func `who breaks the rules and does not read is let go too`() throws {
    let client = try subscriber()
    // More than both systems' buffers hold, and less than what may wait.
    let text = String(repeating: "x", count: 60_000)
    for batch in 0..<2 {
      let lines = (0..<130).map {
        #"{"source":"ntfy/t","title":"\#(batch) \#($0)","body":"\#(text)"}"#
      }
      try daemon.curl(
        "/v1/messages", "-o", "/dev/null", "--data-binary", "@-",
        input: Data(lines.joined(separator: "\n").utf8), ending: 200)
    }
    try client.send(bytes: [0x81, 0x01, 0x61])
    try awaitSubscribers(0)
  }

  @Test func `who does not read is cut off, and others are served`() throws {
    let client = try subscriber()
    let other = try subscriber("/other/ws")
    let start = #"{"source":"ntfy/t","title":"T","body":"\#(String(repeating: "x", count: 16_000))"#
    // What waits in both systems' buffers is several megabytes.
    for batch in 0..<8 {
      let lines = (0..<250).map { "\(start) \(batch) \($0)\"}" }.joined(separator: "\n")
      try daemon.curl(
        "/v1/messages", "-o", "/dev/null", "--data-binary", "@-", input: Data(lines.utf8),
        ending: 200)
    }
    try awaitSubscribers(1)
    var count = 0
    while try client.frame() != nil { count += 1 }
    #expect(count < 2_000)
    #expect(try daemon.curl("/other", "-d", "x").status == 200)
    #expect(try other.frame()?.text.contains(#""message":"x""#) == true)
  }

  @Test func `the end of the daemon closes them`() throws {
    let clients = [try subscriber(), try subscriber()]
    #expect(try daemon.end() == 0)
    for client in clients {
      #expect(try client.frame() == .close(1_001))
      #expect(try client.frame() == nil)
    }
  }
}

/// A client of WebSockets that can also do what the protocol forbids.
///
/// Used from one test at a time.
final class WebSocketClient {
  struct Frame: Hashable {
    var opcode: UInt8
    var data: [UInt8]

    var text: String { String(decoding: data, as: UTF8.self) }

    static func close(_ code: UInt16) -> Frame {
      Frame(opcode: 8, data: [UInt8(code >> 8), UInt8(code & 0xFF)])
    }
  }

  /// The headers of the client's half of a handshake; the key is that of RFC 6455's example.
  static let headers = [
    "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]
  /// What proves that the key was read.
  static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  private let descriptor: Int32

  init(_ daemon: RunningDaemon, _ path: String) throws {
    descriptor = try daemon.connect()
    var limit = timeval(tv_sec: Int(PseudoTerminal.limit), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + Self.headers
    try send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)), let byte = try read(1)?.first {
      head.append(byte)
    }
    let answer = String(decoding: head, as: UTF8.self)
    try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
    try #require(answer.contains("sec-websocket-accept: \(Self.accept)\r\n"), "\(answer)")
  }

  deinit { close(descriptor) }

  func send(_ opcode: UInt8, _ data: [UInt8] = []) throws {
    let mask: [UInt8] = [1, 2, 3, 4]
    let masked = data.enumerated().map { $1 ^ mask[$0 % 4] }
    try send(bytes: [0x80 | opcode, 0x80 | UInt8(data.count)] + mask + masked)
  }

  func send(bytes: [UInt8]) throws {
    let count = bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, 0x4000)
    }
    try #require(count == bytes.count)
  }

  /// The next whole frame; nil at the end of the connection.
  func frame() throws -> Frame? {
    guard let start = try read(2) else { return nil }
    try #require(start[0] & 0xF0 == 0x80 && start[1] & 0x80 == 0, "\(start)")
    var count = Int(start[1])
    if count >= 126 {
      guard let length = try read(count == 126 ? 2 : 8) else { return nil }
      count = length.reduce(0) { $0 << 8 | Int($1) }
    }
    return try read(count).map { Frame(opcode: start[0] & 0xF, data: $0) }
  }

  private func read(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Foundation.read(descriptor, &piece, piece.count)
      if got == 0 || (got < 0 && errno == ECONNRESET) { return nil }
      try #require(got > 0, "nothing came: \(String(cString: strerror(errno)))")
      bytes += piece[..<got]
    }
    return bytes
  }
}
