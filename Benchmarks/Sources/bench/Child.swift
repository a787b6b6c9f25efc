import CPseudoTerminal
import Foundation

/// A benchmark that could not be carried out, and why.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Starts programs.
enum Child {
  /// Starts a program in a terminal of its own.
  ///
  /// - Returns: the process, and the terminal's other end.
  static func spawn(
    _ arguments: [String], environment: [String: String], columns: UInt16, rows: UInt16
  ) throws -> (process: pid_t, terminal: Int32) {
    let values = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (values + variables).forEach { free($0) } }
    var terminal: Int32 = -1
    let process = spawn_in_terminal(values, variables, columns, rows, &terminal)
    guard process > 0 else { throw BenchError("cannot start \(arguments[0])") }
    return (process, terminal)
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
      throw BenchError("\(arguments.joined(separator: " ")) failed")
    }
    return (String(decoding: data, as: UTF8.self), end - start, end)
  }
}
