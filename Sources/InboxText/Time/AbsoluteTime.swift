package import Foundation

/// Formats local dates and times: `Sat 2026-11-21 05:16`.
package enum AbsoluteTime {
  /// Formats a time in a time zone.
  package static func text(_ date: Date, in zone: TimeZone) -> String {
    guard let moment = LocalTime(date, in: zone) else { return "?" }
    let day = "\(padded(moment.year, 4))-\(monthAndDay(moment))"
    return "\(CivilDay.weekdays[moment.weekday]) \(day) \(clock(moment))"
  }

  /// Formats a near time: `17:30` today, `Mon 09:00` within six days.
  ///
  /// Nil for times farther away, as their weekday would be ambiguous; else at most 10 columns.
  package static func nearText(_ date: Date, from now: Date, in zone: TimeZone) -> String? {
    guard let moment = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
      return nil
    }
    if moment.isSameDay(as: today) { return clock(moment) }
    let isNear = abs(date.timeIntervalSince(now)) < 7 * 86_400
    guard isNear, moment.weekday != today.weekday else { return nil }
    return "\(CivilDay.weekdays[moment.weekday]) \(clock(moment))"
  }

  /// Formats month and day, as in `11-21`.
  package static func monthAndDay(_ moment: LocalTime) -> String {
    "\(padded(moment.month, 2))-\(padded(moment.day, 2))"
  }

  /// Formats the time of day, as in `05:16`.
  package static func clock(_ moment: LocalTime) -> String {
    "\(padded(moment.hour, 2)):\(padded(moment.minute, 2))"
  }

  package static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
