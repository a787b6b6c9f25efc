import Foundation

/// A program that runs in a pseudo-terminal, with the time of each chunk that it paints.
final class PseudoTerminal {
  /// The program's process.
  let process: pid_t
  /// When the child called exec.
  let start: Double
  /// Everything that it has written.
  private(set) var output: [UInt8] = []
  private let primary: Int32

  /// Starts a program in a terminal of the given size.
  init(
    _ arguments: [String], environment: [String: String], columns: UInt16 = 120, rows: UInt16 = 40
  ) throws {
    (process, primary, start) = try Child.spawn(
      arguments, environment: environment, columns: columns, rows: rows)
  }

  /// Types keys and returns when it did.
  func type(_ keys: String) -> Double {
    let bytes = Array(keys.utf8)
    let time = milliseconds()
    _ = write(primary, bytes, bytes.count)
    return time
  }

  /// Reads until the output has `text` and then nothing for `quiet` ms.
  ///
  /// - Returns: when the last chunk came.
  func settle(showing text: String? = nil, quiet: Int32, limit: Double = 30_000) throws -> Double {
    let begin = output.count
    let end = milliseconds() + limit
    var last: Double?
    while milliseconds() < end {
      let isShown = text.map { contains($0, from: begin) } ?? (last != nil)
      guard let time = read(waiting: isShown ? quiet : 1_000) else {
        if isShown, let last { return last }
        continue
      }
      last = time
    }
    throw BenchError("nothing more was painted; expected \(text ?? "something")")
  }

  /// When each of some texts came out first; nil for those that did not within the limit.
  ///
  /// They come about in their order: only the next ones are looked for, as that takes time.
  func times(of texts: [String], limit: Double) -> [Double?] {
    var times = [Double?](repeating: nil, count: texts.count)
    var missing = Array(texts.indices)
    let longest = texts.map(\.utf8.count).max() ?? 0
    let end = milliseconds() + limit
    while !missing.isEmpty, milliseconds() < end {
      let begin = max(0, output.count - longest)
      guard let time = read(waiting: 100) else { continue }
      let piece = String(decoding: output[begin...], as: UTF8.self)
      for index in missing.prefix(16) where piece.contains(texts[index]) { times[index] = time }
      missing.removeAll { times[$0] != nil }
    }
    return times
  }

  /// Reads the next chunk and returns when it came.
  func nextPaint(limit: Int32 = 5_000) throws -> Double {
    guard let time = read(waiting: limit) else { throw BenchError("nothing was painted") }
    return time
  }

  /// Reads what comes within `quiet` ms of silence.
  func readOn(quiet: Int32) {
    while read(waiting: quiet) != nil {}
  }

  /// Whether a text has been painted since the output was last forgotten.
  func shows(_ text: String) -> Bool { contains(text, from: 0) }

  /// Reads what comes within `quiet` ms of silence and forgets it.
  func drain(quiet: Int32) {
    readOn(quiet: quiet)
    output.removeAll(keepingCapacity: true)
  }

  private func contains(_ text: String, from begin: Int) -> Bool {
    String(decoding: output[begin...], as: UTF8.self).contains(text)
  }

  private func read(waiting limit: Int32) -> Double? {
    var descriptor = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, limit) > 0 else { return nil }
    let time = milliseconds()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(primary, &buffer, buffer.count)
    guard count > 0 else { return nil }
    output.append(contentsOf: buffer[..<count])
    return time
  }

  /// Types the key that quits, waits for the end and returns the exit status.
  @discardableResult
  func quit(typing keys: String) throws -> Int32 {
    _ = type(keys)
    let end = milliseconds() + 5_000
    var status: Int32 = 0
    while milliseconds() < end {
      _ = read(waiting: 5)
      if waitpid(process, &status, WNOHANG) == process {
        close(primary)
        return status
      }
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    close(primary)
    throw BenchError("the program did not quit")
  }
}
