import Foundation
import InboxTestSupport
import Testing

/// A message bus of a test, and programs on it.
///
/// Used from one test at a time.
final class PrivateBus {
  private let folder: TemporaryFolder
  private var process: ChildProcess

  init() throws {
    folder = try TemporaryFolder()
    try Self.configuration(listening: folder.path + "/bus")
      .write(toFile: folder.path + "/bus.conf", atomically: true, encoding: .utf8)
    process = try Self.start(in: folder.path)
  }

  var address: String { "unix:path=\(folder.path)/bus" }

  /// The variables by which programs find it.
  var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
    ]
  }

  /// Ends the bus, as a session that is left does.
  func end() throws {
    process.send(SIGTERM)
    _ = try process.end()
    unlink(folder.path + "/bus")
  }

  /// Starts it again, at the same address.
  func restart() throws { process = try Self.start(in: folder.path) }

  private static func start(in folder: String) throws -> ChildProcess {
    let process = try ChildProcess(
      "/usr/bin/env", ["dbus-daemon", "--nofork", "--config-file=\(folder)/bus.conf"],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    try #require(
      eventually { FileManager.default.fileExists(atPath: folder + "/bus") },
      "the bus did not start")
    return process
  }

  private static func configuration(listening path: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(path)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_replies_per_connection">50000</limit>
    </busconfig>
    """
  }

  final class Client {
    private let process: ChildProcess
    private let path: String

    fileprivate init(_ words: [String], environment: [String: String], output path: String) throws {
      self.path = path
      process = try ChildProcess(
        "/usr/bin/env", words, environment: environment, output: .file(path))
    }

    var output: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    func prints(_ text: String) -> Bool { eventually { output.contains(text) } }

    func end() throws -> Int32 { try process.end() }
  }

  func start(_ words: String...) throws -> Client {
    try Client(words, environment: environment, output: "\(folder.path)/\(UUID().uuidString).out")
  }

  /// Runs a program to its end; what it printed.
  @discardableResult func run(_ words: String...) throws -> String {
    let client = try Client(
      words, environment: environment, output: "\(folder.path)/\(UUID().uuidString).out")
    _ = try client.end()
    return client.output.trimmingCharacters(in: .newlines)
  }

  /// Calls a method of the notification daemon with `gdbus`; its answer as that prints it.
  func call(_ method: String, _ arguments: String...) throws -> String {
    let words = [
      "gdbus", "call", "--address", address, "--dest", "org.freedesktop.Notifications",
      "--object-path", "/org/freedesktop/Notifications", "--method",
      "org.freedesktop.Notifications.\(method)",
    ]
    let client = try Client(
      words + arguments, environment: environment,
      output: "\(folder.path)/\(UUID().uuidString).out")
    _ = try client.end()
    return client.output.trimmingCharacters(in: .newlines)
  }
}
