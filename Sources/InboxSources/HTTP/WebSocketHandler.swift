import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Sends the pieces of an answer as frames of text, and answers the client's pings and its close.
///
/// State: whether the close has been sent. Guard: the connection's event loop, which calls it.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = WebSocketFrame

  /// How long the close and what is before it may take to be sent to a client that wants no more, or
  /// that breaks the rules.
  ///
  /// The regular end may take as long as that of any answer: the HTTP server closes a connection some
  /// time after it has handed over the last piece.
  static let closingTime = TimeAmount.seconds(2)

  private let ending: WebSocketErrorCode
  private var isClosing = false

  /// - Parameter ending: Why it is closed when the answer ends.
  init(ending: WebSocketErrorCode) {
    self.ending = ending
  }

  /// Sends a piece of the answer; its head went out with the handshake.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch Self.unwrapOutboundIn(data) {
    case .body(.byteBuffer(let text)) where !isClosing:
      let frame = WebSocketFrame(fin: true, opcode: .text, data: text)
      context.write(Self.wrapOutboundOut(frame), promise: promise)
    case .end:
      close(context, because: ending, within: nil)
      promise?.succeed()
    case .head, .body: promise?.succeed()
    }
  }

  /// Takes a frame of the client's: whatever text there is in it is ignored.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    guard !isClosing else { return }
    guard frame.maskKey != nil, frame.fin, frame.reservedBits.isEmpty else {
      return close(context, because: .protocolError)
    }
    switch frame.opcode {
    case .text, .binary, .pong: break
    case .ping:
      // Whoever pings and does not read would fill the memory with answers.
      guard context.channel.isWritable else { return context.close(promise: nil) }
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
    case .connectionClose: close(context, because: .normalClosure)
    default: close(context, because: .protocolError)
    }
  }

  /// Answers bytes that are no frame.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOWebSocketError {
      close(context, because: error == .invalidFrameLength ? .messageTooLarge : .protocolError)
    }
    context.fireErrorCaught(error)
  }

  /// Closes all of it where the end of the service would close its input alone.
  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    context.close(mode: mode == .input ? .all : mode, promise: promise)
  }

  /// Sends the close, and closes the connection when all before it has been sent.
  private func close(
    _ context: ChannelHandlerContext, because code: WebSocketErrorCode,
    within time: TimeAmount? = closingTime
  ) {
    guard !isClosing else { return }
    isClosing = true
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { _ in
      channel.close(promise: nil)
    }
    // A client that reads nothing would never get it.
    if let time { channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) } }
  }
}
