import BellboardSupport
import Foundation
import InboxCore
import InboxText

extension CountLines {
  /// Prints each changed line until a signal arrives or the reader closes the output.
  mutating func printChanges(to output: StandardOutput) throws {
    // Watch before the first read, so that no change is missed between the two.
    let wait = try InboxWait(streaming: inbox, to: output)
    while true {
      if let line = try newLine(at: Date()) {
        try output.line(line)
        try output.flush()
      }
      if case .signal = try wait.wait(atMost: nextReading.timeIntervalSinceNow) { return }
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
