import Foundation

extension TimeExpressionParser {
  /// Consumes a date: `2026-12-24`, `2026/12/24`, `24.12.2026`, `Dec 24`, `24 December 2026`.
  mutating func takeDate(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    if try takeNumericDate(word) { return true }
    if try takeYear(word) { return true }
    var next = words.dropFirst().first
    if let month = TimeWord.month(word.text), let day = next?.dayOfMonth {
      return try take(month: month, day: day, from: word)
    }
    guard let day = word.dayOfMonth else { return false }
    let isOf = next?.text == "of"
    if isOf { next = words.dropFirst(2).first }
    guard let month = next.flatMap({ TimeWord.month($0.text) }) else { return false }
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
    if mark == "/" || parts.count == 3 { try checkOrder(of: numbers, word) }
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

  /// Throws for a date of which nobody knows whether day or month comes first, with what to write.
  private func checkOrder(
    of numbers: [Int], _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    let parts = word.text.split { "-/".contains($0) }
    // `1/2 hour` is a part, though not one that is read.
    let isPart = words.dropFirst().first.map { TimeUnit.named($0.text) != nil } ?? false
    guard !isPart, parts.count == numbers.count, (2...3).contains(numbers.count),
      parts[0].utf8.count <= 2, parts[1].utf8.count <= 2
    else { return }
    let year = numbers.count == 3 ? " \(numbers[2] < 100 ? 2_000 + numbers[2] : numbers[2])" : ""
    let orders = [(numbers[0], numbers[1]), (numbers[1], numbers[0])]
    let meanings = orders.compactMap { day, month in
      CivilDay(year: 2_000, month: month, day: day).map { _ in
        "\(day) \(TimeWord.months[month - 1].prefix(3).capitalized)\(year)"
      }
    }
    guard !meanings.isEmpty else { return }
    throw TimeExpressionError(
      column: word.column, kind: .ambiguousDate(word.text),
      expected: meanings.first == meanings.last ? [meanings[0]] : meanings)
  }

  /// Takes the year of a date, behind the time, as `date` prints it.
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
