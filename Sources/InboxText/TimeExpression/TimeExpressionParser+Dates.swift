import Foundation

extension TimeExpressionParser {
  /// Consumes a date: `2026-12-24`, `2026/12/24`, `24.12.2026`, `Dec 24`, `24 December 2026`.
  mutating func takeDate(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    if try takeNumericDate(word) { return true }
    if try takeYear(word) { return true }
    let next = words.dropFirst().first
    if let month = TimeWord.month(word.text), let day = next?.dayOfMonth {
      return try take(month: month, day: day, from: word)
    }
    if let day = word.dayOfMonth, let month = next.flatMap({ TimeWord.month($0.text) }) {
      return try take(month: month, day: day, from: word)
    }
    return false
  }

  private mutating func takeNumericDate(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    guard word.isNumeric, let mark = word.text.first(where: { "-/.".contains($0) }) else {
      return false
    }
    let parts = word.text.split(separator: mark, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3 else { return false }
    let isYearFirst = mark != "." && parts.map(\.count) == [4, 2, 2]
    // The order of day and month between slashes differs by country.
    guard isYearFirst || mark == "." && parts[2].count == 4 else { return false }
    let (year, day) = isYearFirst ? (numbers[0], numbers[2]) : (numbers[2], numbers[0])
    guard let civil = CivilDay(year: year, month: numbers[1], day: day) else {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(word.text))
    }
    try set(day: .date(civil.daysSince1970), word)
    words = words.dropFirst()
    return true
  }

  /// Consumes the year of a date after the time, as in the output of `date`.
  private mutating func takeYear(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    guard case .annual(let month, let day)? = day, second != nil, word.text.utf8.count == 4,
      let year = Int(word.text), let civil = CivilDay(year: year, month: month, day: day)
    else { return false }
    try set(day: .date(civil.daysSince1970), word)
    words = words.dropFirst()
    return true
  }

  /// Consumes a month and its day, and a year if it follows.
  private mutating func take(
    month: Int, day: Int, from word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    let taken = words.prefix(2).map(\.text).joined(separator: " ")
    words = words.dropFirst(2)
    let year = words.first.flatMap { $0.text.utf8.count == 4 ? Int($0.text) : nil }
    if year != nil { words = words.dropFirst() }
    // Without a year, validate against a leap year, which has every day.
    guard let civil = CivilDay(year: year ?? 2_000, month: month, day: day) else {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(taken))
    }
    try set(
      day: year == nil ? .annual(month: month, day: day) : .date(civil.daysSince1970), word)
    return true
  }

  /// Consumes the zone after a time: `+0100`, `-05:00`, `Z`, `UTC`, `GMT`.
  mutating func takeZone(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    guard second != nil, offset == nil, let seconds = word.zoneOffset else { return false }
    offset = seconds
    words = words.dropFirst()
    return true
  }
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

  /// Seconds east of UTC; nil for a word that is not a zone.
  fileprivate var zoneOffset: Int? {
    if ["z", "utc", "gmt"].contains(text) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int(digits), number % 100 < 60, number / 100 < 24 else {
      return nil
    }
    return (sign == "-" ? -1 : 1) * (number / 100 * 3_600 + number % 100 * 60)
  }
}

extension TimeWord.Meaning {
  /// Whether it names a day.
  var isDay: Bool {
    switch self {
    case .day, .night: true
    case .time, .both, .ahead, .clock, .filler: false
    }
  }
}
