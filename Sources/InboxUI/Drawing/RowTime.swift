import InboxText
import Foundation
import InboxCore

/// The time of a row, in one of the forms that a person can choose.
enum RowTime {
  /// The words for `date`, at most six columns wide.
  static func text(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> String {
    switch format {
    case .relative: return RelativeTime.text(from: date, to: now)
    case .clock:
      guard let then = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
        return "?"
      }
      if then.isSameDay(as: today) { return AbsoluteTime.clock(then) }
      return then.year == today.year
        ? AbsoluteTime.monthAndDay(then) : AbsoluteTime.padded(then.year, 4)
    }
  }

  /// The moment at which the words for `date` next change.
  static func nextChange(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> Date {
    switch format {
    case .relative: return RelativeTime.nextChange(from: date, now: now)
    case .clock: return LocalTime.midnight(after: now, in: zone)
    }
  }
}
