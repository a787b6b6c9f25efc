import Foundation
import InboxSystem
import Logging
import Synchronization

/// The standard error of a program, logged line by line by a thread of its own.
///
/// State: whether it is held back. Guard: it is atomic. Reason: another thread tells of it.
final class CommandStandardError: Sendable {
  /// The end that the program writes to; whoever has started it closes it.
  let writing: Int32
  private let reading: Int32
  private let ending: WakePipe
  private let hasEnded = DispatchSemaphore(value: 0)
  private let log: Logger
  private let change: WakePipe
  private let holds = Atomic(false)

  /// Most bytes that are read when the program has ended: what fits into a pipe.
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

  /// Whether nothing more is read of it for now, because too much came.
  var isHeldBack: Bool { holds.load(ordering: .relaxed) }

  /// Readable when that has changed.
  var changes: Int32 { change.reading }

  /// Takes what has made it readable.
  func takeChanges() { change.drain() }

  /// Begins to read.
  func begin() {
    Thread.detachNewThread { [self] in
      read()
      hasEnded.signal()
    }
  }

  /// Logs what is still there, and ends.
  ///
  /// What the program has started may hold the pipe open, and goes on without it.
  func finish() {
    ending.wake()
    hasEnded.wait()
  }

  /// Seconds after which it is looked whether more may be read.
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

/// The lines of a standard error as they are logged: cut where they are long, and not too many.
struct StandardErrorLines: Sendable {
  /// Most bytes of a line.
  static let limit = 1_000
  /// Lines at once.
  static let most = 100.0

  private var lines = BoundedLines(limit: Self.limit, keepsBeginnings: true)
  private var allowance = LineAllowance(most: Self.most, perSecond: 1)
  private var leftOutCount = 0

  /// Takes the next piece; the lines that are logged now.
  mutating func append(_ piece: some Collection<UInt8>) -> [String] {
    take(lines.append(piece))
  }

  /// The last lines, and how many more there were.
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
