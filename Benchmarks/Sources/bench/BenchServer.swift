import Foundation

/// A nats-server of the benchmark on the loopback, with a folder of its own.
final class BenchServer {
  /// The port of its clients.
  let port: Int
  private let folder: String
  private let process: Process

  /// Starts a server with more lines of configuration, in an empty folder that is removed at the end.
  init(_ program: String, folder: String, configuration more: String = "") throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let configuration = """
      listen: "127.0.0.1:-1"
      ports_file_dir: "\(folder)"
      jetstream { store_dir: "\(folder)/store" }

      """
    try (configuration + more).write(toFile: "\(folder)/conf", atomically: true, encoding: .utf8)
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-c", "\(folder)/conf"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    port = try Self.port(in: folder, of: program)
  }

  /// Bytes of the values that it keeps on the disk.
  var storedBytes: Int {
    let files = FileManager.default.enumerator(atPath: "\(folder)/store")
    var sum = 0
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".blk") else { continue }
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/store/\(file)")
      sum += attributes?[.size] as? Int ?? 0
    }
    return sum
  }

  /// Ends it at once, by SIGKILL.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Ports of the loopback on which nobody listens.
  static func freePorts(_ count: Int) throws -> [UInt16] {
    var open: [Int32] = []
    // Closed together, so that none is given out twice.
    defer { open.forEach { close($0) } }
    return try (0..<count).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      open.append(descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
        }
      }
      guard code == 0 else { throw BenchError("no port is free") }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  /// Ends it and removes its folder.
  func end() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func port(in folder: String, of program: String) throws -> Int {
    let end = milliseconds() + 20_000
    while milliseconds() < end {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name.hasSuffix(".ports") {
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        if let match = text.firstMatch(of: /127\.0\.0\.1:(\d+)/), let port = Int(match.1) {
          return port
        }
      }
      usleep(10_000)
    }
    throw BenchError("\(program) does not listen")
  }
}
