import Foundation

/// The time of a row, in one of the forms that a person can choose.
enum RowTime {
  /// The words for `date`, at most six columns wide.
  static func text(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> String {
    switch format {
    case .relative: return RelativeTime.text(from: date, to: now)
    case .clock:
      let (then, today) = (Calendar(date, in: zone), Calendar(now, in: zone))
      if then.day == today.day { return then.clock }
      return then.year == today.year ? String(then.day.dropFirst(5)) : then.year
    }
  }

  /// The moment at which the words for `date` next change.
  static func nextChange(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> Date {
    switch format {
    case .relative: return RelativeTime.nextChange(from: date, now: now)
    case .clock:
      let offset = Double(zone.secondsFromGMT(for: now))
      let days = ((now.timeIntervalSince1970 + offset) / 86_400).rounded(.down) + 1
      let guess = Date(timeIntervalSince1970: days * 86_400 - offset)
      // The clocks may change before midnight: look at the offset again there.
      return Date(
        timeIntervalSince1970: days * 86_400 - Double(zone.secondsFromGMT(for: guess)))
    }
  }

  /// The pieces of `Sat 2026-11-21 05:16`.
  private struct Calendar {
    let day: String
    let clock: String

    var year: String { String(day.prefix(4)) }

    init(_ date: Date, in zone: TimeZone) {
      let words = AbsoluteTime.text(date, in: zone).split(separator: " ").map(String.init)
      day = words.count == 3 ? words[1] : "?"
      clock = words.count == 3 ? words[2] : "?"
    }
  }
}
