import Foundation

/// A parsed time expression, independent of the current time and, mostly, the time zone.
enum TimeExpression: Hashable {
  /// An absolute time: `2026-12-24T18:00:00Z`, `1798135200`.
  case fixed(Date)
  /// An offset from now: `1h30m`, `-2d`.
  case distance(TimeOffset)
  /// A local day, time of day or both: `tomorrow 9am`, `17:30`, `monday`.
  case dated(TimeExpressionDay?, second: Double?)
}

/// The day of a time expression.
enum TimeExpressionDay: Hashable {
  /// Days from today.
  case relative(Int)
  /// A weekday, from 0 for Monday.
  case weekday(Int)
  /// The coming Saturday or Sunday; during a weekend, the rest of it.
  case thisWeekend
  /// The Monday after today.
  case nextWeek
  /// Days since 1970.
  case date(Int)
  /// A day without a year, such as `Dec 24`.
  case annual(month: Int, day: Int)
}

/// The offset of a time from now.
struct TimeOffset: Hashable {
  /// The direction; nil if the text does not specify one.
  var sign: FloatingPointSign?
  /// Calendar months: the same day, or the last one of a shorter month.
  var months = 0
  /// Calendar days: the same time of day, even across a change of the clocks.
  var days = 0
  /// Additional seconds.
  var seconds = 0.0

  /// The total in seconds, with days of 24 hours and months of 30 days.
  var total: Double { Double(days + months * 30) * 86_400 + seconds }
}

extension TimeOffset {
  /// Words between numbers and units that are ignored.
  private static let fillers: Set<String> = ["and", ",", "of"]

  /// Parses numbers and units, with or without blanks: `1h30m`, `-2d`, `1.5 hours`, `half an hour`,
  /// `2 days ago`.
  static func read(_ words: ArraySlice<TimeExpressionToken>) throws(TimeExpressionError)
    -> TimeOffset
  {
    var offset = TimeOffset()
    var pieces = words.flatMap(\.runs)[...]
    if let first = pieces.first, ["-", "+"].contains(first.text) {
      offset.sign = first.text == "-" ? .minus : .plus
      pieces = pieces.dropFirst()
    }
    guard !pieces.isEmpty else { throw unreadable(words.first) }
    var last: TimeUnit?
    while let number = pieces.popFirst() {
      if last != nil, fillers.contains(number.text), !pieces.isEmpty { continue }
      if last != nil, try offset.takeDirection(number, &pieces) { continue }
      if let last, try offset.takeHalf(of: last, number, &pieces) { continue }
      let count = try takeCount(number, &pieces)
      if pieces.isEmpty, last?.letter == "h", number.text.count == 2, count < 60 {
        // `1h30`
        offset.seconds += count * 60
        break
      }
      last = try offset.addUnit(of: count, number, &pieces)
    }
    return offset
  }

  /// Consumes a direction: `ago`, `from now` or `later`.
  private mutating func takeDirection(
    _ word: TimeExpressionToken, _ pieces: inout ArraySlice<TimeExpressionToken>
  ) throws(TimeExpressionError) -> Bool {
    let isFromNow = word.text == "from" && pieces.first?.text == "now"
    guard isFromNow || word.text == "ago" || word.text == "later" else { return false }
    if isFromNow { pieces = pieces.dropFirst() }
    guard sign == nil, pieces.isEmpty else {
      throw TimeExpressionError(column: word.column, kind: .misplaced(word.text))
    }
    sign = word.text == "ago" ? .minus : .plus
    return true
  }

  /// Takes the `a half` of `an hour and a half`.
  private mutating func takeHalf(
    of unit: TimeUnit, _ word: TimeExpressionToken, _ pieces: inout ArraySlice<TimeExpressionToken>
  ) throws(TimeExpressionError) -> Bool {
    let isArticle = word.text == "a" && pieces.first?.text == "half"
    let rest = isArticle ? pieces.dropFirst() : pieces
    guard isArticle || word.text == "half", rest.first.map({ $0.text == "ago" }) ?? true else {
      return false
    }
    pieces = rest
    guard add(0.5, unit) else { throw Self.unreadable(word) }
    return true
  }

  /// Takes a number: `3`, `1.5`, `an`, `two`, `half an`.
  private static func takeCount(
    _ number: TimeExpressionToken, _ pieces: inout ArraySlice<TimeExpressionToken>
  ) throws(TimeExpressionError) -> Double {
    if let count = TimeWord.numbers[number.text] {
      if number.text == "half", ["a", "an"].contains(pieces.first?.text) {
        pieces = pieces.dropFirst()
      }
      return count
    }
    guard number.isNumeric else { throw unreadable(number) }
    guard number.text.utf8.count <= 6, let count = Double(number.text) else {
      throw TimeExpressionError(column: number.column, kind: .tooFar)
    }
    return count
  }

  /// Consumes a unit and adds `count` of it.
  private mutating func addUnit(
    of count: Double, _ number: TimeExpressionToken,
    _ pieces: inout ArraySlice<TimeExpressionToken>
  ) throws(TimeExpressionError) -> TimeUnit {
    guard let name = pieces.popFirst() else {
      throw TimeExpressionError(
        column: number.column, kind: .missingUnit(number.text),
        expected: number.isNumeric ? TimeUnit.all.map { number.text + $0.letter } : [])
    }
    guard let unit = TimeUnit.named(name.text) else {
      guard name.text.allSatisfy(\.isLetter) else {
        throw Self.unreadable(
          TimeExpressionToken(text: number.text + name.text, column: number.column))
      }
      throw TimeExpressionError(
        column: name.column, kind: .unknownUnit(name.text),
        expected: TimeUnit.letters)
    }
    guard add(count, unit) else { throw Self.unreadable(number) }
    return unit
  }

  /// Adds `count` of a unit; false for a fraction of a month.
  private mutating func add(_ count: Double, _ unit: TimeUnit) -> Bool {
    if let length = unit.months {
      let sum = count * Double(length)
      guard sum == sum.rounded() else { return false }
      months += Int(sum)
    } else if let length = unit.days {
      let sum = count * Double(length)
      days += Int(sum)
      seconds += (sum - sum.rounded(.down)) * 86_400
    } else {
      seconds += count * unit.seconds
    }
    return true
  }

  private static func unreadable(_ word: TimeExpressionToken?) -> TimeExpressionError {
    TimeExpressionError(
      column: word?.column ?? 1, kind: .unknownWord(word?.text ?? ""),
      expected: TimeExpressionError.examples)
  }
}

extension TimeExpressionToken {
  /// Splits the word at the boundaries of numbers; a leading sign is a run of its own.
  fileprivate var runs: [TimeExpressionToken] {
    var runs: [TimeExpressionToken] = []
    var wasNumber: Bool?
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isPoint =
        character == "." && characters.indices.contains(index + 1)
        && characters[index + 1].isDigit && runs.last?.text.contains(".") != true
      let isNumber = character.isDigit || isPoint
      let isSign = character == "-" || character == "+"
      if wasNumber != isNumber || isSign {
        runs.append(TimeExpressionToken(text: "", column: column + index))
      }
      runs[runs.count - 1].text.append(character)
      wasNumber = isSign ? nil : isNumber
    }
    return runs
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
