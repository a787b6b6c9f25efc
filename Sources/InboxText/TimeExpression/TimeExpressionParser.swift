import Foundation

/// A parser of time expressions; what they mean depends on place and time.
struct TimeExpressionParser {
  private let text: String
  private var words: ArraySlice<TimeExpressionToken>
  private var day: TimeExpressionDay?
  private var second: Double?

  private init(_ text: String) {
    self.text = text.trimmingCharacters(in: .whitespaces)
    words = TimeExpressionToken.tokens(of: text)[...]
  }

  /// Reads a whole text.
  static func parse(_ text: String) throws(TimeExpressionError) -> TimeExpression {
    var parser = TimeExpressionParser(text)
    return try parser.expression()
  }

  private mutating func expression() throws(TimeExpressionError) -> TimeExpression {
    if let fixed = try fixed() { return fixed }
    while let word = words.first {
      guard let meaning = takeKnownWord() else {
        guard try !takeDate(word), try !takeTime(word) else { continue }
        guard word.isNumeric else { throw unknown(word) }
        guard day == nil, second == nil else { throw misplaced(word) }
        return .distance(try TimeOffset.read(words))
      }
      switch meaning {
      case .filler: break
      case .day(let day): try set(day: day, word)
      case .time(let second): try set(second: second, word)
      case .both(let day, let second):
        try set(day: day, word)
        try set(second: second, word)
      }
    }
    guard day != nil || second != nil else {
      throw TimeExpressionError(column: 1, kind: .missing, expected: TimeExpressionError.examples)
    }
    return .dated(day, second: second)
  }

  /// A time with everything, or Unix seconds; a date and time without an offset are local.
  private func fixed() throws(TimeExpressionError) -> TimeExpression? {
    let whole = withSeconds
    if let date = RFC3339.date(from: whole) { return .fixed(date) }
    if let wall = RFC3339.date(from: whole, assumesUTC: true)?.timeIntervalSince1970 {
      let day = (wall / 86_400).rounded(.down)
      return .dated(.date(Int(day)), second: wall - day * 86_400)
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    // Fewer digits, years before the first notification, are more likely to lack a unit.
    guard digits.count >= 9, let seconds = Double(text) else { return nil }
    guard RFC3339.seconds.contains(seconds) else {
      throw TimeExpressionError(column: 1, kind: .tooFar)
    }
    return .fixed(Date(timeIntervalSince1970: seconds))
  }

  /// The text with the seconds that people leave out of `2026-12-24T18:00Z`.
  private var withSeconds: String {
    let minutes = text.utf8.prefix(16)
    let rest = text.utf8.dropFirst(16)
    guard minutes.count == 16, rest.first != UInt8(ascii: ":") else { return text }
    return text.prefix(16) + ":00" + text.dropFirst(16)
  }

  private mutating func takeKnownWord() -> TimeWord.Meaning? {
    for count in [2, 1] {
      let name = words.prefix(count).map(\.text).joined(separator: " ")
      if words.count >= count, let meaning = TimeWord.meaning(of: name) {
        words = words.dropFirst(count)
        return meaning
      }
    }
    return nil
  }

  /// Takes `2026-12-24`.
  private mutating func takeDate(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    let parts = word.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], word.isNumeric else { return false }
    var scanner = TimeScanner(word.text)
    guard let day = scanner.day() else {
      throw TimeExpressionError(column: word.column, kind: .noSuchDay(word.text))
    }
    try set(day: .date(day), word)
    words = words.dropFirst()
    return true
  }

  /// Takes `17:30`, `9am` or `9 am`.
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

  private mutating func set(day: TimeExpressionDay, _ word: TimeExpressionToken)
    throws(TimeExpressionError)
  {
    guard self.day == nil else { throw misplaced(word) }
    self.day = day
  }

  private mutating func set(second: Double, _ word: TimeExpressionToken) throws(TimeExpressionError)
  {
    guard self.second == nil else { throw misplaced(word) }
    self.second = second
  }

  private func misplaced(_ word: TimeExpressionToken) -> TimeExpressionError {
    TimeExpressionError(column: word.column, kind: .misplaced(word.text))
  }

  /// A word may be half of a known pair, such as the `evning` of `this evning`.
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

/// A token of a time expression, with its position.
struct TimeExpressionToken: Hashable {
  /// The word in lower case.
  var text: String
  /// Its first character, from 1.
  var column: Int

  /// Whether it begins as numbers do.
  var isNumeric: Bool {
    guard let first = text.first else { return false }
    return first == "-" || first == "+" || first.isASCII && first.isNumber
  }

  /// The words of a text, with blanks of any kind between them.
  static func tokens(of text: String) -> [TimeExpressionToken] {
    var tokens: [TimeExpressionToken] = []
    var isInside = false
    for (index, character) in text.enumerated() {
      guard !character.isWhitespace else {
        isInside = false
        continue
      }
      if !isInside { tokens.append(TimeExpressionToken(text: "", column: index + 1)) }
      tokens[tokens.count - 1].text += character.lowercased()
      isInside = true
    }
    return tokens.flatMap(\.dateAndTime)
  }

  /// The word, or the two that a `T` between date and time joins.
  private var dateAndTime: [TimeExpressionToken] {
    let parts = text.split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].count == 10, isNumeric else { return [self] }
    return [
      TimeExpressionToken(text: parts[0], column: column),
      TimeExpressionToken(text: parts[1], column: column + 11),
    ]
  }
}
