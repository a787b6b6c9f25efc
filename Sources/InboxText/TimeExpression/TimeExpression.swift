import Foundation

/// A parsed time expression, independent of the current time and, mostly, the time zone.
enum TimeExpression: Hashable {
  /// An absolute time: `2026-12-24T18:00:00Z`, `1798135200`.
  case fixed(Date)
  /// An offset from now: `1h30m`, `-2d`.
  case distance(TimeOffset)
  /// A day, time of day or both: `tomorrow 9am`, `17:30`, `monday`; local without a zone.
  case dated(TimeExpressionDay?, second: Double?, TimeExpressionZone?)
}

/// The day of a time expression.
enum TimeExpressionDay: Sendable, Hashable {
  /// Days from today.
  case relative(Int)
  /// A weekday, from 0 for Monday: the coming one, or in filters the latest.
  case weekday(Int)
  /// A weekday after today.
  case nextWeekday(Int)
  /// A weekday before today.
  case lastWeekday(Int)
  /// The coming Saturday or Sunday; during a weekend, the rest of it.
  case thisWeekend
  /// A weekday, or Monday, of the week so many weeks from this one; weeks start on Monday.
  case inWeek(Int, weekday: Int?)
  /// The first day of the month so many months from this one.
  case startOfMonth(Int)
  /// The first day of the year so many years from this one.
  case startOfYear(Int)
  /// Days since 1970.
  case date(Int)
  /// A day without a year, such as `Dec 24`, or month, such as `the 24th`; the weekday must match.
  case recurring(month: Int?, day: Int, weekday: Int?)
  /// A day some months or days after another: `a week from monday`.
  indirect case after(TimeExpressionDay, months: Int, days: Int)
  /// Days that people may mean, of which some may be the same: `monday in 2 weeks`.
  case either([TimeExpressionDay])
}

/// The time zone of a time expression.
package enum TimeExpressionZone: Hashable {
  /// Seconds east of UTC.
  case offset(Int)
  /// An abbreviation that must be the local one.
  case named(String)

  /// Parses a zone in lower case: `+0100`, `-05:00`, `+01`, `z`, `utc`, `cet`; nil for other words.
  init?(_ text: String) {
    let digits = text.dropFirst().filter { $0 != ":" }
    if ["z", "utc", "gmt"].contains(text) {
      self = .offset(0)
    } else if Self.minutes[text] != nil {
      self = .named(text)
    } else if text.hasPrefix("+") || text.hasPrefix("-"), [2, 4].contains(digits.count),
      digits.allSatisfy(\.isDigit), let number = Int(digits.count == 2 ? digits + "00" : digits),
      number % 100 < 60, number / 100 < 24
    {
      self = .offset((text.hasPrefix("-") ? -1 : 1) * (number / 100 * 3_600 + number % 100 * 60))
    } else {
      return nil
    }
  }

  /// The offsets of an abbreviation, in seconds east of UTC.
  package static func offsets(of name: String) -> [Int] { (minutes[name] ?? []).map { $0 * 60 } }

  /// Formats an offset in seconds as `+0100`.
  package static func text(ofOffset seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + AbsoluteTime.padded(minutes / 60 * 100 + minutes % 60, 4)
  }

  /// The offsets of an abbreviation in lower case, in minutes east of UTC.
  ///
  /// Several zones share some of them.
  private static let minutes: [String: [Int]] = [
    "acdt": [630], "acst": [570], "adt": [-180], "aedt": [660], "aest": [600], "akdt": [-480],
    "akst": [-540], "ast": [-240], "awst": [480], "bst": [60], "cat": [120],
    "cdt": [-300, -240], "cest": [120], "cet": [60], "chst": [600], "cst": [-360, 480, -300],
    "eat": [180], "edt": [-240], "eest": [180], "eet": [120], "est": [-300],
    "hdt": [-540], "hkt": [480], "hst": [-600], "idt": [180], "ist": [330, 60, 120],
    "jst": [540], "kst": [540], "mdt": [-360], "mest": [120], "met": [60], "msk": [180],
    "mst": [-420], "ndt": [-150], "nst": [-210], "nzdt": [780], "nzst": [720], "pdt": [-420],
    "pkt": [300], "pst": [-480, 480], "sast": [120], "sst": [-660], "wat": [60], "west": [60],
    "wet": [0], "wib": [420], "wit": [540], "wita": [480],
  ]
}

