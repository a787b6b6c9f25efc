import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Synchronization
import Testing

@testable import InboxSources

/// What is answered to requests that never become one.
@Suite struct ProtocolErrorHandlerTests {
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(handlers: [
      ByteToMessageHandler(HTTPRequestDecoder()), ProtocolErrorHandler(HTTPMetrics()),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
  }

  private func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

  /// The status and the body of what is answered when the connection is closed.
  private func lastWords() throws -> String? {
    try channel.close().wait()
    guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self),
      case .body(.byteBuffer(let body))? = try channel.readOutbound(as: HTTPServerResponsePart.self)
    else { return nil }
    return "\(head.status.code) \(String(buffer: body))"
  }

  @Test func `only who owes a head is closed after its time`() throws {
    let answer = HTTPResponseHead(version: .http1_1, status: .ok)
    channel.embeddedEventLoop.advanceTime(by: .seconds(19))
    try receive("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na")
    channel.embeddedEventLoop.advanceTime(by: .seconds(300))
    #expect(channel.isActive)
    try receive("b")
    try channel.writeOutbound(HTTPServerResponsePart.head(answer))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .seconds(19))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  private let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"

  @Test func `a head that does not come to its end is too slow`() throws {
    try receive("GET / HT")
    #expect(try lastWords()?.hasPrefix("408 {\"code\":40801,") == true)
  }

  @Test func `nothing is said to who sends nothing`() throws { #expect(try lastWords() == nil) }

  @Test func `nothing is said to who was answered, and to who is being answered`() throws {
    try receive(head + "\r\n")
    try receive("GE")
    let answer = HTTPResponseHead(version: .http1_1, status: .ok)
    try channel.writeOutbound(HTTPServerResponsePart.head(answer))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    while try channel.readOutbound(as: HTTPServerResponsePart.self) != nil {}
    #expect(try lastWords() == nil)
  }

  @Test(arguments: [
    ("1.1", "", []), ("1.0", "", ["close"]), ("1.0", "Connection: Keep-Alive\r\n", ["Keep-Alive"]),
    ("1.1", "Connection: TE, Close\r\n", ["close"]), ("1.1", "Connection: TE\r\n", ["TE"]),
  ])
  func `who asks in HTTP 1.0, or to close, is the last on a connection`(
    _ version: String, _ header: String, _ connection: [String]
  ) throws {
    try receive(head.replacing("1.1", with: version) + header + "\r\n")
    guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
      Issue.record("no head")
      return
    }
    #expect(head.headers["connection"] == connection)
  }

  @Test(arguments: [
    ("http://other.example:80/a", "other.example:80"), ("HTTPS://other.example", "other.example"),
    ("/http://other.example/", "localhost"), ("/?u=http://other.example/", "localhost"),
  ])
  func `the host of a target counts more than the header`(_ target: String, _ host: String) throws {
    try receive(head.replacing("GET /", with: "GET \(target)") + "\r\n")
    guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
      Issue.record("no head")
      return
    }
    #expect(head.headers["host"] == [host])
  }
}

@Suite struct InputCloseHandlerTests {
  private let channel = EmbeddedChannel(handler: InputCloseHandler())
  private let closings = Closings()

  private final class Closings: Sendable { let count = Atomic(0) }

  private struct ScriptedError: Error {}

  init() throws { try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait() }

  private func listen() {
    channel.whenInputCloses { [closings] in closings.count.add(1, ordering: .relaxed) }
    channel.embeddedEventLoop.run()
  }

  private var closingCount: Int { closings.count.load(ordering: .relaxed) }

  @Test func `the end of a client's half is told once`() throws {
    listen()
    #expect(closingCount == 0)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
    #expect(closingCount == 0)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(closingCount == 1)
    try channel.close().wait()
    #expect(closingCount == 1)
  }

  @Test func `a connection that is closed or broken is told`() throws {
    listen()
    channel.pipeline.fireErrorCaught(ScriptedError())
    #expect(closingCount == 1)
    #expect(throws: ScriptedError.self) { try channel.throwIfErrorCaught() }
    listen()
    #expect(closingCount == 2)
  }

  @Test func `an end that came before is told at once`() throws {
    try channel.close().wait()
    listen()
    #expect(closingCount == 1)
  }
}

@Suite struct HeaderEncodingHandlerTests {
  /// The titles that come out of requests, each written in the given pieces.
  private func titles(of pieces: [[UInt8]]) throws -> [String] {
    let encoding = HeaderEncodingHandler()
    let channel = EmbeddedChannel(handlers: [
      encoding, ByteToMessageHandler(HTTPRequestDecoder()),
      ProtocolErrorHandler(HTTPMetrics(), encoding),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    var titles: [String] = []
    for piece in pieces {
      try channel.writeInbound(ByteBuffer(bytes: piece))
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        switch part {
        case .head(let head): titles += head.headers["title"]
        case .body(let body): titles += ["body " + body.readableBytesView.map { "\($0)" }.joined()]
        case .end: break
        }
      }
    }
    return titles
  }

  private func request(_ title: [UInt8], body: [UInt8] = []) -> [UInt8] {
    Array("POST /t HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\nTitle: ".utf8)
      + title + Array("\r\n\r\n".utf8) + body
  }

  private let latin1 = [UInt8]("Gr".utf8) + [0xFC, 0xDF] + [UInt8]("e".utf8)

  @Test func `a header in ISO 8859-1 is read as such, one in UTF-8 as it is`() throws {
    #expect(try titles(of: [request(latin1)]) == ["Grüße"])
    #expect(try titles(of: [request(Array("Grüße 🎉".utf8))]) == ["Grüße 🎉"])
  }

  @Test func `bytes of a body stay as they are, and the head behind it is decoded`() throws {
    let body: [UInt8] = [0xFC, 0x0A, 0x0A, 0xDF]
    let titles = try titles(of: [request(latin1, body: body), request(latin1)])
    #expect(titles == ["Grüße", "body 2521010223", "Grüße"])
  }

  @Test func `pieces of any size give the same text`() throws {
    let bytes = request(Array("ü🎉".utf8) + latin1, body: [0xFC])
    for size in 1...7 {
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(try titles(of: pieces) == ["ü🎉Grüße", "body 252"], "pieces of \(size)")
    }
  }
}

@Suite struct OpenConnectionsTests {
  /// Counts the reads that come through to the socket, whose errors it raises.
  private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var readCount = 0

