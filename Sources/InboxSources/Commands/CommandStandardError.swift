import Foundation
import InboxSystem
import Logging
import Synchronization

/// The standard error of a program, logged by a dedicated thread.
///
/// State: whether reading is paused. Guard: it is atomic. Reason: another thread reports it.
final class CommandStandardError: Sendable {
  /// The writing end for the program; closed by the caller after the start.
  let writing: Int32
  private let reading: Int32
  private let ending: WakePipe
  private let hasEnded = DispatchSemaphore(value: 0)
  private let log: Logger
  private let change: WakePipe
  private let holds = Atomic(false)

  /// Maximum bytes read after the program ended: the capacity of a pipe.
  private static let mostLeft = 65_536

  /// Opens the pipe.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(_ log: Logger) throws(SystemError) {
    (ending, change) = (try WakePipe(), try WakePipe())
    let ends = try PipeEnds()
    (reading, writing, self.log) = (ends.reading, ends.writing, log)
  }

  deinit {
    close(reading)
  }

  /// Whether reading is paused because of too much output.
  var isHeldBack: Bool { holds.load(ordering: .relaxed) }

  /// Readable when ``isHeldBack`` has changed.
  var changes: Int32 { change.reading }

  /// Drains ``changes``.
  func takeChanges() { change.drain() }

  /// Starts reading.
  func begin() {
    Thread.detachNewThread { [self] in
      read()
      hasEnded.signal()
    }
  }

  /// Logs the remaining output and ends.
  ///
  /// Processes that the program started may keep the pipe open; it is not read any more.
  func finish() {
    ending.wake()
    hasEnded.wait()
  }

  /// Interval in seconds for checking the allowance.
  private static let holdingPause = 1.0

  private func hold(_ isHolding: Bool) {
    guard holds.exchange(isHolding, ordering: .relaxed) != isHolding else { return }
    change.wake()
  }

  private func read() {
    var lines = StandardErrorLines()
    var allowance = ByteAllowance()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var left: Int?
    while left ?? 1 > 0 {
      let isHolding = left == nil && allowance.isUsedUp()
      hold(allowance.isFlooding)
      let ready = Descriptors.wait(
        for: [.readable(isHolding ? -1 : reading), .readable(ending.reading)],
        atMost: allowance.isFlooding && left == nil ? Self.holdingPause : nil)
      if left == nil, ready.all.isEmpty { continue }
      if left == nil, ready.all.contains(ending.reading) { left = Self.mostLeft }
      guard ready.all.contains(reading) else {
        if left != nil { break }
        continue
      }
      let count = Foundation.read(reading, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      left = left.map { $0 - count }
      allowance.take(count)
      write(lines.append(buffer[..<count]))
    }
    write(lines.finish())
  }

  private func write(_ lines: [String]) {
    for line in lines { log.notice("\(line)") }
  }
}

/// The lines of standard error for the log: truncated, and limited in rate.
struct StandardErrorLines: Sendable {
  /// Maximum bytes of a line.
  static let limit = 1_000
  /// Maximum lines at once.
  static let most = 100.0

  private var lines = BoundedLines(limit: Self.limit, keepsBeginnings: true)
  private var allowance = LineAllowance(most: Self.most, perSecond: 1)
  private var leftOutCount = 0

  /// Appends a piece; returns the lines to log.
  mutating func append(_ piece: some Collection<UInt8>) -> [String] {
    take(lines.append(piece))
  }

  /// The last lines, and the number of lines left out.
  mutating func finish() -> [String] {
    take(lines.finish()) + takeLeftOut()
  }

  private mutating func take(_ lines: [BoundedLines.Line]) -> [String] {
    var texts: [String] = []
    for case .bytes(let bytes) in lines {
      guard allowance.takesLine() else {
        leftOutCount += 1
        continue
      }
      texts += takeLeftOut() + [String(decoding: bytes, as: UTF8.self)]
    }
    return texts
  }

  private mutating func takeLeftOut() -> [String] {
    guard leftOutCount > 0 else { return [] }
    defer { leftOutCount = 0 }
    let lines = leftOutCount == 1 ? "1 more line" : "\(leftOutCount) more lines"
    return ["\(lines) left out of its standard error"]
  }
}
