package import Foundation

/// Formats relative times in a few columns: `now 2m 14m 1h 3d 5w 2y`.
///
/// A time in the future is rounded, so that two hours are still `in 2h` a second later; in the last
/// minute it is `soon`.
package enum RelativeTime {
  private static let minute = 60.0
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let week = 7 * day
  private static let year = 365 * day

  /// Formats `date` relative to `now`.
  package static func text(from date: Date, to now: Date) -> String {
    let elapsed = now.timeIntervalSince(date)
    guard abs(elapsed) >= minute else { return elapsed > -1 ? "now" : "soon" }
    let (count, unit) = amount(of: elapsed)
    return elapsed > 0 ? "\(count)\(unit.letter)" : "in \(count)\(unit.letter)"
  }

  /// Formats a relative time for sentences: `now`, `8 min ago`, `in 3 h`.
  package static func phrase(from date: Date, to now: Date) -> String {
    let elapsed = now.timeIntervalSince(date)
    guard abs(elapsed) >= minute else { return elapsed > -1 ? "now" : "soon" }
    let (count, unit) = amount(of: elapsed)
    let name = name(of: unit)
    return elapsed > 0 ? "\(count) \(name) ago" : "in \(count) \(name)"
  }

  /// Formats the age of `date`: `less than 1 min`, `8 min`, `3 h`.
  package static func age(of date: Date, at now: Date) -> String {
    let elapsed = now.timeIntervalSince(date)
    guard elapsed >= minute else { return "less than 1 min" }
    let (count, unit) = amount(of: elapsed)
    return "\(count) \(name(of: unit))"
  }

  /// The time at which the text for `date` next changes.
  package static func nextChange(from date: Date, now: Date) -> Date {
    let elapsed = now.timeIntervalSince(date)
    if elapsed > -1 { return date.addingTimeInterval(nextStep(after: elapsed)) }
    if elapsed > -minute { return date.addingTimeInterval(-1).addingTimeInterval(tick) }
    let unit = unit(of: elapsed)
    let steps = (-elapsed / unit.seconds).rounded() - 0.5
    let last = max(steps * unit.seconds, unit.least)
    return date.addingTimeInterval(-last).addingTimeInterval(tick)
  }

  /// Whole units in the past, or the rounded number of units in the future.
  private static func amount(of elapsed: Double) -> (count: Int, unit: Unit) {
    let unit = unit(of: elapsed)
    let count = abs(elapsed) / unit.seconds
    return (Int(min(elapsed > 0 ? count : count.rounded(), 9_999)), unit)
  }

  private static func name(of unit: Unit) -> String {
    unit.letter == "m" ? "min" : unit.letter
  }

  /// The time resolution of the store, in seconds.
  private static let tick = 0.001

  private static func nextStep(after elapsed: Double) -> Double {
    guard elapsed >= minute else { return minute }
    let unit = unit(of: elapsed)
    let next = ((elapsed / unit.seconds).rounded(.down) + 1) * unit.seconds
    return elapsed < year ? min(next, year) : next
  }

  /// A unit; `least` is the shortest future interval that is rounded to one, in seconds.
  private typealias Unit = (letter: String, seconds: Double, least: Double)

  private static let minutes: Unit = ("m", minute, minute)
  private static let units: [Unit] = [
    ("y", year, year), ("w", week, 6.5 * day), ("d", day, 23.5 * hour), ("h", hour, 59.5 * minute),
  ]

  private static func unit(of elapsed: Double) -> Unit {
    units.first { elapsed > 0 ? elapsed >= $0.seconds : -elapsed >= $0.least } ?? minutes
  }
}

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
