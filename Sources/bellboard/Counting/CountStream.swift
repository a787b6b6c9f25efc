import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

/// The stream of an inbox's counts, printed whenever they read differently.
struct CountStream {
  /// What is printed.
  let lines: CountLines
  /// Where it goes.
  let output: StandardOutput

  /// Prints the line of one moment.
  func printOnce() throws {
    try output.line(try lines.line(at: Date()))
  }

  /// Prints and waits until a signal comes or the reader is gone.
  func printChanges() throws {
    // Before the first look, so that no change falls between the two.
    let wait = InboxWait(watch: try lines.inbox.watch(), signals: try SignalSource.ending())
    var lines = lines
    while true {
      if let line = try lines.newLine(at: Date()) {
        try output.line(line)
        try output.flush()
      }
      switch try wait.wait(atMost: lines.nextReading.timeIntervalSinceNow) {
      case .changed, .reloaded, .timeUp: continue
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
    }
  }
}

/// The clock of a filter: when its words mean other moments than now, as `after:-1h` does.
struct FilterClock {
  /// The words.
  let filter: String
  /// The time zone in which they are shown.
  let timeZone: TimeZone

  /// How often a filter that moves all the time is read anew, in seconds.
  private static let step = 60.0
  /// How far ahead is looked; no wait is longer.
  private static let day = 86_400.0

  /// When to read the filter anew: as soon as its words mean another day, at each full minute if
  /// they count back from now, and in a day at the latest.
  func nextReading(after now: Date) -> Date {
    let meaning = filter(at: now)
    if meaning?.allTerms.contains(where: \.isMoving) == true {
      let minute = (now.timeIntervalSince1970 / Self.step).rounded(.down) + 1
      return Date(timeIntervalSince1970: minute * Self.step)
    }
    var (same, other) = (now, now.addingTimeInterval(Self.day))
    guard filter(at: other) != meaning else { return other }
    while other.timeIntervalSince(same) > 0.5 {
      let middle = same.addingTimeInterval(other.timeIntervalSince(same) / 2)
      if filter(at: middle) == meaning { same = middle } else { other = middle }
    }
    return other
  }

  private func filter(at now: Date) -> MessageFilter? {
    try? MessageFilter(parsing: filter, now: now, timeZone: timeZone)
  }
}

extension MessageFilter.Term {
  /// Whether it counts from when it is asked.
  fileprivate var isMoving: Bool {
    switch condition {
    case .before(.relative), .after(.relative): true
    default: false
    }
  }
}
