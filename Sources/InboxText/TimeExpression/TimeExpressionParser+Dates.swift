import Foundation

extension TimeExpressionParser {
  /// Consumes a date: `2026-12-24`, `2026/12/24`, `24.12.2026`, `24.12.`, `20261224`, `Dec 24`,
  /// `24 December 2026`, `the 24th`.
  mutating func takeDate(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    if try takeNumericDate(word) { return true }
    if try takeCompactDate(word) { return true }
    if try takeYear(word) { return true }
    var next = words.dropFirst().first
    if let month = TimeWord.month(word.text), let day = next?.dayOfMonth {
      return try take(month: month, day: day, from: word)
    }
    guard let day = word.dayOfMonth else { return false }
    let isOf = next?.text == "of"
    if isOf { next = words.dropFirst(2).first }
    guard let month = next.flatMap({ TimeWord.month($0.text) }) else {
      return try takeDayOfMonth(day, word)
    }
    if isOf { words.remove(at: words.startIndex + 1) }
    return try take(month: month, day: day, from: word)
  }

  private mutating func takeNumericDate(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    guard word.isNumeric, let mark = word.text.first(where: { "-/.".contains($0) }) else {
      return false
    }
    let parts = word.text.split(separator: mark, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    if mark == "." {
      guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return false }
      // `24.12.`
      if numbers.count == 2, parts[2].isEmpty {
        return try take(year: nil, month: numbers[1], day: numbers[0], word)
      }
      guard numbers.count == 3 else { return false }
      try checkYear(numbers, parts[2], word, mayStartWithMonth: false)
      guard parts[2].count == 4 else { return false }
      return try take(year: numbers[2], month: numbers[1], day: numbers[0], word)
    }
    if parts.map(\.count) == [4, 2, 2], numbers.count == 3 {
      return try take(year: numbers[0], month: numbers[1], day: numbers[2], word)
    }
    guard mark == "/" || parts.count == 3, !isFraction, parts.count == numbers.count,
      (2...3).contains(parts.count), parts[0].count <= 2, parts[1].count <= 2
    else { return false }
    return try takeEitherOrder(numbers, parts, word)
  }

  /// Takes a date of which the day or the month may come first, which differs by country.
  private mutating func takeEitherOrder(
    _ numbers: [Int], _ parts: [Substring], _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    let year = numbers.count == 3 ? numbers[2] : nil
    let days = Self.days(of: numbers, mayStartWithMonth: true)
    guard let first = days.first else { return false }
    guard days.count == 1 else {
      throw TimeExpressionError(
        column: word.column, kind: .ambiguousDate(word.text), expected: days.map(\.words))
    }
    if year != nil { try checkYear(numbers, parts[2], word, mayStartWithMonth: true) }
    guard year == nil || parts[2].count == 4 else { return false }
    return try take(year: year, month: first.month, day: first.day, word)
  }

  /// Throws for a year of two digits, with the dates to write.
  private func checkYear(
    _ numbers: [Int], _ year: Substring, _ word: TimeExpressionToken, mayStartWithMonth: Bool
  ) throws(TimeExpressionError) {
    let days = Self.days(of: numbers, mayStartWithMonth: mayStartWithMonth)
    guard year.count == 2, !days.isEmpty else { return }
    throw TimeExpressionError(
      column: word.column, kind: .shortYear(word.text), expected: days.map(\.words))
  }

  /// The different days that numbers can mean; the year may have two digits, or be missing.
  private static func days(
    of numbers: [Int], mayStartWithMonth: Bool
  ) -> [(month: Int, day: Int, words: String)] {
    let year = numbers.count == 3 ? numbers[2] : nil
    let orders = [(numbers[0], numbers[1])] + (mayStartWithMonth ? [(numbers[1], numbers[0])] : [])
    let days = orders.compactMap { day, month in
      // Without a year, validate against a leap year, which has every day.
      CivilDay(year: year.map { $0 < 100 ? 2_000 + $0 : $0 } ?? 2_000, month: month, day: day)
    }
    return (days.first == days.last ? Array(days.prefix(1)) : days).map {
      ($0.month, $0.day, year == nil ? $0.wordsWithoutYear : $0.words)
    }
  }

  /// Whether a unit follows, as in `1/2 hour` and `1/2 an hour`.
  private var isFraction: Bool {
    words.dropFirst().first.map {
      TimeUnit.named($0.text) != nil || TimeWord.isArticle($0.text) || $0.text == "of"
    } ?? false
  }

