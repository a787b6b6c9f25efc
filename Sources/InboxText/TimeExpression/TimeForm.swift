import Foundation

/// The forms of the parts of a time expression: the kinds of their words, and what they mean.
enum TimeForm {
  /// The kind of a word, which may stand for a number.
  enum Kind: Sendable, Hashable {
    case any, month, dayOfMonth, ordinal, year, halfDay, hourUnit
    case word(String)
  }

  /// The numbers of a form, by the kinds of its words.
  typealias Numbers = [Kind: Int]

  /// What the next words mean; nil if they mean nothing here.
  typealias Meaning =
    @Sendable (TimeExpressionParser) -> (Numbers) throws(TimeExpressionError) -> TimeWord.Meaning?

  /// Every form besides the phrases of ``TimeWord``; the first that means something counts.
  static let all: [(kinds: [Kind], meaning: Meaning)] =
    [
      // `24.12.2026`, `20261224`
      ([.any], TimeExpressionParser.dayInDigits),
      // `Thu Dec 24 18:00:00 2026`
      ([.year], TimeExpressionParser.yearBehindTime),
    ] + dates + [
      // `the 24th`
      ([.ordinal], TimeExpressionParser.dayOfMonth),
      // `UTC`, `+0100`
      ([.any], TimeExpressionParser.zoneBehindTime),
      // `17:30 hours`, `17h30`
      ([.any, .hourUnit], TimeExpressionParser.timeInHours),
      ([.any], TimeExpressionParser.timeWithMark),
      // `9 am`, `17:30`
      ([.any, .halfDay], TimeExpressionParser.time),
      ([.any], TimeExpressionParser.time),
      // `9 o'clock`, `at 9`, `tomorrow 0930`
      ([.any, .word("o'clock")], TimeExpressionParser.hour),
      ([.any, .word("oclock")], TimeExpressionParser.hour),
      ([.any], TimeExpressionParser.hour),
    ]

  /// Day and month, with a year and without.
  private static let dates: [(kinds: [Kind], meaning: Meaning)] =
    [[.month, .dayOfMonth], [.dayOfMonth, .month], [.dayOfMonth, .word("of"), .month]]
    .flatMap {
      [($0 + [.year], TimeExpressionParser.dayOfMonth), ($0, TimeExpressionParser.dayOfMonth)]
    }

  /// The dates in digits: the marks between the numbers, their lengths, and the orders in which
  /// people write year, month and day.
  static let digits: [(marks: String, lengths: [[Int]], orders: [String])] = [
    ("-/", [[4], [2], [2]], ["ymd"]),
    (".", [[1, 2], [1, 2], [2, 4]], ["dmy"]),
    (".", [[1, 2], [1, 2], [0]], ["dm"]),
    ("-/", [[1, 2], [1, 2], [2, 4]], ["dmy", "mdy"]),
    ("/", [[1, 2], [1, 2]], ["dm", "md"]),
  ]
}

/// The dates of the forms.
extension TimeExpressionParser {
  fileprivate typealias Numbers = TimeForm.Numbers
  fileprivate typealias Meaning = TimeWord.Meaning

  /// Reads a date in digits, of which the order may differ by country.
  fileprivate func dayInDigits(_: Numbers) throws(TimeExpressionError) -> Meaning? {
    let (mark, parts) = word.dateParts
    let numbers = parts.compactMap { Int($0) }
    let form = TimeForm.digits.first { form in
      form.marks.contains(mark) && form.lengths.count == parts.count
        && zip(form.lengths, parts).allSatisfy { $0.contains($1.count) }
    }
    guard let form, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    let isShort = form.lengths.last == [2, 4] && parts[2].count == 2
    var days: [CivilDay] = []
    for order in form.orders {
      let fields = Dictionary(uniqueKeysWithValues: zip(order, numbers))
      // Without a year, validate against a leap year, which has every day.
      let year = (fields["y"] ?? 0) + (isShort || fields["y"] == nil ? 2_000 : 0)
      let day = CivilDay(year: year, month: fields["m"] ?? 0, day: fields["d"] ?? 0)
      if let day, !days.contains(day) { days.append(day) }
    }
    let hasYear = numbers.count == 3
    let words = days.map { hasYear ? $0.words : $0.wordsWithoutYear }
    if days.count > 1 { throw word.error(.ambiguousDate(word.text), expected: words) }
    guard let day = days.first else {
      if isShort || form.orders.count > 1 { return nil }
      throw word.error(.noSuchDay(word.text))
    }
    if isShort { throw word.error(.shortYear(word.text), expected: words) }
    return .day(
      hasYear
        ? .date(day.daysSince1970) : .recurring(month: day.month, day: day.day, weekday: nil))
  }

