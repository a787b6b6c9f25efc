import NIOCore
import NIOEmbedded
import NIOHTTP1
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

  private func receive(_ text: String) throws {
    try channel.writeInbound(ByteBuffer(string: text))
  }

  /// The status and the body of what is answered when the connection is closed.
  private func lastWords() throws -> String? {
    try channel.close().wait()
    guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self),
      case .body(.byteBuffer(let body))? = try channel.readOutbound(as: HTTPServerResponsePart.self)
    else { return nil }
    return "\(head.status.code) \(String(buffer: body))"
  }

  private let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"

  @Test func `a head that does not come to its end is too slow`() throws {
    try receive("GET / HT")
    #expect(try lastWords()?.hasPrefix("408 {\"code\":40801,") == true)
  }

  @Test func `nothing is said to who sends nothing`() throws {
    #expect(try lastWords() == nil)
  }

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
