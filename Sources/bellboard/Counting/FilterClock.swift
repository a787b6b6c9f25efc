import InboxText
import Foundation
import InboxCore

/// Tells when the words of a filter mean other moments than now, as those of `after:-1h` do.
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
    if meaning?.terms.contains(where: \.isMoving) == true {
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
