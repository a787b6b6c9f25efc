import BellboardSupport
import Foundation
import InboxCore
import InboxText

/// Prints a line of counts whenever it changes.
struct CountStream {
  let lines: CountLines
  /// The output that they are printed to.
  let output: StandardOutput

  func printOnce() throws {
    try output.line(try lines.line(at: Date()))
  }

  /// Prints each changed line until a signal arrives or the reader closes the output.
  func printChanges() throws {
    // Watch before the first read, so that no change is missed between the two.
    let wait = try InboxWait(streaming: lines.inbox, to: output)
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

/// Computes when a filter with relative times, such as `after:-1h`, must be parsed again.
struct FilterClock {
  let filter: String
  /// The time zone of its times.
  let timeZone: TimeZone

  /// Interval for a filter that counts back from now, in seconds.
  private static let step = 60.0
  /// Maximum interval, in seconds.
  private static let day = 86_400.0

  /// The time to parse the filter again.
  ///
  /// That is when its days change, each full minute if it counts back from now, and after a day at
  /// the latest.
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
  /// Whether its time is relative to now.
  fileprivate var isMoving: Bool {
    switch condition {
    case .before(.relative), .after(.relative): true
    default: false
    }
  }
}
