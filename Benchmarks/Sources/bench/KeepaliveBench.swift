import Foundation

/// Measures what a day of signs of life from a server of ntfy's costs the daemon.
///
/// The server is played: it sends in seconds what one sends in a day, and then a message.
struct KeepaliveBench {
  /// Path of the daemon.
  let daemon: String
  /// A folder for its home.
  let folder: String

  /// One each 45 seconds, as ntfy has it.
  private static let day = 24 * 3_600 / 45

  /// How much memory the daemon gains, with the message behind the last one received.
  func measurement() throws -> Measurement {
    let server = try KeepaliveServer()
    let daemon = try BenchDaemon(
      daemon, home: "\(folder)/keepalive",
      configuration: """
        [[ntfy]]
        server = "http://127.0.0.1:\(server.port)"
        topics = ["t"]
        """)
    defer { daemon.end() }
    let connection = try server.accept()
    try server.send(Self.line("open", 0), on: connection)
    func send(_ count: Int) throws {
      for index in 0..<count {
        try server.send(Self.line("keepalive", index), on: connection)
        usleep(2_500)
      }
    }
    // The first ones show every part of it to the processor.
    try send(100)
    let before = ProcessFigures(of: daemon.identifier).memory
    try send(Self.day)
    let after = ProcessFigures(of: daemon.identifier).memory
    try server.send(Self.line("message", Self.day, #","message":"after a day""#), on: connection)
    try awaitMessage(of: daemon)
    return Measurement(
      name: "a day of signs of life (\(Self.day) in 5 s): memory gained", messages: nil,
      unit: "MiB", program: Statistics([after - before]), goal: "< 1 MiB",
      isMet: after - before < 1)
  }

  private static func line(_ event: String, _ index: Int, _ more: String = "") -> String {
    let time = Int(Date().timeIntervalSince1970)
    return "{\"id\":\"k\(index)\",\"time\":\(time),\"event\":\"\(event)\",\"topic\":\"t\"\(more)}\n"
  }

  private func awaitMessage(of daemon: BenchDaemon) throws {
    let end = milliseconds() + 10_000
    while milliseconds() < end {
      let text = (try? String(contentsOfFile: "\(daemon.home)/daemon.json", encoding: .utf8)) ?? ""
      if text.contains(/"received"\s*:\s*1\b/) { return }
      usleep(10_000)
    }
    throw BenchError("the message behind the signs of life did not come")
  }
}

/// A server that answers one subscriber with chunks of a body that does not end.
private struct KeepaliveServer {
  let port: UInt16
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 4) == 0
          ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard code == 0 else { throw BenchError("cannot listen") }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Waits for a subscriber, and answers that its body follows.
  func accept() throws -> Int32 {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) > 0 else { throw BenchError("the daemon does not subscribe") }
    let connection = Foundation.accept(listener, nil, nil)
    var request = [UInt8](repeating: 0, count: 8_192)
    _ = read(connection, &request, request.count)
    let type = "Content-Type: application/x-ndjson"
    try write(
      "HTTP/1.1 200 OK\r\n\(type)\r\nTransfer-Encoding: chunked\r\n\r\n", on: connection)
    return connection
  }

  /// Sends a chunk.
  func send(_ line: String, on connection: Int32) throws {
    let size = String(line.utf8.count, radix: 16)
    try write("\(size)\r\n\(line)\r\n", on: connection)
  }

  private func write(_ text: String, on connection: Int32) throws {
    let bytes = Array(text.utf8)
    // Linux's MSG_NOSIGNAL: a daemon that has gone is an error, not an end.
    guard Foundation.send(connection, bytes, bytes.count, 0x4000) == bytes.count else {
      throw BenchError("the daemon gave the connection up")
    }
  }
}
