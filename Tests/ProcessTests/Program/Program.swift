import Foundation
import InboxTestSupport
import Testing

/// The built program with a home of its own, run as a person's shell runs it.
struct Program {
  /// The folder that holds its configuration, themes and inboxes.
  let home = Result { try TemporaryFolder() }

  /// Path of the home.
  var path: String {
    get throws { try home.get().path }
  }

  /// What a run left behind.
  struct Run {
    var output: String
    var errors: String
    /// The exit status, or 128 and the number of the signal.
    var status: Int32

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Path of the program under test.
  static let path = BuiltProgram.path("bellboard")

  /// The environment that a run gets: nothing of the person's who runs the tests.
  func environment(_ more: [String: String] = [:]) throws -> [String: String] {
    let own = [
      "BELLBOARD_HOME": try path, "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    return own.merging(more) { $1 }
  }

  /// Runs the program to its end, which must come.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, input: Data(input.utf8), environment: environment)
  }

  /// Runs the program, which must end with a status and say these texts among its errors.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    ending status: Int32, saying texts: String..., at location: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try run(arguments, input: Data(input.utf8), environment: environment)
    #expect(run.status == status, "\(run)", sourceLocation: location)
    for text in texts {
      #expect(run.errors.contains(text), "\(run)", sourceLocation: location)
    }
    return run
  }

  /// Runs the program to its end with bytes as its standard input.
  @discardableResult
  func run(
    _ arguments: [String], input: Data, environment: [String: String] = [:]
  ) throws -> Run {
    try launch(Self.path, arguments, input: input, environment: environment)
  }

  private func launch(
    _ executable: String, _ arguments: [String], input: Data, environment: [String: String]
  ) throws -> Run {
    let folder = try home.get().path
    let name = UUID().uuidString
    let files = ["in", "out", "err"].map { "\(folder)/\(name).\($0)" }
    try input.write(to: URL(fileURLWithPath: files[0]))
    defer { files.forEach { try? FileManager.default.removeItem(atPath: $0) } }
    let process = try ChildProcess(
      executable, arguments, environment: try self.environment(environment),
      input: .file(files[0]), output: .file(files[1]), errors: .file(files[2]))
    let status = try process.end()
    return Run(output: try text(files[1]), errors: try text(files[2]), status: status)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Pushes messages that have a title alone, one after the other.
  func push(_ titles: String...) throws {
    for title in titles { try run("push", title) }
  }

  /// Writes a file into the home.
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(try home.get().path)/\(name)"
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

extension Program {
  /// The folder of the package's sources.
  static var packageFolder: String { BuiltProgram.packageFolder }

  /// Runs the program from a shell line in which `"$B"` is the program.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Run {
    try launch(
      "/bin/sh", ["-c", line], input: Data(),
      environment: environment.merging(["B": Self.path]) { $1 })
  }
}
