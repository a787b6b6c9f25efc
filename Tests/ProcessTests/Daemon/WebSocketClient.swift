import Foundation
import InboxTestSupport
import Testing

/// A client of WebSockets that can also do what the protocol forbids.
///
/// Used from one test at a time.
final class WebSocketClient {
  /// A frame as it came.
  struct Frame: Hashable {
    var opcode: UInt8
    var data: [UInt8]

    var text: String { String(decoding: data, as: UTF8.self) }

    /// A close for a reason.
    static func close(_ code: UInt16) -> Frame {
      Frame(opcode: 8, data: [UInt8(code >> 8), UInt8(code & 0xFF)])
    }
  }

  /// The headers of the client's half of a handshake; the key is that of RFC 6455's example.
  static let headers = [
    "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]
  /// What proves that the key was read.
  static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  private let descriptor: Int32

  /// Connects, and asks for the handshake.
  init(_ daemon: RunningDaemon, _ path: String) throws {
    descriptor = try daemon.connect()
    var limit = timeval(tv_sec: Int(PseudoTerminal.limit), tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + Self.headers
    try send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)), let byte = try read(1)?.first {
      head.append(byte)
    }
    let answer = String(decoding: head, as: UTF8.self)
    try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
    try #require(answer.contains("sec-websocket-accept: \(Self.accept)\r\n"), "\(answer)")
  }

  deinit { close(descriptor) }

  /// Sends a frame with a mask.
  func send(_ opcode: UInt8, _ data: [UInt8] = []) throws {
    let mask: [UInt8] = [1, 2, 3, 4]
    let masked = data.enumerated().map { $1 ^ mask[$0 % 4] }
    try send(bytes: [0x80 | opcode, 0x80 | UInt8(data.count)] + mask + masked)
  }

  /// Sends bytes as they are.
  func send(bytes: [UInt8]) throws {
    let count = bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, 0x4000)
    }
    try #require(count == bytes.count)
  }

  /// The next whole frame; nil at the end of the connection.
  func frame() throws -> Frame? {
    guard let start = try read(2) else { return nil }
    try #require(start[0] & 0xF0 == 0x80 && start[1] & 0x80 == 0, "\(start)")
    var count = Int(start[1])
    if count >= 126 {
      guard let length = try read(count == 126 ? 2 : 8) else { return nil }
      count = length.reduce(0) { $0 << 8 | Int($1) }
    }
    return try read(count).map { Frame(opcode: start[0] & 0xF, data: $0) }
  }

  private func read(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Foundation.read(descriptor, &piece, piece.count)
      if got == 0 || (got < 0 && errno == ECONNRESET) { return nil }
      try #require(got > 0, "nothing came: \(String(cString: strerror(errno)))")
      bytes += piece[..<got]
    }
    return bytes
  }
}