    func read(context: ChannelHandlerContext) { readCount += 1 }
  }

  private let socket = Socket()
  private let all = OpenConnections(most: 2)

  private func channel(_ connections: OpenConnections) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([socket, AcceptHandler(connections)])
    return channel
  }

  @Test func `where all have as many as may be, none is accepted before one has gone`() throws {
    let (first, second) = (
      OpenConnections(most: 10, within: all), OpenConnections(most: 10, within: all)
    )
    let channel = try channel(first)
    let (one, another) = (EmbeddedChannel(), EmbeddedChannel())
    second.count(one)
    channel.read()
    #expect(socket.readCount == 1)
    second.count(another)
    channel.read()
    channel.read()
    #expect(socket.readCount == 1)
    try one.close().wait()
    one.embeddedEventLoop.run()
    channel.embeddedEventLoop.run()
    #expect(socket.readCount == 2)
  }

  @Test func `a connection counts from when it is accepted, once, until it is closed`() throws {
    let channel = try channel(all)
    let (first, second) = (EmbeddedChannel(), EmbeddedChannel())
    for accepted in [first, second] {
      channel.pipeline.fireChannelRead(accepted as any Channel)
      all.count(accepted)
    }
    #expect(all.isFull)
    try first.close().wait()
    first.embeddedEventLoop.run()
    #expect(!all.isFull)
  }

  @Test func `a raised limit lets those in that wait`() throws {
    let own = OpenConnections(most: 1, within: OpenConnections(most: 10))
    let channel = try channel(own)
    let accepted = EmbeddedChannel()
    own.count(accepted)
    channel.read()
    #expect(socket.readCount == 0)
    own.most = 2
    channel.embeddedEventLoop.run()
    #expect(socket.readCount == 1)
  }

  @Test func `without a descriptor it pauses, and no error reaches the listener`() throws {
    let channel = try channel(all)
    channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
    try channel.throwIfErrorCaught()
    channel.read()
    #expect(socket.readCount == 0)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(socket.readCount == 1)
    channel.pipeline.fireErrorCaught(IOError(errnoCode: EBADF, reason: "accept"))
    #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
  }
}

@Suite struct BodyMemoryTests {
  private let memory = BodyMemory(most: 100, mostUnproved: 30)

  private func share(isProved: Bool = true) -> BodyShare {
    let share = BodyShare(of: memory)
    share.isProved = isProved
    return share
  }

  @Test func `no more is taken than there is, until some is given back`() {
    let (first, second) = (share(), share())
    #expect(first.take(60) && second.take(40))
    #expect(!first.take(1) && !second.take(1))
    first.giveBack()
    first.giveBack()
    #expect(second.take(60))
    #expect(!first.take(1))
  }

  @Test func `what has yet to prove itself leaves most of it to others`() {
    let unproved = share(isProved: false)
    #expect(unproved.take(30))
    #expect(!share(isProved: false).take(1))
    #expect(share().take(70))
    unproved.giveBack()
    #expect(share(isProved: false).take(30))
  }
}

/// The end of a WebSocket whose client takes its time, by the clock of the test.
@Suite struct WebSocketHandlerTests {
  /// A client that takes nothing until it reads.
  private final class SlowClient: ChannelOutboundHandler {
    typealias OutboundIn = WebSocketFrame

    private var isReading = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func flush(context: ChannelHandlerContext) { if isReading { context.flush() } }

    func read() {
      isReading = true
      context?.flush()
    }
  }

  private let client = SlowClient()
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(handlers: [client, WebSocketHandler(ending: .normalClosure)])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
  }

  private func send(_ text: String) {
    channel.writeAndFlush(
      HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
  }

  private func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer = ByteBuffer()) -> WebSocketFrame
  {
    WebSocketFrame(
      fin: true, opcode: opcode, maskKey: WebSocketMaskingKey([0, 0, 0, 0]), data: data)
  }

  @Test func `the end of a poll waits for a client that reads slowly`() throws {
    send("last")
    channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closingTime * 5)
    #expect(channel.isActive)
    client.read()
    let text = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(String(buffer: text.data) == "last")
    let close = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(close.opcode == .connectionClose)
    #expect(Array(close.data.readableBytesView) == [0x03, 0xE8])
    #expect(!channel.isActive)
  }

  @Test func `a client that closes is not waited for long`() throws {
    send("last")
    try channel.writeInbound(frame(.connectionClose))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closingTime)
    #expect(!channel.isActive)
  }

  @Test(arguments: [true, false])
  func `a client that breaks the rules is not waited for long`(_ isFrame: Bool) throws {
    send("last")
    if isFrame {
      try channel.writeInbound(frame(.continuation))
    } else {
      channel.pipeline.fireErrorCaught(NIOWebSocketError.invalidFrameLength)
      #expect(throws: NIOWebSocketError.self) { try channel.throwIfErrorCaught() }
    }
    // What the service says then changes nothing.
    channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closingTime)
    #expect(!channel.isActive)
  }
}
