public import Foundation

/// A reader of time expressions at a moment in a time zone.
///
/// Fixed moments are RFC 3339 times, those of mail (`date -R`), and Unix seconds or milliseconds, also
/// behind an `@`. Durations count from now: `10m`, `1h30m`, `1.5h`, `half an hour`, `2 days ago`, `-2h`;
/// days, weeks, months and years go by the calendar, so that `1d` is the same time tomorrow even when
/// the clocks are changed. A day and a time are those of the time zone: `tomorrow 9am`, `monday at 9`,
/// `Dec 24`, `2026-12-24 18:00`, `17:30`, `tonight`, `next week`. A day without a time means 9:00,
/// a time without a day the next such one; a day of the week is never today. `weekend` is its
/// Saturday, `this weekend` on a Saturday or Sunday what is left of it.
///
/// Of a time that the clocks show twice the first is meant, unless only the second lies ahead. One
/// that they skip is the moment at which it would have come.
package struct TimeExpressionReader: Sendable {
  /// The moment from which is counted.
  package let now: Date
  /// Whose calendar and clock are meant.
  package let timeZone: TimeZone

  /// Makes a reader for one moment and place.
  package init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }

  /// The moment that a text means, which may be over.
  ///
  /// - Throws: ``TimeExpressionError`` when the text means none.
  package func date(_ text: String) throws(TimeExpressionError) -> Date {
    let date = date(of: try TimeExpressionParser.parse(text))
    guard RFC3339.seconds.contains(date.timeIntervalSince1970) else {
      throw TimeExpressionError(column: 1, kind: .tooFar)
    }
    return date
  }

  /// How many days a duration may have that somebody waits for: ten years.
  ///
  /// A longer one has a digit too many; a date is meant as it is written.
  static let longestWait = 3_653

  /// The moment that a text means, which has to lie ahead.
  ///
  /// - Throws: ``TimeExpressionError`` when the text means none, one that is over, or is a duration
  ///   of more than ten years.
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

  /// The moment that lies a duration ahead.
  ///
  /// - Throws: ``TimeExpressionError`` when the text is no duration, or goes back or nowhere.
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
  private var clock: LocalClock { LocalClock(timeZone: timeZone) }

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

  /// The moment of a day that lies ahead if one does.
  private func ahead(day: Int, _ second: Double) -> Date {
    let moments = clock.moments(day: day, second: second)
    return moments.first { $0 > now } ?? moments[0]
  }

  /// The next moment at which the clocks show a time.
  private func next(_ second: Double) -> Date {
    let today = ahead(day: clock.reading(at: now).day, second)
    return today > now ? today : ahead(day: clock.reading(at: now).day + 1, second)
  }

  /// The next moment of this weekend at which the clocks show a time; the last one may be over.
  private func thisWeekend(_ second: Double) -> Date {
    let saturday = number(of: .thisWeekend)
    let moments = [ahead(day: saturday, second), ahead(day: saturday + 1, second)]
    return moments[0] > now ? moments[0] : moments[1]
  }

  /// The day that is meant, in days since 1970; the first one of a weekend.
  private func number(of day: TimeExpressionDay) -> Int {
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

  /// The day of this year or of one near by that is not on the wrong side of today.
  private func annual(
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

/// A boundary in time: fixed, or relative to the moment at which it is asked for.
public enum TimeBoundary: Sendable, Hashable {
  /// A fixed moment; a bare date means its midnight in local time.
  case at(Date)
  /// So many seconds before (negative) or after the question.
  case relative(seconds: Double)

  /// The moment that is meant when the question is asked at `now`.
  package func date(at now: Date) -> Date {
    switch self {
    case .at(let date): date
    case .relative(let seconds): now.addingTimeInterval(seconds)
    }
  }
}

extension TimeExpressionReader {
  /// Reads a boundary in time: days begin at midnight, weekdays are the last ones.
  ///
  /// Durations need a sign and stay durations, which move with the clock.
  package func boundary(_ text: String) throws(TimeExpressionError) -> TimeBoundary {
    switch try TimeExpressionParser.parse(text) {
    case .fixed(let date): return .at(date)
    case .distance(let distance):
      guard let sign = distance.sign else {
        throw TimeExpressionError(
          column: 1, kind: .missingSign(text), expected: ["-" + text, "+" + text])
      }
      // Months are not of one length: the moment stays where it is.
      guard distance.months == 0 else { return .at(try date(text)) }
      return .relative(seconds: sign == .minus ? -distance.total : distance.total)
    case .dated(let day, let second):
      let day = day.map(pastNumber) ?? clock.reading(at: now).day
      return .at(clock.moments(day: day, second: second ?? 0)[0])
    }
  }

  private func pastNumber(of day: TimeExpressionDay) -> Int {
    let today = clock.reading(at: now).day
    let weekday: Int
    switch day {
    case .weekday(let named): weekday = named
    case .thisWeekend: weekday = 5
    case .annual(let month, let day): return annual(month, day, from: today) { $0 <= today }
    default: return number(of: day)
    }
    return today - (CivilDay.weekday(of: today) - weekday + 7) % 7
  }
}
