import Foundation

/// A benchmark that could not be carried out, and why.
struct BenchProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Starts programs.
enum Child {
  /// Starts a program with a terminal as its three streams, as the leader of a session of its own.
  static func spawn(
    _ arguments: [String], environment: [String: String], terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID))
    var process = pid_t()
    let values = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (values + variables).forEach { free($0) } }
    let code = posix_spawn(&process, arguments[0], &actions, &attributes, values, variables)
    guard code == 0 else { throw BenchProblem("cannot start \(arguments[0])") }
    return process
  }

  /// Runs a program to its end.
  ///
  /// - Returns: what it printed, how long it took, and when it ended, in milliseconds.
  @discardableResult
  static func run(
    _ arguments: [String], environment: [String: String], input: String? = nil
  ) throws -> (output: String, took: Double, ended: Double) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    let start = milliseconds()
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let end = milliseconds()
    guard process.terminationStatus == 0 else {
      throw BenchProblem("\(arguments.joined(separator: " ")) failed")
    }
    return (String(decoding: data, as: UTF8.self), end - start, end)
  }
}
