import Foundation

/// A parser of time expressions; ``TimeExpressionReader`` resolves them to a time.
struct TimeExpressionParser {
  let text: String
  var words: ArraySlice<TimeExpressionToken>
  var day: TimeExpressionDay?
  var second: Double?
  /// The weekday beside a date; nil if there is none.
  private var weekday: Int?
  /// The part of the day, as in `tonight`, which says how to read the time.
  private var part: DayPart?
  /// The zone of the time; nil if the text has none.
  var zone: TimeExpressionZone?
  /// Days or months to add to the day, as in `a week from monday`.
  private var shift: TimeOffset?
  /// Whether `at` precedes, so that a number is an hour.
  private(set) var isAfterAt = false
  /// Whether the time says which half of the day it is in, as `9pm` and `noon` do.
  private var isExact = false

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
    if let offset = try fromNow() { return .distance(offset) }
    var isAhead = false
    while let word = words.first {
      if let known = takeKnownWord() {
        isAhead = isAhead || known.meaning == .ahead
        try apply(known, word)
        continue
      }
      guard try !takeDate(word), try !takeZone(word), try !takeMarkedHour(word),
        try !takeTime(word), try !takeHour(word)
      else {
        isAfterAt = false
        continue
      }
      if let offset = try distance(from: word, isAhead: isAhead) { return .distance(offset) }
    }
    guard day != nil || second != nil || part != nil else {
      throw TimeExpressionError(column: 1, kind: .missing, expected: TimeExpressionError.examples)
    }
    return try dated()
  }

  private mutating func apply(
    _ known: TimeWord, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    isAfterAt = known.meaning == .clock
    switch known.meaning {
    case .filler, .ahead, .clock: break
    case .day(let day): try set(day: day, word)
    case .time(let second): try set(second: second, isExact: true, word)
    case .part(let day, let part):
      guard self.part == nil else { throw misplaced(word) }
      if let day { try set(day: day, word) }
      self.part = part
    case .ambiguous(let meanings):
      throw TimeExpressionError(
        column: word.column, kind: .ambiguous(known.name), expected: meanings)
    }
  }

  /// Parses `now`, also with an offset: `now+2h`.
  private func fromNow() throws(TimeExpressionError) -> TimeOffset? {
    guard let first = words.first, first.text.hasPrefix("now") else { return nil }
    let tail = TimeExpressionToken(text: String(first.text.dropFirst(3)), column: first.column + 3)
    let rest = (tail.text.isEmpty ? [] : [tail]) + words.dropFirst()
    guard let sign = rest.first?.text.first else { return TimeOffset(sign: .plus) }
    return sign == "+" || sign == "-" ? try TimeOffsetParser.parse(rest[...]) : nil
  }

  /// Parses the rest of the text as a duration, which excludes a day or time.
  ///
  /// Nil if it only moves a day: `a week from monday`, `monday in 2 weeks`, `in 3 days at 9`.
  private mutating func distance(
    from word: TimeExpressionToken, isAhead: Bool
  ) throws(TimeExpressionError) -> TimeOffset? {
    guard word.startsDuration else { throw unknown(word) }
    let end = words.indices.first { index in
      let isNow = words.dropFirst(index - words.startIndex + 1).first?.text == "now"
      return words[index].text == "at" || ["from", "after"].contains(words[index].text) && !isNow
    }
    if isAhead, case .weekday(let weekday)? = day {
      return try moveWeekday(weekday, from: word, end: end ?? words.endIndex)
    }
    guard day == nil, second == nil, part == nil, shift == nil else { throw misplaced(word) }
    var offset = try TimeOffsetParser.parse(words[..<(end ?? words.endIndex)])
    guard let end else {
      if isAhead, offset.sign == nil { offset.sign = .plus }
      return offset
    }
    let isAt = words[end].text == "at"
    guard offset.seconds == 0, isAt || offset.sign == nil else { throw misplaced(words[end]) }
    shift = offset
    words = words[end...].dropFirst(isAt ? 0 : 1)
    if isAt { day = .relative(0) }
    return nil
  }

  /// Reads the weeks of `monday in 2 weeks`: from the coming Monday, or in the second week ahead.
  private mutating func moveWeekday(
    _ weekday: Int, from word: TimeExpressionToken, end: Int
  ) throws(TimeExpressionError) -> TimeOffset? {
    let offset = try TimeOffsetParser.parse(words[..<end])
    guard offset.seconds == 0, offset.months == 0, offset.sign == nil,
      offset.days.isMultiple(of: 7)
    else { throw misplaced(word) }
    day = .either([
      .after(.nextWeekday(weekday), months: 0, days: offset.days),
      .inWeek(offset.days / 7, weekday: weekday),
    ])
    words = words[end...]
    return nil
  }

  /// Combines day and time.
  private func dated() throws(TimeExpressionError) -> TimeExpression {
    var (day, second) = (day, second)
    if case .recurring(let month, let number, _)? = day {
      day = .recurring(month: month, day: number, weekday: weekday)
    }
    if let shift {
      let direction = shift.sign == .minus ? -1 : 1
      // Also in filters, `a week from monday` lies ahead.
      if case .weekday(let weekday)? = day { day = .nextWeekday(weekday) }
      day = .after(
        day ?? .relative(0), months: direction * shift.months, days: direction * shift.days)
    }
    if let part {
      second = second.map { part.second(of: $0, isExact: isExact) } ?? part.usual
      guard second != nil else {
        throw TimeExpressionError(column: 1, kind: .noSuchTime(text))
      }
    }
    if day == nil { second = second?.truncatingRemainder(dividingBy: 86_400) }
    if case .offset(let offset)? = zone, case .date(let number)? = day, let second {
      return .fixed(Date(timeIntervalSince1970: Double(number * 86_400 - offset) + second))
    }
    return .dated(day, second: second, zone)
  }

  /// Parses a full RFC 3339 time, a local one without an offset, or Unix seconds.
  private func fixed() throws(TimeExpressionError) -> TimeExpression? {
    let whole = withSeconds
    if let date = RFC3339.date(from: whole) { return .fixed(date) }
    if let wall = RFC3339.date(from: whole, assumesUTC: true)?.timeIntervalSince1970 {
      let day = (wall / 86_400).rounded(.down)
      return .dated(.date(Int(day)), second: wall - day * 86_400, nil)
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

  private mutating func takeKnownWord() -> TimeWord? {
    for count in [4, 3, 2, 1] where words.count >= count {
      let name = words.prefix(count).map(\.text).joined(separator: " ")
      if let word = TimeWord.named(name) {
        words = words.dropFirst(count)
        return word
      }
    }
    return nil
  }

  /// Sets the day; a weekday may precede its date.
  mutating func set(day: TimeExpressionDay, _ word: TimeExpressionToken)
    throws(TimeExpressionError)
  {
    var day = day
    switch (self.day, day) {
    case (nil, _): break
    case (.weekday(let weekday)?, .date), (.weekday(let weekday)?, .recurring):
      self.weekday = weekday
    case (let date?, .weekday(let weekday)) where date.isRecurring && self.weekday == nil:
      (self.weekday, day) = (weekday, date)
    case (.weekday(let weekday)?, .inWeek(let week, nil)),
      (.inWeek(let week, nil)?, .weekday(let weekday)):
      day = .inWeek(week, weekday: weekday)
    // The year follows the time.
    case (.recurring?, .date): break
    default: throw misplaced(word)
    }
    if case .date(let number) = day, let weekday, CivilDay.weekday(of: number) != weekday {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(text))
    }
    self.day = day
  }

  /// Sets the time; an exact one tells the half of the day.
  mutating func set(
    second: Double, isExact: Bool, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    guard self.second == nil else { throw misplaced(word) }
    (self.second, self.isExact) = (second, isExact)
  }

  /// Whether the text has a day or a part of one, or `at`, so that a number can be a time.
  var expectsTime: Bool { second == nil && (isAfterAt || day != nil || part != nil) }

  func misplaced(_ word: TimeExpressionToken) -> TimeExpressionError {
    TimeExpressionError(column: word.column, kind: .misplaced(word.text))
  }

  /// The error for an unknown word: itself, the one behind it in `next fryday`, or a misspelled pair
  /// such as `thsi evening`.
  private func unknown(_ word: TimeExpressionToken) -> TimeExpressionError {
    if let later = unknownEnding(behind: word) { return later }
    let pair = words.prefix(2).map(\.text).joined(separator: " ")
    let nearestPair = NearestName.nearest(
      to: pair, in: TimeWord.names.filter { $0.contains(" ") })
    return TimeExpressionError(
      column: word.column, kind: .unknownWord(nearestPair == nil ? word.text : pair),
      expected: TimeExpressionError.examples,
      nearest: nearestPair
        ?? NearestName.nearest(to: word.text, in: TimeWord.names + TimeWord.months))
  }

  /// The error for the word behind others that begin a phrase, as in `next fryday` or `24th of
  /// decembr`; nil if the words begin none.
  private func unknownEnding(behind word: TimeExpressionToken) -> TimeExpressionError? {
    let texts = words.map(\.text)
    let phrases =
      TimeWord.all.filter { !$0.isAbbreviation }.map {
        $0.name.split(separator: " ").map(String.init)
      }
      + TimeWord.months.flatMap { [["of", $0], ["of", String($0.prefix(3))]] }
    let begun = phrases.filter { $0.count > 1 && $0[0] == word.text }
    guard !begun.isEmpty else { return nil }
    let length = begun.map { phrase in zip(phrase, texts).prefix { $0 == $1 }.count }.max() ?? 1
    let fitting = begun.filter { $0.count > length && $0.prefix(length) == texts.prefix(length) }
    guard !fitting.isEmpty else { return nil }
    let examples = fitting.prefix(3).map { $0.joined(separator: " ") }
    guard words.count > length else {
      let begin = texts.prefix(length).joined(separator: " ")
      return TimeExpressionError(
        column: word.column, kind: .unknownWord(begin), expected: examples)
    }
    let wrong = words[words.startIndex + length]
    let nearest = NearestName.nearest(to: wrong.text, in: fitting.map { $0[length] })
    return TimeExpressionError(
      column: wrong.column, kind: .unknownWord(wrong.text),
      expected: nearest == nil ? examples : [], nearest: nearest)
  }
}

extension TimeExpressionDay {
  fileprivate var isRecurring: Bool {
    if case .recurring = self { true } else { false }
  }
}
