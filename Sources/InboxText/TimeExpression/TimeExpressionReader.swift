package import Foundation

/// Parses time expressions and resolves them for a current time and a time zone.
///
/// Absolute times are RFC 3339 times, those of mail (`date -R`), and Unix seconds or milliseconds,
/// also after an `@`. Durations count from now: `10m`, `1h30m`, `1.5h`, `half an hour`,
/// `2 days ago`, `-2h`; days, weeks, months and years are those of the calendar, so that `1d` is
/// the same time tomorrow even across a change of the clocks. Days and times are local:
/// `tomorrow 9am`, `monday at 9`, `Dec 24`, `2026-12-24 18:00`, `17:30`, `tonight`, `next week`. A
/// day without a time means 9:00, a time without a day its next occurrence; a weekday is never
/// today. `weekend` is its Saturday, `this weekend` on a Saturday or Sunday the rest of it.
///
/// A local time that occurs twice is the first one, unless only the second is in the future. One
/// that is skipped is the time at which it would have occurred.
package struct TimeExpressionReader: Sendable {
  /// The current time.
  package let now: Date
  /// The time zone of days and times.
  package let timeZone: TimeZone

  /// Creates a reader for a current time and a time zone.
  package init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }

  /// Parses a time, which may be in the past.
  ///
  /// - Throws: ``TimeExpressionError``.
  package func date(_ text: String) throws(TimeExpressionError) -> Date {
    let date = date(of: try TimeExpressionParser.parse(text))
    guard RFC3339.seconds.contains(date.timeIntervalSince1970) else {
      throw TimeExpressionError(column: 1, kind: .tooFar)
    }
    return date
  }

  /// Maximum days of a duration to a future time: ten years.
  ///
  /// A longer one is likely a typing error; dates are not limited.
  static let longestWait = 3_653

  /// Parses a time in the future.
  ///
  /// - Throws: ``TimeExpressionError``, also for a time in the past and for a duration of more than
  ///   ten years.
  package func futureDate(_ text: String) throws(TimeExpressionError) -> Date {
    let date = try date(text)
    guard date.milliseconds > now.milliseconds else {
      throw TimeExpressionError(column: 1, kind: .past(date, in: timeZone))
    }
    if case .distance(let distance) = try TimeExpressionParser.parse(text),
      distance.total > Double(Self.longestWait) * 86_400
    {
      throw TimeExpressionError(column: 1, kind: .longDuration(text, days: Self.longestWait))
    }
    return date
  }

  /// Parses a duration and adds it to the current time.
  ///
  /// - Throws: ``TimeExpressionError``, also if the duration is not positive.
  package func futureDate(after duration: String) throws(TimeExpressionError) -> Date {
    guard case .distance(let distance) = try TimeExpressionParser.parse(duration) else {
      throw TimeExpressionError(
        column: 1, kind: .noDuration(duration), expected: TimeExpressionError.durationExamples)
    }
    guard distance.total > 0, distance.sign != .minus else {
      throw TimeExpressionError(
        column: 1, kind: .emptyDuration(duration), expected: TimeExpressionError.durationExamples)
    }
    return try futureDate(duration)
  }
}

extension TimeExpressionReader {
  var clock: LocalClock { LocalClock(timeZone: timeZone) }

  private func date(of expression: TimeExpression) -> Date {
    switch expression {
    case .fixed(let date): date
    case .distance(let distance): date(at: distance)
    case .dated(.thisWeekend?, let second): thisWeekend(second ?? TimeWord.morning)
    case .dated(let day?, let second): ahead(day: number(of: day), second ?? TimeWord.morning)
    case .dated(nil, let second): next(second ?? TimeWord.morning)
    }
  }

  private func date(at distance: TimeOffset) -> Date {
    let direction = distance.sign == .minus ? -1 : 1
    guard distance.days > 0 || distance.months > 0 else {
      return now.addingTimeInterval(Double(direction) * distance.seconds)
    }
    let (today, second) = clock.reading(at: now)
    let start = CivilDay(daysSince1970: today).adding(months: direction * distance.months)
    guard let start else { return Date(timeIntervalSince1970: .greatestFiniteMagnitude) }
    let day = start.daysSince1970 + direction * distance.days
    let moments = clock.moments(day: day, second: second)
    return moments[0].addingTimeInterval(Double(direction) * distance.seconds)
  }

  /// The time on a day; of two, the first in the future.
  private func ahead(day: Int, _ second: Double) -> Date {
    let moments = clock.moments(day: day, second: second)
    return moments.first { $0 > now } ?? moments[0]
  }

  /// The next occurrence of a time of day.
  private func next(_ second: Double) -> Date {
    let today = ahead(day: clock.reading(at: now).day, second)
    return today > now ? today : ahead(day: clock.reading(at: now).day + 1, second)
  }

  /// The next occurrence of a time of day this weekend; on Sunday it may be in the past.
  private func thisWeekend(_ second: Double) -> Date {
    let saturday = number(of: .thisWeekend)
    let moments = [ahead(day: saturday, second), ahead(day: saturday + 1, second)]
    return moments[0] > now ? moments[0] : moments[1]
  }

  /// Resolves a day to days since 1970; a weekend to its Saturday.
  func number(of day: TimeExpressionDay) -> Int {
    let today = clock.reading(at: now).day
    return switch day {
    case .relative(let count): today + count
    case .weekday(let weekday): today + 1 + (weekday - CivilDay.weekday(of: today + 1) + 7) % 7
    case .thisWeekend:
      today + (CivilDay.weekday(of: today) == 6 ? -1 : 5 - CivilDay.weekday(of: today))
    case .nextWeek: today + 7 - CivilDay.weekday(of: today)
    case .date(let day): day
    case .annual(let month, let day): annual(month, day, from: today) { $0 >= today }
    }
  }

  /// The nearest occurrence of a day without a year that satisfies `isMeant`.
  func annual(
    _ month: Int, _ day: Int, from today: Int, where isMeant: (Int) -> Bool
  ) -> Int {
    let year = CivilDay(daysSince1970: today).year
    // The next 29 February may be eight years away.
    let days = (year - 8...year + 8).compactMap {
      CivilDay(year: $0, month: month, day: day)?.daysSince1970
    }
    let meant = days.filter(isMeant)
    return meant.min { abs($0 - today) < abs($1 - today) } ?? today
  }
}