  /// Takes `20261224`.
  private mutating func takeCompactDate(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    guard word.text.count == 8, word.text.allSatisfy(\.isDigit), !isFraction,
      let number = Int(word.text)
    else { return false }
    return try take(year: number / 10_000, month: number / 100 % 100, day: number % 100, word)
  }

  /// Takes `the 24th`, in this month or the next that has such a day.
  private mutating func takeDayOfMonth(
    _ day: Int, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    guard word.text.last?.isLetter == true else { return false }
    // January has every day.
    return try take(year: nil, month: 1, day: day, word, isMonthly: true)
  }

  /// Takes the year of a date, behind the time, as `date` prints it.
  private mutating func takeYear(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    guard case .recurring(let month?, let day, _)? = day, second != nil,
      word.text.utf8.count == 4, let year = Int(word.text)
    else { return false }
    return try take(year: year, month: month, day: day, word)
  }

  /// Sets a day in one word.
  private mutating func take(
    year: Int?, month: Int, day: Int, _ word: TimeExpressionToken, isMonthly: Bool = false
  ) throws(TimeExpressionError) -> Bool {
    guard let civil = CivilDay(year: year ?? 2_000, month: month, day: day) else {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(word.text))
    }
    let recurring = TimeExpressionDay.recurring(
      month: isMonthly ? nil : month, day: day, weekday: nil)
    try set(day: year == nil ? recurring : .date(civil.daysSince1970), word)
    words = words.dropFirst()
    return true
  }

  /// Consumes a month and its day, and a year if it follows.
  private mutating func take(
    month: Int, day: Int, from word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    let taken = words.prefix(2).map(\.text).joined(separator: " ")
    words = words.dropFirst(2)
    let year = try yearBehind(month: month, day: day)
    if year != nil { words = words.dropFirst() }
    guard let civil = CivilDay(year: year ?? 2_000, month: month, day: day) else {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(taken))
    }
    try set(
      day: year == nil
        ? .recurring(month: month, day: day, weekday: nil) : .date(civil.daysSince1970), word)
    return true
  }

  /// The year behind a month and a day; nil for a time such as `0900`.
  private func yearBehind(month: Int, day: Int) throws(TimeExpressionError) -> Int? {
    guard let word = words.first, word.text.utf8.count == 4, let year = Int(word.text) else {
      return nil
    }
    guard !(1_900..<2_100).contains(year), let time = word.compactTime,
      case .second = ClockTime.read(time)
    else { return year }
    guard year >= 2_100, let civil = CivilDay(year: year, month: month, day: day) else {
      return nil
    }
    let start = Date(timeIntervalSince1970: Double(civil.daysSince1970) * 86_400)
    throw TimeExpressionError(
      column: word.column, kind: .ambiguous(word.text),
      expected: [civil.wordsWithoutYear + " " + time, RFC3339.day(of: start)])
  }

  /// Consumes the zone after a time: `+0100`, `-05:00`, `+01`, `Z`, `UTC`, `CET`.
  mutating func takeZone(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    // In `17:30 +15` people may mean minutes; `date` prints `+03` with a day.
    guard second != nil, zone == nil, day != nil || word.text.count != 3 || !word.isNumeric
    else { return false }
    if let seconds = word.zoneOffset {
      zone = .offset(seconds)
    } else if TimeZoneName.offsets(of: word.text) != nil {
      zone = .named(word.text)
    } else {
      return false
    }
    words = words.dropFirst()
    return true
  }
}

extension CivilDay {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The day as people write it, with nothing to confuse: `24 Dec 2026`.
  var words: String { "\(wordsWithoutYear) \(year)" }

  /// The day and the month: `24 Dec`.
  var wordsWithoutYear: String { "\(day) \(TimeWord.months[month - 1].prefix(3).capitalized)" }

  /// The day with its weekday: `Thu 24 Dec 2026`.
  var wordsWithWeekday: String { Self.weekdays[Self.weekday(of: daysSince1970)] + " " + words }
}

extension TimeExpressionToken {
  /// The day of the month in `24`, `24.` or `24th`; nil for other words.
  fileprivate var dayOfMonth: Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count),
      ["", ".", "st", "nd", "rd", "th"].contains(text.dropFirst(digits.count))
    else { return nil }
    return Int(digits)
  }

  /// Seconds east of UTC; nil for a word that is not an offset.
  fileprivate var zoneOffset: Int? {
    if TimeZoneName.isUniversal(text) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 2, digits.allSatisfy(\.isDigit),
      let number = Int(digits.count == 2 ? digits + "00" : digits), number % 100 < 60,
      number / 100 < 24
    else { return nil }
    return (sign == "-" ? -1 : 1) * (number / 100 * 3_600 + number % 100 * 60)
  }
}
