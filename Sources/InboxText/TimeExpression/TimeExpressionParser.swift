import Foundation

/// A parser of time expressions; ``TimeExpressionReader`` resolves them to a time.
struct TimeExpressionParser {
  let text: String
  var words: ArraySlice<TimeExpressionToken>
  var day: TimeExpressionDay?
  var second: Double?
  /// The weekday beside a date; nil if there is none.
  private var weekday: Int?
  /// Seconds east of UTC; nil if the text has no zone.
  var offset: Int?
  /// The default time of a part of the day, as in `tonight`, if no time follows.
  private var night: Double?
  /// Whether `at` precedes, so that a number is an hour.
  private var isAfterAt = false
  /// Whether the time is an hour alone, without am or pm.
  private var isBareHour = false

  private init(_ text: String) {
    self.text = text.trimmingCharacters(in: .whitespaces)
    words = TimeExpressionToken.tokens(of: text)[...]
  }

  /// Parses a whole text.
  static func parse(_ text: String) throws(TimeExpressionError) -> TimeExpression {
    var parser = TimeExpressionParser(text)
    return try parser.expression()
  }

  private mutating func expression() throws(TimeExpressionError) -> TimeExpression {
    if let fixed = try fixed() { return fixed }
    if words.map(\.text) == ["now"] { return .distance(TimeOffset(sign: .plus)) }
    var isAhead = false
    while let word = words.first {
      if let meaning = takeKnownWord() {
        isAhead = isAhead || meaning == .ahead
        try apply(meaning, word)
        continue
      }
      guard try !takeDate(word), try !takeZone(word), try !takeTime(word), try !takeHour(word)
      else { continue }
      return .distance(try distance(from: word, isAhead: isAhead))
    }
    if case .annual? = day, weekday != nil {
      throw TimeExpressionError(column: 1, kind: .missingYear(text))
    }
    guard day != nil || second != nil else {
      throw TimeExpressionError(column: 1, kind: .missing, expected: TimeExpressionError.examples)
    }
    return try dated()
  }

  private mutating func apply(
    _ meaning: TimeWord.Meaning, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    isAfterAt = meaning == .clock
    switch meaning {
    case .filler, .ahead, .clock: break
    case .day(let day): try set(day: day, word)
    case .time(let second): try set(second: second, word)
    case .both(let day, let second):
      try set(day: day, word)
      try set(second: second, word)
    case .night(let second):
      try set(day: .relative(0), word)
      night = second
    }
  }

  /// Parses the rest of the text as a duration, which excludes a day or time.
  private func distance(
    from word: TimeExpressionToken, isAhead: Bool
  ) throws(TimeExpressionError) -> TimeOffset {
    guard word.isNumeric || TimeWord.numbers[word.text] != nil else { throw unknown(word) }
    guard day == nil, second == nil else { throw misplaced(word) }
    var offset = try TimeOffset.read(words)
    if isAhead, offset.sign == nil { offset.sign = .plus }
    return offset
  }

  /// Combines day and time.
  private func dated() throws(TimeExpressionError) -> TimeExpression {
    guard let night else { return try zoned(day, second ?? nil) }
    guard var second else { return try zoned(day, night) }
    // `tonight 9` is in the evening, `tonight 1` and `tonight 12` are behind midnight.
    if isBareHour {
      switch second / 3_600 {
      case 5...11: second += 12 * 3_600
      case 12: second = 0
      default: break
      }
    }
    return try zoned(second < 6 * 3_600 ? .relative(1) : day, second)
  }

  /// Applies the zone of the text, if any, to make the time absolute.
  private func zoned(
    _ day: TimeExpressionDay?, _ second: Double?
  ) throws(TimeExpressionError) -> TimeExpression {
    guard let offset else { return .dated(day, second: second) }
    guard case .date(let number)? = day, let second else {
      throw TimeExpressionError(column: 1, kind: .unknownWord(text))
    }
    return .fixed(Date(timeIntervalSince1970: Double(number * 86_400 - offset) + second))
  }

