import Foundation

/// Measures how many messages the daemon acknowledges in a second, each of them on the disk by then.
struct PublishBench {
  /// Path of the daemon.
  let daemon: String
  /// A folder for its home.
  let folder: String

  /// One by one, and by many connections at once, which share transactions.
  func measurements() throws -> [Measurement] {
    let home = "\(folder)/publish"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try "http.listen = [\"127.0.0.1:0\"]\nhttp.rate = 0\nmaximum_notifications = 0\n"
      .write(toFile: "\(home)/config.toml", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: daemon)
    process.environment = ["BELLBOARD_HOME": home, "TZ": "UTC"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let port = try port(in: home)
    return try [(1, 300), (64, 6_400)].map { connections, count in
      let speeds = try (0..<5).map { _ in
        try speed(port, connections: connections, count: count)
      }
      return Measurement(
        name: "published by HTTP, \(connections) at once", messages: nil, unit: "messages/s",
        program: Statistics(speeds), goal: "")
    }
  }

  private func port(in home: String) throws -> UInt16 {
    let end = milliseconds() + 20_000
    while milliseconds() < end {
      let text = (try? String(contentsOfFile: "\(home)/daemon.json", encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: /127\.0\.0\.1:(\d+)/), let port = UInt16(match.1) {
        return port
      }
      usleep(10_000)
    }
    throw BenchError("\(daemon) does not listen")
  }

  /// Messages a second.
  private func speed(_ port: UInt16, connections: Int, count: Int) throws -> Double {
    let sockets = try (0..<connections).map { _ in try connect(port) }
    defer { sockets.forEach { close($0) } }
    let start = milliseconds()
    let ended = DispatchGroup()
    for (index, socket) in sockets.enumerated() {
      ended.enter()
      // A thread for each: a queue would not block on so many at once.
      Thread.detachNewThread {
        for number in 0..<(count / connections) {
          publish("message \(index) \(number)", on: socket)
        }
        ended.leave()
      }
    }
    ended.wait()
    return Double(count) / (milliseconds() - start) * 1_000
  }

  private func connect(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BenchError("cannot connect to port \(port)") }
    return descriptor
  }

  /// Sends a message and waits until it is acknowledged.
  private func publish(_ text: String, on descriptor: Int32) {
    let request =
      "POST /bench HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    let bytes = Array(request.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    // The answer is small and comes in one piece.
    let count = read(descriptor, &buffer, buffer.count)
    precondition(buffer.prefix(max(0, count)).starts(with: "HTTP/1.1 200".utf8), "not acknowledged")
  }
}