/// Resolves the days of a time expression to days since 1970.
struct TimeExpressionDays {
  /// The current day.
  var today: Int
  /// The text, for messages.
  let text: String
  /// Whether weekdays and dates without a year are the latest ones, as in filters.
  let isPast: Bool

  /// Resolves a day; a weekend to its Saturday.
  ///
  /// - Throws: ``TimeExpressionError`` for a day that has two meanings now, for a date on another
  ///   weekday, and for a year beyond 1 to 9999.
  func number(of day: TimeExpressionDay) throws(TimeExpressionError) -> Int {
    switch day {
    case .relative(let count): return today + count
    case .weekday(let weekday): return isPast ? latest(weekday) : coming(weekday)
    case .nextWeekday(let weekday): return coming(weekday)
    case .lastWeekday(let weekday): return latest(weekday) - (latest(weekday) == today ? 7 : 0)
    case .thisWeekend: return isPast ? latest(5) : saturday
    case .inWeek(let week, let weekday): return monday + 7 * week + (weekday ?? 0)
    case .startOfMonth(let months): return try startOfMonth(months)
    case .startOfYear(let years):
      return try startOfMonth(years * 12 + 1 - CivilDay(daysSince1970: today).month)
    case .date(let day): return day
    case .recurring(let month, let day, let weekday): return try recurring(month, day, weekday)
    case .after(let day, let months, let days):
      return try adding(months, to: try number(of: day)) + days
    case .either(let days): return try either(days)
    }
  }

  /// The Saturday of this week.
  var saturday: Int { monday + 5 }

  private var monday: Int { today - CivilDay.weekday(of: today) }

  /// The weekday after today.
  private func coming(_ weekday: Int) -> Int {
    today + 1 + (weekday - CivilDay.weekday(of: today + 1) + 7) % 7
  }

  /// The weekday before today, or today.
  private func latest(_ weekday: Int) -> Int {
    today - (CivilDay.weekday(of: today) - weekday + 7) % 7
  }

  private func startOfMonth(_ months: Int) throws(TimeExpressionError) -> Int {
    try adding(months, to: today + 1 - CivilDay(daysSince1970: today).day)
  }

  /// Adds months; a shorter month gives its last day.
  private func adding(_ months: Int, to day: Int) throws(TimeExpressionError) -> Int {
    guard let sum = CivilDay(daysSince1970: day).adding(months: months) else {
      throw TimeExpressionError(kind: .tooFar)
    }
    return sum.daysSince1970
  }

  /// The day on which all readings agree.
  private func either(_ days: [TimeExpressionDay]) throws(TimeExpressionError) -> Int {
    let all = try days.map { day throws(TimeExpressionError) in try number(of: day) }
    let numbers = Set(all).sorted()
    guard numbers.count == 1 else {
      throw TimeExpressionError(
        kind: .ambiguous(text),
        expected: numbers.map { CivilDay(daysSince1970: $0).words })
    }
    return numbers[0]
  }

  /// The nearest day of a month, in any year, or without a month in any month that has it.
  private func recurring(
    _ month: Int?, _ day: Int, _ weekday: Int?
  ) throws(TimeExpressionError) -> Int {
    let year = CivilDay(daysSince1970: today).year
    // The next 29 February may be eight years away.
    let years = month == nil ? year - 1...year + 1 : year - 8...year + 8
    let days = years.flatMap { year in
      (month.map { $0...$0 } ?? 1...12).compactMap {
        CivilDay(year: year, month: $0, day: day)?.daysSince1970
      }
    }
    let meant = days.filter { isPast ? $0 <= today : $0 >= today }
      .sorted { abs($0 - today) < abs($1 - today) }
    guard let nearest = meant.first else { return today }
    guard let weekday, CivilDay.weekday(of: nearest) != weekday else { return nearest }
    let fitting = meant.first { CivilDay.weekday(of: $0) == weekday }
    throw TimeExpressionError(
      kind: .noSuchDay(text),
      expected: [nearest, fitting].compactMap {
        $0.map { CivilDay(daysSince1970: $0).wordsWithWeekday }
      })
  }
}
