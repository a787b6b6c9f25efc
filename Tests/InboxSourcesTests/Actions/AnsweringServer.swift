import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers each request as a test says: with a status, and where it has moved to.
final class AnsweringServer: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart
  typealias Answer = @Sendable (HTTPRequestHead, String) -> (HTTPResponseStatus, location: String?)
  private let answer: Answer
  private var head: HTTPRequestHead?
  private var body = ""

  private init(_ answer: @escaping Answer) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, "")
    case .body(let part): body += String(buffer: part)
    case .end:
      guard let head else { return }
      let (status, location) = answer(head, body)
      var headers = HTTPHeaders([("content-length", "0")])
      if let location { headers.add(name: "location", value: location) }
      let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      context.write(wrapOutboundOut(.head(response)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  /// Begins to listen on this machine; what listens, and the port.
  static func listen(_ answer: @escaping Answer) async throws -> (channel: any Channel, port: Int) {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.pipeline.configureHTTPServerPipeline().flatMap {
          channel.pipeline.addHandler(AnsweringServer(answer))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    return (channel, channel.localAddress?.port ?? 0)
  }
}
