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
  /// - Returns: the process, the terminal's other end, and when the child called exec.
  static func spawn(
    _ arguments: [String], environment: [String: String], columns: UInt16, rows: UInt16
  ) throws -> (process: pid_t, terminal: Int32, start: Double) {
    var terminal: Int32 = -1
    var start = 0.0
    let process = withStrings(arguments, environment) {
      spawn_in_terminal($0, $1, columns, rows, &terminal, &start)
    }
    guard process > 0 else { throw BenchError("cannot start \(arguments[0])") }
    return (process, terminal, start)
  }

  /// Times a program from exec to its end, in milliseconds.
  static func time(_ arguments: [String], environment: [String: String]) throws -> Double {
    var took = 0.0
    let status = withStrings(arguments, environment) { run_to_end($0, $1, &took) }
    guard status == 0 else { throw BenchError("\(arguments.joined(separator: " ")) failed") }
    return took
  }

  /// Calls a function with the arguments and the environment as C has them.
  private static func withStrings<Result>(
    _ arguments: [String], _ environment: [String: String],
    _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let values = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (values + variables).forEach { free($0) } }
    return body(values, variables)
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
