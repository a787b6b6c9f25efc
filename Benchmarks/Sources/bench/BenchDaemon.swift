import Foundation

/// A daemon of the benchmark, with a home and a port of its own, and without limits on its senders.
final class BenchDaemon {
  /// Its home.
  let home: String
  /// The port on which it listens.
  let port: UInt16
  private let process: Process

  /// Starts a daemon in a home, which is removed at the end, with more lines of configuration.
  init(_ program: String, home: String, configuration: String = "") throws {
    self.home = home
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let lines = """
      http.listen = ["127.0.0.1:0"]
      http.rate = 0
      http.connections = 2000
      maximum_notifications = 0

      """
    try (lines + configuration).write(
      toFile: "\(home)/config.toml", atomically: true, encoding: .utf8)
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.environment = ["BELLBOARD_HOME": home, "TZ": "UTC"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    port = try Self.port(in: home, of: program)
  }

  /// Number of its process.
  var identifier: pid_t { process.processIdentifier }

  /// Ends it and removes its home.
  func end() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: home)
  }

  /// Waits until its list of sources holds a text.
  func awaitState(holding text: String) throws {
    let end = milliseconds() + 60_000
    while milliseconds() < end {
      let state = (try? String(contentsOfFile: "\(home)/daemon.json", encoding: .utf8)) ?? ""
      if state.contains(text) { return }
      usleep(20_000)
    }
    throw BenchError("no source of the daemon is '\(text)'")
  }

  private static func port(in home: String, of program: String) throws -> UInt16 {
    let end = milliseconds() + 20_000
    while milliseconds() < end {
      let text = (try? String(contentsOfFile: "\(home)/daemon.json", encoding: .utf8)) ?? ""
      // Not that of a server of the exchange.
      if let match = text.firstMatch(of: #/http://127\.0\.0\.1:(\d+)/#), let port = UInt16(match.1)
      {
        return port
      }
      usleep(10_000)
    }
    throw BenchError("\(program) does not listen")
  }
}