  /// The year of a date, behind the time, as `date` prints it.
  fileprivate func yearBehindTime(_ numbers: Numbers) throws(TimeExpressionError) -> Meaning? {
    guard case .recurring(let month?, let day, _)? = day, second != nil else { return nil }
    return try dayOfMonth([.month: month, .dayOfMonth: day, .year: numbers[.year] ?? 0])
  }

  /// A day of a month, or of any month; four digits behind it are a year, or a time such as `0900`.
  fileprivate func dayOfMonth(_ numbers: Numbers) throws(TimeExpressionError) -> Meaning? {
    // A leap year has every day, and so has January.
    let day = numbers[.dayOfMonth] ?? numbers[.ordinal] ?? 0
    let civil = CivilDay(
      year: numbers[.year] ?? 2_000, month: numbers[.month] ?? 1, day: day)
    if let year = numbers[.year], second == nil, !(1_900..<2_100).contains(year),
      let digits = next(numbers.count - 1), let time = digits.text.compactTime,
      ClockTime.isTime(time)
    {
      guard year >= 2_100, let civil else { return nil }
      throw digits.error(
        .ambiguous(digits.text),
        expected: [civil.wordsWithoutYear + " " + time, RFC3339.day(of: civil.start)])
    }
    guard let civil else { throw word.error(.noSuchDay(text(of: numbers.count))) }
    return .day(
      numbers[.year] == nil
        ? .recurring(month: numbers[.month], day: day, weekday: nil)
        : .date(civil.daysSince1970))
  }
}

/// The times of the forms.
extension TimeExpressionParser {
  /// The zone after a time; in `17:30 +15` people may mean minutes, but `date` prints `+03`.
  fileprivate func zoneBehindTime(_: Numbers) -> Meaning? {
    guard second != nil, zone == nil, day != nil || word.text.count != 3 || !word.isNumeric
    else { return nil }
    return TimeExpressionZone(word.text).map(Meaning.zone)
  }

  /// A time of day, in one word or with the half of the day behind it.
  fileprivate func time(_ numbers: Numbers) throws(TimeExpressionError) -> Meaning? {
    guard next(1)?.isHourUnit != true else { return nil }
    let text = text(of: numbers.count, separator: "")
    switch ClockTime.read(text) {
    case .other: return nil
    case .none: throw word.error(.noSuchTime(text))
    case .second(let second): return .time(second, isExact: text.hasSuffix("m"))
    }
  }

  /// The time in `17h`, `17h30` and `17:30h`.
  fileprivate func timeWithMark(_: Numbers) throws(TimeExpressionError) -> Meaning? {
    let parts = word.text.split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].isEmpty || !parts[0].contains(":") else { return nil }
    let minutes = parts[0].contains(":") ? "" : ":" + (parts[1].isEmpty ? "00" : parts[1])
    return try timeInHours(parts[0] + minutes)
  }

  fileprivate func timeInHours(_: Numbers) throws(TimeExpressionError) -> Meaning? {
    try timeInHours(word.text)
  }

  /// A time with an `h`; early hours are durations, as in `1:30h`, and `18:00h` has both meanings.
  private func timeInHours(_ time: String) throws(TimeExpressionError) -> Meaning? {
    guard case .second(let second) = ClockTime.read(time) else { return nil }
    let isEarly = second < 6 * 3_600
    if expectsTime { return isEarly && !isAfterAt ? nil : .time(second, isExact: false) }
    guard word.text.contains(":"), !isEarly else { return nil }
    let parts = time.split(separator: ":")
    let duration = "\(parts[0])h" + (parts[1] == "00" ? "" : "\(parts[1])m")
    throw word.error(.ambiguous(text), expected: [time, duration])
  }

  /// An hour of one or two digits, or a time without a colon.
  fileprivate func hour(_ numbers: Numbers) throws(TimeExpressionError) -> Meaning? {
    guard numbers.count == 2 || expectsHour else { return nil }
    guard word.text.allSatisfy(\.isDigit), [1, 2, 4].contains(word.text.count) else { return nil }
    let time = word.text.compactTime ?? word.text + ":00"
    guard case .second(let second) = ClockTime.read(time) else {
      throw word.error(.noSuchTime(word.text))
    }
    return .time(second, isExact: false)
  }

  /// Whether a number is an hour: behind `at` or a day, or before a day or a part of one.
  private var expectsHour: Bool {
    guard next(1).flatMap({ TimeUnit.named($0.text) }) == nil else { return false }
    if isAfterAt || expectsTime { return true }
    let rest = [next(1), next(2)].compactMap(\.?.text)
    guard second == nil, let next = rest.first else { return false }
    if rest == ["in", "the"] || rest == ["at", "night"] { return true }
    return switch TimeWord.meaning(of: next) {
    case .day, .part: true
    default: false
    }
  }

  /// Whether the text has a day or a part of one, or `at`, so that a number can be a time.
  private var expectsTime: Bool { second == nil && (isAfterAt || day != nil || part != nil) }
}
