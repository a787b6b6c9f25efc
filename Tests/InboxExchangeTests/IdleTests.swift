import InboxTestSupport
import NIOCore
import NIOEmbedded
import Testing

@testable import InboxExchange

/// Time limits, by a clock that the test turns.
@Suite struct IdleTests {
  /// A connection after its login, without a network.
  private final class Idle {
    let channel = EmbeddedChannel()
    let handler: NATSHandler
    let (messages, continuation) = AsyncThrowingStream.makeStream(
      of: NATSMessage.self, throwing: (any Error).self)
    private(set) var (number, prefix) = (0, "")

    init(isClustered: Bool = false) throws {
      let address = try NATSAddress("nats://h")
      let options = NATSOptions([address])
      handler = NATSHandler(options, address, try NATSCredentials(options, for: address))
      try channel.pipeline.syncOperations.addHandler(handler)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      let cluster = isClustered ? "{\"cluster\":\"c\"," : "{"
      try receive(FakeServer.greeting.replacing("{", with: cluster, maxReplacements: 1))
      let login = try sent()
      #expect(login.hasPrefix("CONNECT {") && login.hasSuffix(" 1\r\nPING\r\n"))
      try receive("PONG\r\n")
    }

    func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func advance(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    /// Subscribes as a consumer.
    func subscribe() { (number, prefix) = handler.subscribe(continuation) }

    /// Asks for two messages.
    func pull(_ count: Int = 1, within limit: SilenceLimit) throws {
      let request = try #require(NATSRequest("next"))
      handler.pull(request, for: number, reply: "\(prefix).\(count)", count: 2, limit: limit)
    }

    /// What was sent since the last call.
    func sent() throws -> String {
      var text = ""
      while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: buffer)
      }
      return text
    }
  }

  @Test func `an idle connection sends a ping every two minutes and nothing else`() throws {
    let idle = try Idle()
    for _ in 0..<30 {
      idle.advance(.seconds(119))
      #expect(try idle.sent().isEmpty)
      idle.advance(.seconds(1))
      #expect(try idle.sent() == "PING\r\n")
      try idle.receive("PONG\r\n")
    }
    // A ping of the server is a sign of it, too.
    idle.advance(.seconds(60))
    try idle.receive("PING\r\n")
    #expect(try idle.sent() == "PONG\r\n")
    idle.advance(.seconds(119))
    #expect(try idle.sent().isEmpty)
  }

  @Test func `a server that does not read gets no answers`() throws {
    let idle = try Idle()
    idle.channel.isWritable = false
    for _ in 0..<1_000 { try idle.receive(String(repeating: "PING\r\n", count: 100)) }
    #expect(try idle.sent().isEmpty)
    idle.channel.isWritable = true
    try idle.receive("PING\r\n")
    #expect(try idle.sent() == "PONG\r\n")
  }

  @Test func `a server that gives no sign is left`() throws {
    let idle = try Idle()
    idle.advance(.seconds(239))
    #expect(idle.channel.isActive)
    idle.advance(.seconds(1))
    #expect(!idle.channel.isActive)
    var answers: [RequestWindow.Answer] = []
    idle.handler.send([try #require(NATSRequest("late"))], RequestBatch(1) { answers = $0 })
    #expect(answers == [.failure(.timedOut(server: "h:4222", .sign))])
  }

  @Test func `a request without an answer ends, and others do not`() throws {
    let idle = try Idle()
    var answers: [RequestWindow.Answer] = []
    let requests = ["a", "b"].compactMap { NATSRequest($0) }
    idle.handler.send(requests, RequestBatch(2) { answers = $0 })
    let inbox = idle.handler.inbox
    #expect(try idle.sent() == "PUB a \(inbox).1 0\r\n\r\nPUB b \(inbox).2 0\r\n\r\n")
    try idle.receive("MSG \(inbox).2 1 2\r\nok\r\n")
    idle.advance(.seconds(9))
    #expect(answers.isEmpty)
    idle.advance(.seconds(2))
    #expect(answers.first == .failure(.timedOut(server: "h:4222", .answer)))
    #expect(try answers.last?.get().bytes == Array("ok".utf8))
    // Its answer comes too late for anybody.
    try idle.receive("MSG \(inbox).1 1 2\r\nok\r\n")
    idle.advance(.seconds(110))
    #expect(try idle.sent().isEmpty)
  }

  @Test func `in a cluster a server has less time to answer`() throws {
    let idle = try Idle(isClustered: true)
    var answers: [RequestWindow.Answer] = []
    idle.handler.send([NATSRequest("a")].compactMap(\.self), RequestBatch(1) { answers = $0 })
    idle.advance(.seconds(1))
    #expect(answers.isEmpty)
    idle.advance(.seconds(2))
    #expect(answers == [.failure(.timedOut(server: "h:4222", .answer))])
  }

  @Test(arguments: [true, false])
  func `a consumer that is silent ends`(isUrgent: Bool) async throws {
    let idle = try Idle()
    idle.subscribe()
    #expect(try idle.sent() == "SUB \(idle.prefix).* 2\r\n")
    try idle.pull(within: SilenceLimit(time: .seconds(130), isUrgent: isUrgent))
    #expect(try idle.sent() == "PUB next \(idle.prefix).1 0\r\n\r\n")
    // It keeps the subject to which it was published.
    try idle.receive("MSG t.a 2 $JS.ACK.x 1\r\nx\r\n")
    idle.advance(.seconds(119))
    try idle.receive("PING\r\n")
    idle.advance(.seconds(12))
    if !isUrgent { idle.advance(.seconds(120)) }
    #expect(idle.channel.isActive)
    var subjects: [String] = []
    let error = await exchangeError {
      for try await message in idle.messages { subjects.append(message.subject) }
    }
    #expect(subjects == ["t.a"] && error == .timedOut(server: "h:4222", .values))
  }

  @Test func `a consumer that owes nothing is not late`() async throws {
    let idle = try Idle()
    idle.subscribe()
    try idle.pull(within: SilenceLimit(time: .seconds(5), isUrgent: true))
    try idle.receive("MSG t.a \(idle.number) 1\r\nx\r\n")
    idle.handler.allow(SilenceLimit(time: .seconds(115), isUrgent: false), for: idle.number)
    idle.advance(.seconds(100))
    try idle.receive("MSG t.b \(idle.number) 1\r\nx\r\n")
    // The request was for two messages, and has ended.
    for _ in 0..<3 {
      idle.advance(.seconds(119))
      try idle.receive("PING\r\n")
    }
    idle.continuation.finish()
    var subjects: [String] = []
    for try await message in idle.messages { subjects.append(message.subject) }
    #expect(subjects == ["t.a", "t.b"])
  }

  @Test func `silence counts only while a request is open`() async throws {
    let idle = try Idle()
    idle.subscribe()
    let limit = SilenceLimit(time: .seconds(7), isUrgent: true)
    func end(_ count: Int) throws {
      let headers = "NATS/1.0 408 Request Timeout\r\n\r\n"
      let size = headers.utf8.count
      try idle.receive(
        "HMSG \(idle.prefix).\(count) \(idle.number) \(size) \(size)\r\n\(headers)\r\n")
    }
    try idle.pull(1, within: limit)
    idle.advance(.seconds(5))
    try end(1)
    // The reader is slow, and has not even noticed the end.
    idle.handler.allow(limit, for: idle.number)
    idle.advance(.seconds(100))
    try idle.pull(2, within: limit)
    idle.advance(.seconds(5))
    // The end of another request says nothing of this one.
    try end(1)
    idle.advance(.seconds(6))
    idle.handler.allow(limit, for: idle.number)
    idle.advance(.seconds(6))
    try idle.receive("MSG t.a \(idle.number) 1\r\nx\r\n")
    idle.advance(.seconds(8))
    var statuses: [Int?] = []
    let error = await exchangeError {
      for try await message in idle.messages { statuses.append(message.headers.status) }
    }
    #expect(statuses == [408, 408, nil] && error == .timedOut(server: "h:4222", .values))
  }

  @Test func `a large message that arrives slowly is waited for`() async throws {
    let idle = try Idle()
    idle.subscribe()
    try idle.pull(within: SilenceLimit(time: .seconds(2), isUrgent: true))
    try idle.receive("MSG t.a \(idle.number) 20\r\n")
    for _ in 0..<20 {
      idle.advance(.milliseconds(1_500))
      try idle.receive("x")
    }
    try idle.receive("\r\n")
    idle.continuation.finish()
    var sizes: [Int] = []
    for try await message in idle.messages { sizes.append(message.bytes.count) }
    #expect(sizes == [20])
  }
}
