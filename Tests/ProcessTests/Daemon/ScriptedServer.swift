import Foundation
import Synchronization

/// A server on this machine that answers each connection as a test says, well or badly.
///
/// State: what was asked. Guard: the mutex, because each connection has a thread of its own.
final class ScriptedServer: Sendable {
  /// A connection of which the request has been read.
  struct Connection {
    var request: String
    var body = ""
    /// How many connections there were before.
    var index: Int
    fileprivate var descriptor: Int32

    /// Sends a text; false when the client has gone.
    @discardableResult func send(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0x4000) }
        == bytes.count
    }

    /// Sends the head of a stream and its first event.
    func open() {
      send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
      line(#"{"id":"o","time":1,"event":"open","topic":"t"}"#)
    }

    /// Sends a line as a chunk of a stream.
    @discardableResult func line(_ text: String) -> Bool {
      send("\(String(text.utf8.count + 1, radix: 16))\r\n\(text)\n\r\n")
    }

    /// Sends the end of a stream: all that was sent before it arrives.
    func endStream() { send("0\r\n\r\n") }

    func answer(_ status: Int = 200, _ text: String, type: String = "application/json") {
      send(
        "HTTP/1.1 \(status) Status\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
    }

    func awaitClose() {
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) > 0 {}
    }
  }

  private let listener: Int32
  private let asked = Mutex<[String]>([])
  let port: UInt16

  init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, bound) = (listener, size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, bound) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard code else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in accept(serve) }
  }

  deinit { close(listener) }

  var url: String { "http://127.0.0.1:\(port)" }

  /// The heads of all requests so far.
  var requests: [String] { asked.withLock { $0 } }

  /// Ends listening; connections go on.
  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func accept(_ serve: @escaping @Sendable (Connection) -> Void) {
    while true {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      Thread.detachNewThread { [self] in
        defer { close(descriptor) }
        guard let (request, body) = Self.request(descriptor) else { return }
        let index = asked.withLock { asked in
          asked.append(request)
          return asked.count - 1
        }
        serve(Connection(request: request, body: body, index: index, descriptor: descriptor))
      }
    }
  }

  /// Reads a head, and a body as long as the head says.
  private static func request(_ descriptor: Int32) -> (head: String, body: String)? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let head = String(text[..<end.upperBound])
        let body = String(text[end.upperBound...])
        let size = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        if body.utf8.count >= size { return (head, body) }
      }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}
