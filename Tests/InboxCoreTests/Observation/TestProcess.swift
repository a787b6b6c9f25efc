import Foundation

/// A real second process: `InboxTestProcess` with some arguments.
final class TestProcess {
  private let process = Process()
  private let errorFile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let ends: AsyncStream<Int32>
  private var output: AsyncStream<Data>.AsyncIterator
  private var rest = Data()

  init(_ arguments: String...) throws {
    let pipe = Pipe()
    let (chunks, arrival) = AsyncStream.makeStream(of: Data.self)
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let chunk = handle.availableData
      arrival.yield(chunk)
      guard chunk.isEmpty else { return }
      handle.readabilityHandler = nil
      arrival.finish()
    }
    output = chunks.makeAsyncIterator()
    process.executableURL = Self.products.appending(path: "InboxTestProcess")
    process.arguments = arguments
    process.standardOutput = pipe
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    self.ends = ends
    process.terminationHandler = { end.yield($0.terminationStatus) }
    try process.run()
  }

  deinit {
    try? FileManager.default.removeItem(at: errorFile)
  }

  /// The next line of its output, nil at the end.
  func line() async -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      guard let chunk = await output.next() else { return nil }
      rest += chunk
    }
  }

  /// Waits for its end and returns what it still printed, split into words.
  func finish() async throws -> (rows: [[String]], errors: String, status: Int32) {
    var rows: [[String]] = []
    while let line = await line() {
      rows.append(line.split(separator: " ").map(String.init))
    }
    // Awaited, not waited for: a test that blocks its thread can keep others from going on.
    var status: Int32 = -1
    for await end in ends {
      status = end
      break
    }
    return (rows, try String(contentsOf: errorFile, encoding: .utf8), status)
  }

  /// The folder that the test run and the process were built into.
  private static var products: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}
