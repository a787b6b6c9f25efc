import Foundation

/// The program while it runs, with its output as it comes.
///
/// Used from one test at a time.
final class RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private var buffer = Data()

  /// Starts the program.
  init(_ program: Program, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.environment = try program.environment()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Else the pipe has no end when the program ends.
    try output.fileHandleForWriting.close()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The next line, awaited; nil when the output ends before.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { return nil }
      buffer.append(piece)
    }
  }

  /// Closes the reader's end of the output.
  func closeOutput() throws {
    try output.fileHandleForReading.close()
  }

  /// Sends a signal.
  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end; the exit status, or 128 and the number of the signal.
  func end() -> Int32 {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (isSignal ? 128 : 0) + process.terminationStatus
  }
}
