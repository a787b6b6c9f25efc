import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Sends the pieces of a response as text frames, and answers pings and close frames.
///
/// State: whether the close frame has been sent. Guard: the connection's event loop.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = WebSocketFrame

  /// Time limit for sending the close frame after the client closed or violated the protocol.
  ///
  /// A regular end has no such limit: the HTTP server closes the connection after the last piece.
  static let closingTime = TimeAmount.seconds(2)

  private let ending: WebSocketErrorCode
  private var isClosing = false

  /// - Parameter ending: The close code at the end of the response.
  init(ending: WebSocketErrorCode) {
    self.ending = ending
  }

  /// Sends a piece of the response; its head was sent with the handshake.
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

  /// Handles a frame of the client; its text is ignored.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    guard !isClosing else { return }
    guard frame.maskKey != nil, frame.fin, frame.reservedBits.isEmpty else {
      return close(context, because: .protocolError)
    }
    switch frame.opcode {
    case .text, .binary, .pong: break
    case .ping:
      // A client that sends pings without reading would fill the memory with pongs.
      guard context.channel.isWritable else { return context.close(promise: nil) }
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
    case .connectionClose: close(context, because: .normalClosure)
    default: close(context, because: .protocolError)
    }
  }

  /// Closes the connection after an invalid frame.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOWebSocketError {
      close(context, because: error == .invalidFrameLength ? .messageTooLarge : .protocolError)
    }
    context.fireErrorCaught(error)
  }

  /// Closes both directions where a shutdown would only close the input.
  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    context.close(mode: mode == .input ? .all : mode, promise: promise)
  }

  /// Sends the close frame, then closes the connection.
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
    // A client that does not read would never receive it.
    if let time { channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) } }
  }
}
