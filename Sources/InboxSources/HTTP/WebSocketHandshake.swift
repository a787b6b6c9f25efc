import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The handshake that upgrades an HTTP connection to a WebSocket (RFC 6455, section 4.2).
struct WebSocketHandshake: Sendable, Hashable {
  /// The value of Sec-WebSocket-Accept.
  let accept: String

  /// Maximum bytes of a client's frame; clients only send control frames.
  private static let frameLimit = 4 * 1_024

  /// Reads the client's handshake.
  ///
  /// - Throws: ``HTTPProblem/notWebSocket``.
  init(_ call: HTTPCall) throws(HTTPProblem) {
    guard call.method == "GET", Self.isListed("websocket", in: call.headers["upgrade"]),
      Self.isListed("upgrade", in: call.headers["connection"]),
      call.headers["sec-websocket-version"] == "13",
      let key = call.headers["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
    else { throw .notWebSocket }
    let proof = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    accept = Data(proof).base64EncodedString()
  }

  private static func isListed(_ name: String, in list: String?) -> Bool {
    (list ?? "").split(separator: ",").contains {
      HTTPCall.trimmed(String($0)).lowercased() == name
    }
  }

  /// The head of the server's handshake.
  private var head: HTTPResponseHead {
    HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols,
      headers: [
        "upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept,
        "server": "inbox",
      ])
  }

  /// Sends the handshake and replaces the HTTP handlers by WebSocket handlers.
  ///
  /// The later handlers stay: they treat the connection as one with a response in progress.
  ///
  /// - Parameters:
  ///   - channel: The connection, whose request has been read completely.
  ///   - isPoll: Whether the response ends without the client closing.
  /// - Throws: When the connection has been closed.
  func upgrade(_ channel: any Channel, isPoll: Bool) async throws {
    try await channel.eventLoop.flatSubmit {
      do {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        if let headers = try? pipeline.handler(type: HeaderEncodingHandler.self) {
          pipeline.removeHandler(headers, promise: nil)
        }
        // Bytes that the client sends before the response are dropped with the decoder.
        return pipeline.removeHandler(decoder).flatMapThrowing {
          try answer(channel.pipeline.syncOperations, isPoll: isPoll)
        }
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }.get()
  }

  /// Sends the handshake and adds the handlers, before the next byte is read.
  private func answer(_ pipeline: ChannelPipeline.SynchronousOperations, isPoll: Bool) throws {
    let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
    let handler = WebSocketHandler(ending: isPoll ? .normalClosure : .goingAway)
    try pipeline.addHandler(handler, position: .after(encoder))
    try pipeline.context(handler: handler)
      .writeAndFlush(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
    pipeline.removeHandler(encoder, promise: nil)
    try pipeline.addHandlers(
      [
        WebSocketFrameEncoder(),
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: Self.frameLimit)),
      ],
      position: .before(handler))
  }
}