  /// Parses a full RFC 3339 time, a local one without an offset, or Unix seconds.
  private func fixed() throws(TimeExpressionError) -> TimeExpression? {
    let whole = withSeconds
    if let date = RFC3339.date(from: whole) { return .fixed(date) }
    if let wall = RFC3339.date(from: whole, assumesUTC: true)?.timeIntervalSince1970 {
      let day = (wall / 86_400).rounded(.down)
      return .dated(.date(Int(day)), second: wall - day * 86_400)
    }
    let isMarked = text.hasPrefix("@")
    let number = isMarked ? text.dropFirst() : text[...]
    let digits = number.prefix { $0.isASCII && $0.isNumber }
    // A number with fewer digits would be a time before 1973; more likely it lacks a unit.
    guard digits.count >= (isMarked ? 1 : 9), var seconds = Double(number) else { return nil }
    // Programs such as JavaScript count milliseconds.
    if digits.count == 13 { seconds /= 1_000 }
    guard RFC3339.seconds.contains(seconds) else {
      throw TimeExpressionError(column: 1, kind: .tooFar)
    }
    return .fixed(Date(timeIntervalSince1970: seconds))
  }

  /// The text with seconds inserted if they are missing, as in `2026-12-24T18:00Z`.
  private var withSeconds: String {
    let minutes = text.utf8.prefix(16)
    let rest = text.utf8.dropFirst(16)
    guard minutes.count == 16, rest.first != UInt8(ascii: ":") else { return text }
    return text.prefix(16) + ":00" + text.dropFirst(16)
  }

  private mutating func takeKnownWord() -> TimeWord.Meaning? {
    for count in [3, 2, 1] {
      let name = words.prefix(count).map(\.text).joined(separator: " ")
      if words.count >= count, let meaning = TimeWord.meaning(of: name) {
        words = words.dropFirst(count)
        return meaning
      }
    }
    return nil
  }

  /// Consumes a time: `17:30`, `9am` or `9 am`.
  private mutating func takeTime(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    let next = words.dropFirst().first.map(\.text)
    let isSplit = next == "am" || next == "pm"
    let whole = isSplit ? word.text + (next ?? "") : word.text
    switch ClockTime.read(whole) {
    case .other: return false
    case .none: throw TimeExpressionError(column: word.column, kind: .noSuchTime(whole))
    case .second(let second):
      try set(second: second, word)
      words = words.dropFirst(isSplit ? 2 : 1)
      return true
    }
  }

  /// Consumes a bare hour: `at 9`, `tomorrow 9`, `9 tomorrow` or `9 o'clock`.
  private mutating func takeHour(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    guard (1...2).contains(word.text.utf8.count), let hour = Int(word.text), hour >= 0,
      word.text.utf8.first != UInt8(ascii: "+")
    else { return false }
    let next = words.dropFirst().first?.text
    let isOClock = next == "o'clock" || next == "oclock"
    let isBeforeDay = next.flatMap(TimeWord.meaning).map { $0.isDay } ?? false
    guard isAfterAt || isOClock || second == nil && (day != nil || isBeforeDay) else {
      return false
    }
    // A unit makes it a duration.
    if let next, TimeUnit.named(next) != nil { return false }
    guard hour < 24 else {
      throw TimeExpressionError(column: word.column, kind: .noSuchTime(word.text))
    }
    isBareHour = true
    try set(second: Double(hour) * 3_600, word)
    words = words.dropFirst(isOClock ? 2 : 1)
    return true
  }

  /// Sets the day; a weekday may precede its date.
  mutating func set(day: TimeExpressionDay, _ word: TimeExpressionToken)
    throws(TimeExpressionError)
  {
    switch (self.day, day) {
    case (nil, _): break
    case (.weekday(let weekday)?, .date), (.weekday(let weekday)?, .annual):
      self.weekday = weekday
    // The year follows the time.
    case (.annual?, .date): break
    default: throw misplaced(word)
    }
    if case .date(let number) = day, let weekday, CivilDay.weekday(of: number) != weekday {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(text))
    }
    self.day = day
  }

  private mutating func set(second: Double, _ word: TimeExpressionToken) throws(TimeExpressionError)
  {
    guard self.second == nil else { throw misplaced(word) }
    self.second = second
  }

  func misplaced(_ word: TimeExpressionToken) -> TimeExpressionError {
    TimeExpressionError(column: word.column, kind: .misplaced(word.text))
  }

  /// The error for an unknown word, which may be part of a misspelled pair such as `this evning`.
  private func unknown(_ word: TimeExpressionToken) -> TimeExpressionError {
    let pair = words.prefix(2).map(\.text).joined(separator: " ")
    let nearestPair = NearestName.nearest(
      to: pair, in: TimeWord.names.filter { $0.contains(" ") })
    return TimeExpressionError(
      column: word.column, kind: .unknownWord(nearestPair == nil ? word.text : pair),
      expected: TimeExpressionError.examples,
      nearest: nearestPair ?? NearestName.nearest(to: word.text, in: TimeWord.names))
  }
}
