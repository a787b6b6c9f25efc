public import Foundation

/// Parses time expressions and resolves them for a current time and a time zone.
///
/// Absolute times are RFC 3339 times, those of mail (`date -R`), and Unix seconds or milliseconds,
/// also after an `@`. Durations count from now: `10m`, `1h30m`, `1.5h`, `half an hour`,
/// `2 days ago`, `-2h`; days, weeks, months and years are those of the calendar, so that `1d` is
/// the same time tomorrow even across a change of the clocks. Days and times are local:
/// `tomorrow 9am`, `monday at 9`, `Dec 24`, `2026-12-24 18:00`, `17:30`, `tonight`, `next week`. A
/// day without a time means 9:00, a time without a day its next occurrence; a weekday is never
/// today. `weekend` is its Saturday, `this weekend` on a Saturday or Sunday the rest of it.
/// `next week`, `next month` and `next year` are their first days; weeks start on Monday. The
/// midnight of a day is its end. A month after 31 January is the last day of February.
///
/// A text that people understand differently is an error that says what to write.
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
    try checked(date(of: TimeExpressionParser.parse(text), text))
  }

  /// Throws for a time outside the years 1 to 9999.
  func checked(_ date: Date) throws(TimeExpressionError) -> Date {
    guard RFC3339.seconds.contains(date.timeIntervalSince1970) else {
      throw TimeExpressionError(kind: .tooFar)
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
    let expression = try TimeExpressionParser.parse(text)
    guard date.milliseconds > now.milliseconds else {
      throw TimeExpressionError(
        kind: .past(date, in: timeZone), expected: laterEvenings(expression))
    }
    if case .distance(let distance) = expression,
      distance.total > Double(Self.longestWait) * 86_400
    {
      throw TimeExpressionError(kind: .longDuration(text, days: Self.longestWait))
    }
    return date
  }

  /// What to write if `tonight` has begun.
  private func laterEvenings(_ expression: TimeExpression) -> [String] {
    guard case .dated(.relative(0)?, DayPart.night.usual?, nil) = expression else { return [] }
    let hour = Int(clock.reading(at: now).second) / 3_600 + 1
    return [hour < 24 ? "\(hour):00" : "midnight", "tomorrow evening"]
  }

  /// Parses a duration and adds it to the current time.
  ///
  /// - Throws: ``TimeExpressionError``, also if the duration is not positive.
  package func futureDate(after duration: String) throws(TimeExpressionError) -> Date {
    var problem = TimeExpressionError.Kind.noDuration(duration)
    if case .distance(let distance) = try TimeExpressionParser.parse(duration) {
      if distance.total > 0, distance.sign != .minus { return try futureDate(duration) }
      problem = .emptyDuration(duration)
    }
    throw TimeExpressionError(kind: problem, expected: ["10m", "1h30m", "2d"])
  }
}

extension TimeExpressionReader {
  var clock: LocalClock { LocalClock(timeZone: timeZone) }

  private func date(
    of expression: TimeExpression, _ text: String
  ) throws(TimeExpressionError) -> Date {
    switch expression {
    case .fixed(let date): return date
    case .distance(let distance): return date(at: distance)
    case .dated(let day, let second, let zone):
      let second = second ?? DayPart.morning.usual
      let days = days(of: text)
      if let zone { return try date(day, second, in: zone, days) }
      guard let day else { return next(second, from: days.today) }
      // On Sunday the time may be in the past.
      if day == .thisWeekend { return next(second, from: days.saturday) }
      return ahead(day: try days.number(of: day), second)
    }
  }

  /// The days as the calendar shows them here.
  func days(of text: String, isPast: Bool = false) -> TimeExpressionDays {
    TimeExpressionDays(today: clock.reading(at: now).day, text: text, isPast: isPast)
  }

  private func date(at distance: TimeOffset) -> Date {
    let direction = distance.direction
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

  /// The time on a day if it is in the future, else on the day after it.
  private func next(_ second: Double, from day: Int) -> Date {
    let first = ahead(day: day, second)
    return first > now ? first : ahead(day: day + 1, second)
  }

  /// The time on a day in another zone, or in the local one by its abbreviation.
  func date(
    _ day: TimeExpressionDay?, _ second: Double, in zone: TimeExpressionZone,
    _ days: TimeExpressionDays
  ) throws(TimeExpressionError) -> Date {
    switch zone {
    case .offset(let offset):
      let elapsed = now.timeIntervalSince1970 + Double(offset)
      var there = days
      there.today = Int((elapsed / 86_400).rounded(.down))
      guard let day else {
        let date = Self.date(there.today, second, offset)
        return date > now ? date : date.addingTimeInterval(86_400)
      }
      // At times the zones have different days, so that `tomorrow` has two meanings.
      let readings = [try days.number(of: day), try there.number(of: day)].map {
        Self.date($0, second, offset)
      }
      guard readings[0] == readings[1] else {
        throw TimeExpressionError(
          kind: .ambiguous(days.text), expected: readings.map(RFC3339.string))
      }
      return readings[0]
    case .named(let name):
      let offsets = TimeExpressionZone.offsets(of: name)
      let number = try day.map { day throws(TimeExpressionError) in try days.number(of: day) }
      for offset in offsets {
        var date = Self.date(number ?? days.today, second, offset)
        if number == nil, !days.isPast, date <= now { date = date.addingTimeInterval(86_400) }
        if timeZone.secondsFromGMT(for: date) == offset { return date }
      }
      throw TimeExpressionError(
        kind: .foreignZone(name), expected: offsets.map(TimeExpressionZone.text))
    }
  }

  private static func date(_ day: Int, _ second: Double, _ offset: Int) -> Date {
    Date(timeIntervalSince1970: Double(day * 86_400 - offset) + second)
  }
}

/// A time limit: fixed, or relative to the time of evaluation.
public enum TimeBoundary: Sendable, Hashable {
  /// A fixed time; a bare date means its midnight in local time.
  case at(Date)
  /// Seconds before (negative) or after the time of evaluation.
  case relative(seconds: Double)

  /// Resolves the boundary at `now`.
  package func date(at now: Date) -> Date {
    switch self {
    case .at(let date): date
    case .relative(let seconds): now.addingTimeInterval(seconds)
    }
  }
}

extension TimeExpressionReader {
  /// Parses a boundary: days start at midnight, and weekdays are the latest ones.
  ///
  /// Durations need a sign and stay relative, except those with months.
  package func boundary(_ text: String) throws(TimeExpressionError) -> TimeBoundary {
    switch try TimeExpressionParser.parse(text) {
    case .fixed(let date): return .at(date)
    case .distance(let distance):
      guard let sign = distance.sign else {
        throw TimeExpressionError(
          kind: .missingSign(text), expected: ["-" + text, "+" + text])
      }
      // Months differ in length, so that the time is resolved now.
      guard distance.months == 0 else { return .at(try date(text)) }
      return .relative(seconds: sign == .minus ? -distance.total : distance.total)
    case .dated(let day, let second, let zone):
      let days = self.days(of: text, isPast: true)
      // A time without a day is that of today.
      let day = day ?? .relative(0)
      if let zone { return .at(try checked(date(day, second ?? 0, in: zone, days))) }
      return .at(
        try checked(clock.moments(day: days.number(of: day), second: second ?? 0)[0]))
    }
  }
}
