import Foundation

/// A parser of time expressions; ``TimeExpressionReader`` resolves them to a time.
///
/// It takes the words of ``TimeWord``, then the forms of ``TimeForm``, then a duration.
struct TimeExpressionParser {
  let text: String
  private(set) var words: ArraySlice<TimeExpressionToken>
  private(set) var day: TimeExpressionDay?
  private(set) var second: Double?
  /// The part of the day, as in `tonight`, which says how to read the time.
  private(set) var part: DayPart?
  /// The zone of the time; nil if the text has none.
  private(set) var zone: TimeExpressionZone?
  /// Whether `at` precedes, so that a number is an hour.
  private(set) var isAfterAt = false
  /// The weekday beside a date; nil if there is none.
  private var weekday: Int?
  /// Days or months to add to the day, as in `a week from monday`.
  private var shift: TimeOffset?
  /// Whether the time says which half of the day it is in, as `9pm` and `noon` do.
  private var isExact = false
  /// Whether `in` precedes.
  private var isAhead = false

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
    while !words.isEmpty {
      if let (meaning, length) = try known() {
        isAfterAt = false
        try apply(meaning, length)
        words = words.dropFirst(length)
      } else if let offset = try distance() {
        return .distance(offset)
      }
    }
    guard day != nil || second != nil || part != nil else {
      throw TimeExpressionError(kind: .missing, expected: TimeExpressionError.examples)
    }
    return try dated()
  }

  /// The meaning of the next words and their number; nil if they are neither a name nor of a form.
  private func known() throws(TimeExpressionError) -> (TimeWord.Meaning, length: Int)? {
    for length in [4, 3, 2, 1] where words.count >= length {
      if let meaning = TimeWord.meaning(of: text(of: length)) { return (meaning, length) }
    }
    for form in TimeForm.all where form.kinds.count <= words.count {
      var numbers: TimeForm.Numbers = [:]
      for (kind, word) in zip(form.kinds, words) {
        guard let number = word.number(as: kind) else { break }
        numbers[kind] = number
      }
      if numbers.count == form.kinds.count, let meaning = try form.meaning(self)(numbers) {
        return (meaning, numbers.count)
      }
    }
    return nil
  }

  private mutating func apply(
    _ meaning: TimeWord.Meaning, _ length: Int
  ) throws(TimeExpressionError) {
    switch meaning {
    case .filler: break
    case .ahead: isAhead = true
    case .clock: isAfterAt = true
    case .day(let day): self.day = try merged(day)
    case .time(let second, let isExact):
      guard self.second == nil else { throw word.misplaced }
      (self.second, self.isExact) = (second, isExact)
    case .part(let day, let part):
      guard self.part == nil else { throw word.misplaced }
      if let day { self.day = try merged(day) }
      self.part = part
    case .zone(let zone): self.zone = zone
    case .ambiguous(let meanings):
      throw word.error(.ambiguous(text(of: length)), expected: meanings)
    }
  }

  /// The day of the text so far with another one; a weekday may precede its date.
  private mutating func merged(
    _ other: TimeExpressionDay
  ) throws(TimeExpressionError) -> TimeExpressionDay {
    switch (day, other) {
    case (nil, _): return other
    case (.weekday(let weekday)?, .date), (.weekday(let weekday)?, .recurring):
      self.weekday = weekday
    case (.recurring?, .weekday(let weekday)) where self.weekday == nil:
      self.weekday = weekday
      return day ?? other
    case (.weekday(let weekday)?, .inWeek(let week, nil)),
      (.inWeek(let week, nil)?, .weekday(let weekday)):
      return .inWeek(week, weekday: weekday)
    // The year follows the time.
    case (.recurring?, .date): break
    default: throw word.misplaced
    }
    if case .date(let number) = other, let weekday, CivilDay.weekday(of: number) != weekday {
      throw word.error(.noSuchDay(text))
    }
    return other
  }
}

/// Durations.
extension TimeExpressionParser {
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
  private mutating func distance() throws(TimeExpressionError) -> TimeOffset? {
    let start = word
    guard start.startsDuration else { throw unknown() }
    let end = words.indices.first { index in
      let isNow = words[index...].dropFirst().first?.text == "now"
      return words[index].text == "at" || ["from", "after"].contains(words[index].text) && !isNow
    }
    var weekday: Int?
    if isAhead, case .weekday(let number)? = day { weekday = number }
    let isFirst = day == nil && second == nil && part == nil && shift == nil
    guard isFirst || weekday != nil else { throw start.misplaced }
    var offset = try TimeOffsetParser.parse(words[..<(end ?? words.endIndex)])
    words = words[(end ?? words.endIndex)...]
    isAfterAt = false
    if let weekday {
      guard offset.isInWeeks else { throw start.misplaced }
      // From the coming Monday, or in the second week ahead.
      day = .either([
        .after(.nextWeekday(weekday), months: 0, days: offset.days),
        .inWeek(offset.days / 7, weekday: weekday),
      ])
    } else if let end = words.first {
      let isAt = end.text == "at"
      guard offset.seconds == 0, isAt || offset.sign == nil else { throw end.misplaced }
      shift = offset
      if isAt { day = .relative(0) } else { words = words.dropFirst() }
    } else {
      if isAhead, offset.sign == nil { offset.sign = .plus }
      return offset
    }
    return nil
  }

