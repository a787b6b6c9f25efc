import Foundation
import InboxTestSupport

/// A real second process: `InboxTestProcess` with some arguments.
///
/// A thread of its own starts it, reads it and waits for its end, so that no test blocks.
final class TestProcess {
  private enum Report: Sendable {
    case output(Data)
    case end(status: Int32)
  }

  private let errorPath = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  private var reports: AsyncStream<Report>.AsyncIterator
  private var rest = Data()
  private var status: Int32 = -1

  init(_ arguments: String...) throws {
    let (reports, report) = AsyncStream.makeStream(of: Report.self)
    self.reports = reports.makeAsyncIterator()
    let executable = URL(filePath: BuiltProgram.path("InboxTestProcess"))
    _ = FileManager.default.createFile(atPath: errorPath, contents: nil)
    Thread.detachNewThread { [errorPath] in
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = executable
      process.arguments = arguments
      process.standardOutput = pipe
      process.standardError = FileHandle(forWritingAtPath: errorPath)
      if (try? process.run()) != nil {
        while case let chunk = pipe.fileHandleForReading.availableData, !chunk.isEmpty {
          report.yield(.output(chunk))
        }
        process.waitUntilExit()
        report.yield(.end(status: process.terminationStatus))
      }
      report.finish()
    }
  }

  deinit {
    unlink(errorPath)
  }

  /// The next line of its output, nil at the end.
  func line() async -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      switch await reports.next() {
      case .output(let chunk): rest += chunk
      case .end(let status): self.status = status
      case nil: return nil
      }
    }
  }

  /// Waits for its end and returns what it still printed, split into words.
  func finish() async throws -> (rows: [[String]], errors: String, status: Int32) {
    var rows: [[String]] = []
    while let line = await line() {
      rows.append(line.split(separator: " ").map(String.init))
    }
    return (rows, try String(contentsOfFile: errorPath, encoding: .utf8), status)
  }
}
