import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The handshake by which a connection of HTTP becomes a WebSocket (RFC 6455, section 4.2).
struct WebSocketHandshake: Sendable, Hashable {
  /// What shows the client that its key was read.
  let accept: String

  /// Most bytes of a client's frame: it has nothing to say.
  private static let frameLimit = 4 * 1_024

  /// Reads the client's half.
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

  /// The server's half.
  private var head: HTTPResponseHead {
    HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols,
      headers: [
        "upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept,
        "server": "inbox",
      ])
  }

  /// Answers, and puts frames in the place of HTTP's bytes.
  ///
  /// The handlers behind them stay: they keep the connection as they do any with an answer under way.
  ///
  /// - Parameters:
  ///   - channel: The connection, whose request has been read to its end.
  ///   - isPoll: Whether the answer ends by itself.
  /// - Throws: When the connection has been closed.
  func upgrade(_ channel: any Channel, isPoll: Bool) async throws {
    try await channel.eventLoop.flatSubmit {
      do {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        if let headers = try? pipeline.handler(type: HeaderEncodingHandler.self) {
          pipeline.removeHandler(headers, promise: nil)
        }
        // What a client sends before it has the answer goes with the decoder.
        return pipeline.removeHandler(decoder).flatMapThrowing {
          try answer(channel.pipeline.syncOperations, isPoll: isPoll)
        }
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }.get()
  }

  /// Does what must happen before the next byte is read.
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
