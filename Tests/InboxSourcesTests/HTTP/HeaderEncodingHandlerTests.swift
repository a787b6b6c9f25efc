import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import InboxSources

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
