import Foundation

/// A connection to a daemon, on which requests follow each other.
struct HTTPConnection {
  private let descriptor: Int32

  /// Connects.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BenchError("cannot connect to port \(port)") }
  }

  /// Closes the connection.
  func end() { close(descriptor) }

  /// Publishes a message and waits until it is acknowledged; whether it was.
  func publish(_ text: String, title: String? = nil) -> Bool {
    let titleLine = title.map { "Title: \($0)\r\n" } ?? ""
    send(
      "POST /bench HTTP/1.1\r\nHost: localhost\r\n\(titleLine)"
        + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    // The answer is small and comes in one piece.
    return receive().starts(with: "HTTP/1.1 200".utf8)
  }

  /// Subscribes to a topic, and waits until that is acknowledged.
  func subscribe(to topic: String) throws {
    send("GET /\(topic)/json HTTP/1.1\r\nHost: localhost\r\n\r\n")
    var answer = ""
    while !answer.contains("\"open\"") {
      let bytes = receive()
      guard !bytes.isEmpty else { throw BenchError("the daemon takes no more subscribers") }
      answer += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Sends a text of another protocol, and collects the answer until it holds a mark.
  ///
  /// Each part of it must come within five seconds.
  func answer(to text: String, holding mark: String) throws -> String {
    send(text)
    var answer = ""
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !answer.contains(mark) {
      guard poll(&waiting, 1, 5_000) > 0 else { throw BenchError("no answer to '\(text)'") }
      let bytes = receive()
      guard !bytes.isEmpty else { throw BenchError("no more answers after '\(answer)'") }
      answer += String(decoding: bytes, as: UTF8.self)
    }
    return answer
  }

  private func send(_ request: String) {
    let bytes = Array(request.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  private func receive() -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &buffer, buffer.count)
    return buffer.prefix(max(0, count))
  }
}
