import BellboardSupport
import Foundation
import InboxCore
import InboxExchange
import InboxSystem
import InboxText
import Synchronization

/// What reading and sending everything once has done.
struct ExchangeProgress: Sendable {
  /// Number of messages that only this machine had.
  private var addedCount = 0
  /// Number of those that the stream does not take.
  private var keptCount = 0
  /// Number of values that the stream does not take, and why.
  private var heldCount = 0
  private var problem: String?

  /// Cells of the progress bar.
  private static let barWidth = 30

  /// Whether the progress bar is no longer drawn, so that the program can print other lines.
  ///
  /// State: the Boolean, and the last line of the terminal. Guard: the mutex. Reason: the bar is drawn
  /// by a task that is not awaited after a signal.
  private static let isOver = Mutex(false)

  /// Exchanges until everything was read and sent, and shows a progress bar on a terminal.
  ///
  /// A signal interrupts it; after that, call ``endLine()`` before printing anything.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - inbox: The inbox, which has joined.
  ///   - name: Its name.
  ///   - count: The number of values that are there.
  ///   - onlyReads: Whether nothing is sent.
  /// - Returns: What was done.
  /// - Throws: `ExchangeError`, `InboxError`, `EndedBySignal`.
  static func run(
    _ connection: any ExchangeConnection, _ inbox: Inbox, _ name: InboxName, of count: Int = 0,
    onlyReads: Bool = false
  ) async throws -> ExchangeProgress {
    try await EndingSignals.interrupting {
      try await exchange(connection, inbox, name, of: count, onlyReads: onlyReads)
    }
  }

  private static func exchange(
    _ connection: any ExchangeConnection, _ inbox: Inbox, _ name: InboxName, of count: Int,
    onlyReads: Bool
  ) async throws -> ExchangeProgress {
    let (statuses, status) = AsyncStream.makeStream(of: ExchangeStatus.self)
    return try await withThrowingTaskGroup(of: ExchangeProgress?.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await connection.exchange(inbox, named: name, onlyReads: onlyReads) {
          status.yield($0)
        }
        return nil
      }
      group.addTask { await follow(statuses, of: count, onlyReads: onlyReads) }
      return try await group.next().flatMap(\.self) ?? ExchangeProgress()
    }
  }

  private static func follow(
    _ statuses: AsyncStream<ExchangeStatus>, of count: Int, onlyReads: Bool
  ) async -> ExchangeProgress {
    let isTerminal = isatty(STDERR_FILENO) == 1
    var progress: ExchangeProgress?
    var total = 0
    for await status in statuses {
      // Nothing is sent, and the exchange ends by itself.
      if onlyReads, status.phase == .live { continue }
      if progress == nil, status.phase == .live {
        progress = ExchangeProgress(addedCount: status.waitingMessageCount)
        total = status.waitingCount
      }
      if isTerminal {
        let line =
          status.phase == .reading
          ? bar("reading", status.takenCount, of: count)
          : bar("sending", total - status.waitingCount, of: total)
        replaceLine(by: line)
      }
      // Values that are not read back here would be read by the daemon, which could not tell that
      // they were sent from here.
      let isDone = status.waitingCount == 0 && !status.isReturning
      if status.phase == .live, isDone {
        progress?.keptCount = status.waitingMessageCount
        progress?.heldCount = status.heldCount
        progress?.problem = status.problem
        break
      }
    }
    if isTerminal { replaceLine(by: "") }
    return progress ?? ExchangeProgress()
  }

  /// What was done, in a sentence.
  ///
  /// - Parameters:
  ///   - name: The inbox.
  ///   - before: The number of messages that were here and are shared.
  ///   - counts: What came, and what was removed.
  /// - Returns: A line without a period.
  func sentence(_ name: InboxName, before: Int, _ counts: ExchangedCounts) -> String {
    let known = max(0, before - addedCount - counts.removed)
    let sent = max(0, addedCount - keptCount)
    let removed =
      counts.removed == 0 ? "" : ", \(counts.removed) deleted forever as on another machine"
    let pruned =
      counts.pruned == 0 ? "" : ", \(counts.pruned) removed to keep to maximum_notifications"
    let refusal = ExchangeLine.refusal(of: heldCount, reason: problem).map { "; \($0)" } ?? ""
    return
      "\(name): \(counts.received) received, \(sent) sent, \(known) already here\(removed)\(pruned)\(refusal)"
  }

  private static func bar(_ verb: String, _ count: Int, of total: Int) -> String {
    let done = total > 0 ? min(max(count, 0), total) : 0
    let width = total > 0 ? barWidth * done / total : 0
    return "\(verb) " + String(repeating: "█", count: width)
      + String(repeating: "░", count: barWidth - width)
      + " \(done) of \(total.counted("change"))"
  }

  /// Clears the progress bar after a signal, and draws it no more.
  static func endLine() {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = true
      if isatty(STDERR_FILENO) == 1 { printLine("") }
    }
  }

  /// Replaces the last line of the terminal, until ``endLine()``.
  private static func replaceLine(by text: String) {
    isOver.withLock { isOver in
      if !isOver { printLine(text) }
    }
  }

  private static func printLine(_ text: String) {
    try? Descriptors.write("\r\u{1B}[K\(text.printable())".utf8, to: STDERR_FILENO)
  }
}
