import Foundation
import InboxCore
import InboxTestSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import InboxSources

@Suite(.waiting) struct ActionSenderTests {
  @Test(arguments: [
    ("8.8.8.8", true), ("127.0.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false),
    ("172.32.0.1", true), ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false),
    ("100.128.0.1", true), ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false),
    ("::1", false), ("::", false), ("fe80::1", false), ("fd00::1", false), ("2001:db9::1", true),
    ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::10.0.0.1", false),
    ("2002:7f00:1::", false), ("2002:808:808::", true),
  ])
  func `private addresses are told from public ones`(_ text: String, _ isPublic: Bool) {
    let addresses = HostAddress.resolve(text)
    #expect(addresses.map(\.isPublic) == [isPublic])
    let isLocal = ["127.0.0.1", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"].contains(text)
    #expect(addresses.map(\.isLocal) == [isLocal])
  }

  /// Answers by its path, and keeps what it was asked.
  private final class Handler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart
    private let asked: @Sendable (HTTPRequestHead) -> Void
    private var path = ""

    init(_ asked: @escaping @Sendable (HTTPRequestHead) -> Void) { self.asked = asked }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        path = head.uri
        asked(head)
      case .body: break
      case .end:
        var headers = HTTPHeaders([("content-length", "0")])
        if path == "/moved" { headers.add(name: "location", value: "http://localhost:1/there") }
        if path == "/again" { headers.add(name: "location", value: "/again") }
        let status: HTTPResponseStatus =
          path == "/ok" ? .ok : path == "/gone" ? .gone : .temporaryRedirect
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }
  }

  /// Sends a request to a server of its own.
  private func outcome(
    _ path: String, allowing: Bool = true, headers: [String: String] = [:]
  ) async throws -> (String, [HTTPRequestHead]) {
    let (heads, head) = AsyncStream.makeStream(of: HTTPRequestHead.self)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.pipeline.configureHTTPServerPipeline().flatMap {
          channel.pipeline.addHandler(Handler { head.yield($0) })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    var request = ActionHTTPRequest(
      url: "http://127.0.0.1:\(server.localAddress?.port ?? 0)\(path)")
    request.headers = headers
    // Beside all other tests an answer may take long.
    let sender = ActionSender(allowsPrivateAddresses: allowing, timeout: 600)
    let outcome = await sender.outcome(of: request)
    try await server.close()
    head.finish()
    var asked: [HTTPRequestHead] = []
    for await head in heads { asked.append(head) }
    return (outcome, asked)
  }

  @Test func `a request is sent with its headers, and its status is the outcome`() async throws {
    let (text, asked) = try await outcome("/ok", headers: ["Authorization": "x", "Host": "evil"])
    #expect(text == "200 OK")
    #expect(asked.map(\.method) == [.POST])
    #expect(asked.first?.headers["authorization"] == ["x"])
    #expect(asked.first?.headers["host"].contains("evil") == false)
    #expect(try await outcome("/gone").0 == "410 Gone")
  }

  @Test func `this machine is not reached unless the source may`() async throws {
    let (text, asked) = try await outcome("/ok", allowing: false)
    #expect(text.hasPrefix("not sent: 127.0.0.1 is this machine; name the source"))
    #expect(asked.isEmpty)
  }

  @Test func `redirects are followed a few times`() async throws {
    let (text, asked) = try await outcome("/again")
    #expect(text == "failed: more than 3 redirects")
    #expect(asked.count == 4)
    #expect(try await outcome("/moved").0.hasPrefix("failed: "))
  }

  @Test(arguments: ["ftp://e.org/x", "no url", "http://", "file:///etc/passwd"])
  func `nothing else is sent`(_ url: String) async {
    let sender = ActionSender(allowsPrivateAddresses: true)
    #expect(await sender.outcome(of: ActionHTTPRequest(url: url)).hasPrefix("not sent: "))
  }

  @Test(arguments: ["GET /other HTTP/1.1\r\nHost: x\r\n\r\nGET", "DE LETE", "é"])
  func `what is no method is not sent`(_ method: String) async {
    var request = ActionHTTPRequest(url: "http://127.0.0.1:1/")
    request.method = method
    let outcome = await ActionSender(allowsPrivateAddresses: true).outcome(of: request)
    #expect(outcome == "not sent: \(method.printable()) is no method")
  }
}
