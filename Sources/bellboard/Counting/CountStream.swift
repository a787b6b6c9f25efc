import Foundation
import InboxCore

/// Prints the counts of an inbox anew whenever they read differently, and waits in between.
struct CountStream {
  /// The inbox.
  let inbox: Inbox
  /// The words of the filter, which may mean another moment each time.
  let filter: String
  /// The line; nil is the bare number.
  let template: CountTemplate?
  /// Where it goes.
  let output: StandardOutput

  /// Prints the line of one moment.
  func printOnce() throws {
    try output.line(try read().line)
  }

  /// Prints and waits until a signal comes or the reader is gone.
  func follow() throws {
    // Before the first look, so that no change falls between the two.
    let wait = InboxWait(watch: try inbox.watch(), signals: try TakenSignals.ending())
    var shown: String?
    while true {
      // Only what is settled tells when the clock moves it next; the counts are right without.
      _ = try? inbox.settle(at: Date())
      let (line, next) = try read()
      if line != shown {
        try output.line(line)
        try output.flush()
        shown = line
      }
      switch try wait.wait(atMost: next.timeIntervalSinceNow) {
      case .changed, .reloaded, .timeUp: continue
      case .signal: return
      case .readerGone: throw OutputProblem.readerGone
      }
    }
  }

  private var clock: FilterClock { FilterClock(filter: filter, timeZone: .current) }

  /// The line, and when the clock may change it.
  private func read() throws -> (line: String, next: Date) {
    let now = Date()
    let filter = try MessageFilter(parsing: filter, now: now, timeZone: .current)
    let report = try CountReport(of: inbox, matching: filter, at: now)
    let next = clock.nextReading(after: now)
    return (
      template?.text(for: report) ?? String(report.count),
      min(next, report.nextTransition ?? next)
    )
  }
}