  /// Combines day and time.
  private func dated() throws(TimeExpressionError) -> TimeExpression {
    var (day, second) = (day, second)
    if case .recurring(let month, let number, _)? = day {
      day = .recurring(month: month, day: number, weekday: weekday)
    }
    if let shift {
      // Also in filters, `a week from monday` lies ahead.
      if case .weekday(let weekday)? = day { day = .nextWeekday(weekday) }
      day = .after(
        day ?? .relative(0), months: shift.direction * shift.months,
        days: shift.direction * shift.days)
    }
    if let part {
      second = second.map { part.second(of: $0, isExact: isExact) } ?? part.usual
      guard second != nil else { throw TimeExpressionError(kind: .noSuchTime(text)) }
    }
    if day == nil { second = second?.truncatingRemainder(dividingBy: 86_400) }
    if case .offset(let offset)? = zone, case .date(let number)? = day, let second {
      return .fixed(Date(timeIntervalSince1970: Double(number * 86_400 - offset) + second))
    }
    return .dated(day, second: second, zone)
  }

  /// Parses a full RFC 3339 time, a local one without an offset, or Unix seconds.
  private func fixed() throws(TimeExpressionError) -> TimeExpression? {
    if let date = RFC3339.date(from: text) { return .fixed(date) }
    if let wall = RFC3339.date(from: text, assumesUTC: true)?.timeIntervalSince1970 {
      let day = (wall / 86_400).rounded(.down)
      return .dated(.date(Int(day)), second: wall - day * 86_400, nil)
    }
    let isMarked = text.hasPrefix("@")
    let number = isMarked ? text.dropFirst() : text[...]
    let digits = number.prefix(while: \.isDigit)
    // A number with fewer digits would be a time before 1973; more likely it lacks a unit.
    guard digits.count >= (isMarked ? 1 : 9), var seconds = Double(number) else { return nil }
    // Programs such as JavaScript count milliseconds.
    if digits.count == 13 { seconds /= 1_000 }
    guard RFC3339.seconds.contains(seconds) else { throw TimeExpressionError(kind: .tooFar) }
    return .fixed(Date(timeIntervalSince1970: seconds))
  }
}

/// The words ahead, and errors about them.
extension TimeExpressionParser {
  /// The next word; there is one while a text is parsed.
  var word: TimeExpressionToken { words.first ?? TimeExpressionToken(text: "", column: 1) }

  /// The word so many words ahead.
  func next(_ count: Int) -> TimeExpressionToken? { words.dropFirst(count).first }

  /// The next words as a text.
  func text(of count: Int, separator: String = " ") -> String {
    words.prefix(count).map(\.text).joined(separator: separator)
  }

  /// The error for an unknown word: itself, the one behind it in `next fryday`, or a misspelled pair
  /// such as `thsi evening`.
  private func unknown() -> TimeExpressionError {
    if let later = unknownEnding { return later }
    let pairs = TimeWord.names.filter { $0.contains(" ") }
    let pair = NearestName.nearest(to: text(of: 2), in: pairs)
    if pair == nil, let unit = next(1), TimeUnit.named(unit.text) != nil {
      return word.vague(before: unit.text)
    }
    return word.error(
      .unknownWord(pair == nil ? word.text : text(of: 2)), expected: TimeExpressionError.examples,
      nearest: pair ?? NearestName.nearest(to: word.text, in: TimeWord.names + TimeWord.months))
  }

  /// The error for the word behind others that begin a phrase, as in `next fryday` or `24th of
  /// decembr`; nil if the words begin none.
  private var unknownEnding: TimeExpressionError? {
    let texts = words.map(\.text)
    let names =
      TimeWord.names + TimeWord.months.flatMap { ["of " + $0, "of " + $0.prefix(3)] }
    let phrases = names.map { name in
      let phrase = name.split(separator: " ").map(String.init)
      return (phrase, zip(phrase, texts).prefix { $0 == $1 }.count)
    }
    let length = phrases.map(\.1).max() ?? 0
    let fitting = phrases.filter { $1 == length && $0.count > length }.map(\.0)
    guard length > 0, !fitting.isEmpty else { return nil }
    let examples = fitting.prefix(3).map { $0.joined(separator: " ") }
    guard let wrong = next(length) else {
      return word.error(.unknownWord(text(of: length)), expected: examples)
    }
    let nearest = NearestName.nearest(to: wrong.text, in: fitting.map { $0[length] })
    return wrong.error(
      .unknownWord(wrong.text), expected: nearest == nil ? examples : [], nearest: nearest)
  }
}
