import Foundation

/// A time expression: what a text says of a moment, before the present one is known.
enum TimeExpression: Hashable {
  /// `2026-12-24T18:00:00Z`, `1798135200`: the same wherever and whenever it is read.
  case fixed(Date)
  /// `1h30m`, `-2d`: so far from now.
  case distance(TimeOffset)
  /// `tomorrow 9am`, `17:30`, `monday`: what calendar and clock show.
  case dated(TimeExpressionDay?, second: Double?)
}

/// The day of a time expression, as people name it.
enum TimeExpressionDay: Hashable {
  /// So many days from today.
  case relative(Int)
  /// A day of the week, from 0 for Monday.
  case weekday(Int)
  /// Saturday or Sunday, whichever comes first; on these days, what is left of them.
  case thisWeekend
  /// The Monday after today.
  case nextWeek
  /// Days since 1970.
  case date(Int)
}

/// The offset of a moment from now.
struct TimeOffset: Hashable {
  /// How the text counts: nil when it does not say.
  var sign: FloatingPointSign?
  /// Days of the calendar: the same time of day, however long the days are.
  var days = 0
  /// Seconds beside the days.
  var seconds = 0.0

  /// All of it in seconds, with days of 24 hours.
  var total: Double { Double(days) * 86_400 + seconds }
}

extension TimeOffset {
  /// Reads `1h30m`, `-2d`, `10 minutes`: numbers and units, with or without blanks.
  static func read(_ words: ArraySlice<TimeExpressionToken>) throws(TimeExpressionError)
    -> TimeOffset
  {
    var distance = TimeOffset()
    var pieces = words.flatMap(\.runs)[...]
    if let first = pieces.first, ["-", "+"].contains(first.text) {
      distance.sign = first.text == "-" ? .minus : .plus
      pieces = pieces.dropFirst()
    }
    guard !pieces.isEmpty else { throw unreadable(words.first) }
    while let number = pieces.popFirst() {
      guard number.isNumeric else { throw unreadable(number) }
      guard let name = pieces.popFirst() else {
        throw TimeExpressionError(
          column: number.column, kind: .missingUnit(number.text),
          expected: TimeUnit.all.map { number.text + $0.letter })
      }
      try distance.add(number, of: name)
    }
    return distance
  }

  private mutating func add(
    _ number: TimeExpressionToken, of name: TimeExpressionToken
  ) throws(TimeExpressionError) {
    guard let unit = TimeUnit.named(name.text) else {
      guard name.text.allSatisfy(\.isLetter) else {
        throw Self.unreadable(
          TimeExpressionToken(text: number.text + name.text, column: number.column))
      }
      throw TimeExpressionError(
        column: name.column, kind: .unknownUnit(name.text),
        expected: TimeUnit.all.map(\.letter))
    }
    guard number.text.utf8.count <= 6, let count = Int(number.text) else {
      throw TimeExpressionError(column: number.column, kind: .tooFar)
    }
    if let length = unit.days {
      days += count * length
    } else {
      seconds += Double(count) * unit.seconds
    }
  }

  private static func unreadable(_ word: TimeExpressionToken?) -> TimeExpressionError {
    TimeExpressionError(
      column: word?.column ?? 1, kind: .unknownWord(word?.text ?? ""),
      expected: TimeExpressionError.examples)
  }
}

extension TimeExpressionToken {
  /// The word cut where digits begin or end; a sign in front is a run of its own.
  fileprivate var runs: [TimeExpressionToken] {
    var runs: [TimeExpressionToken] = []
    var last: Character?
    for (index, character) in text.enumerated() {
      let isSame = last.map { $0.isDigit == character.isDigit && $0 != "-" && $0 != "+" }
      if isSame != true { runs.append(TimeExpressionToken(text: "", column: column + index)) }
      runs[runs.count - 1].text.append(character)
      last = character
    }
    return runs
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
