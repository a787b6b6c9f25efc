import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Testing

@testable import InboxSources

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
