import Foundation
import InboxTestSupport
import Testing

/// The program while it runs, with its output as it comes.
///
/// Used from one test at a time.
final class RunningProgram {
  private let process: ChildProcess
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()
  private let errorPath = NSTemporaryDirectory() + UUID().uuidString

  /// Starts the program, or another one that was built.
  init(
    _ program: Program, _ arguments: [String], executable: String = "bellboard", isFed: Bool = false
  ) throws {
    process = try ChildProcess(
      BuiltProgram.path(executable), arguments, environment: try program.environment(),
      input: executable == "bellboard" && !isFed
        ? .nothing : .descriptor(input.fileHandleForReading.fileDescriptor),
      output: .descriptor(output.fileHandleForWriting.fileDescriptor),
      errors: executable == "bellboard" ? .nothing : .file(errorPath))
    // Else the pipe has no end when the program ends.
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  deinit { unlink(errorPath) }

  /// Gives it some text to read, without a line end.
  func feed(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func endInput() throws { try input.fileHandleForWriting.close() }

  /// The next line, awaited; nil when the output ends before, or none comes.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let reading = output.fileHandleForReading
      guard isReadable(reading.fileDescriptor, within: PseudoTerminal.limit) else { return nil }
      let piece = reading.availableData
      if piece.isEmpty { return nil }
      buffer.append(piece)
    }
  }

  /// Whether something can be read, after a moment for it to come.
  var hasOutput: Bool { isReadable(output.fileHandleForReading.fileDescriptor, within: 0.1) }

  /// Does something again and again until there is output, as long as anything is awaited.
  func awaitOutput(repeating act: () throws -> Void) throws {
    let isPrinted = try eventually(pause: 0) {
      try act()
      return hasOutput
    }
    try #require(isPrinted, "nothing was printed")
  }

  /// Waits until it has written as much as its pipe holds, which nobody reads.
  func awaitFullOutput() {
    let reading = output.fileHandleForReading.fileDescriptor
    // Of the 64 KiB of a pipe the last page may never be full.
    var count: Int32 = 0
    let isFull = eventually(pause: 0.001) {
      guard !process.hasEnded, ioctl(reading, UInt(FIONREAD), &count) == 0 else { return true }
      return count >= 60 * 1_024
    }
    #expect(isFull, "it writes no more")
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end: the exit status, or 128 and the number of the signal.
  ///
  /// One that does not end fails the test and is killed.
  func end() -> Int32 {
    do { return try process.end() } catch {
      Issue.record(error)
      return -1
    }
  }

  /// Waits for the end: the words of each line that it still printed, its errors and its status.
  func finish() -> (rows: [[String]], errors: String, status: Int32) {
    var rows: [[String]] = []
    while let line = line() { rows.append(line.split(separator: " ").map(String.init)) }
    let status = end()
    return (rows, (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "none", status)
  }
}
