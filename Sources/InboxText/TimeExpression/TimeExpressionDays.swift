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
    case .thisWeekend: return isPast ? latest(5) : Self.saturday(ofWeekWith: today)
    case .inWeek(let week, let weekday): return monday + 7 * week + (weekday ?? 0)
    case .startOfMonth(let months): return try startOfMonth(months)
    case .endOfMonth: return try startOfMonth(1) - 1
    case .startOfYear(let years):
      return try startOfMonth(years * 12 + 1 - CivilDay(daysSince1970: today).month)
    case .date(let day): return day
    case .recurring(let month, let day, let weekday): return try recurring(month, day, weekday)
    case .after(let day, let months, let days):
      return try adding(months, to: try number(of: day)) + days
    case .either(let days): return try either(days)
    }
  }

  /// The Saturday of the week that a day is in.
  static func saturday(ofWeekWith day: Int) -> Int { day + 5 - CivilDay.weekday(of: day) }

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
      throw TimeExpressionError(column: 1, kind: .tooFar)
    }
    return sum.daysSince1970
  }

  /// The day on which all readings agree.
  private func either(_ days: [TimeExpressionDay]) throws(TimeExpressionError) -> Int {
    var numbers: [Int] = []
    for day in days {
      let number = try number(of: day)
      if !numbers.contains(number) { numbers.append(number) }
    }
    guard numbers.count == 1 else {
      throw TimeExpressionError(
        column: 1, kind: .ambiguous(text),
        expected: numbers.sorted().map { CivilDay(daysSince1970: $0).words })
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
      column: 1, kind: .noSuchDay(text),
      expected: [nearest, fitting].compactMap {
        $0.map { CivilDay(daysSince1970: $0).wordsWithWeekday }
      })
  }
}
