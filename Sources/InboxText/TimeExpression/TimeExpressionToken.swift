/// A word of a time expression with its position.
struct TimeExpressionToken: Hashable {
  /// The word in lower case, except an M by itself, as in `2M`: months for some programs.
  var text: String
  /// The position of its first character, from 1.
  var column: Int

  /// Whether it starts like a number.
  var isNumeric: Bool {
    guard let first = text.first(where: { $0 != "." }) else { return false }
    return first == "-" || first == "+" || first.isDigit
  }

  /// An error at the word.
  func error(
    _ kind: TimeExpressionError.Kind, expected: [String] = [], nearest: String? = nil
  ) -> TimeExpressionError {
    TimeExpressionError(column: column, kind: kind, expected: expected, nearest: nearest)
  }

  /// The error for a word that does not fit what comes before it.
  var misplaced: TimeExpressionError { error(.misplaced(text)) }

  /// The error for a word before a unit that is no number in digits.
  func vague(before unit: String) -> TimeExpressionError {
    error(.vague(text), expected: ["2 " + unit, "3 " + unit])
  }

  /// Splits a text into words at whitespace.
  static func tokens(of text: String) -> [TimeExpressionToken] {
    text.split(whereSeparator: \.isWhitespace).map { word in
      let characters = Array(word)
      let lower = characters.indices.map { index in
        isLoneM(at: index, characters) ? "M" : characters[index].lowercased()
      }.joined()
      let plain = lower.replacing("a.m.", with: "am").replacing("p.m.", with: "pm")
      return TimeExpressionToken(
        text: plain.hasSuffix(",") ? String(plain.dropLast()) : plain,
        column: text.distance(from: text.startIndex, to: word.startIndex) + 1)
    }
    .filter { !$0.text.isEmpty }.flatMap(\.dateAndTime).flatMap(\.timeAndZone)
  }

  private static func isLoneM(at index: Int, _ characters: [Character]) -> Bool {
    guard characters[index] == "M", index == 0 || characters[index - 1].isNumber else {
      return false
    }
    let after = characters.dropFirst(index + 1).first
    return after?.isLetter != true && after != "."
  }

  /// Splits time and zone, as in `18:00:00+0100` or `18:00Z`.
  private var timeAndZone: [TimeExpressionToken] {
    guard isNumeric, text.contains(":") else { return [self] }
    let name = ["z", "utc", "gmt"].first { text.hasSuffix($0) }
    let start =
      name.map { text.index(text.endIndex, offsetBy: -$0.count) }
      ?? text.lastIndex { "+-".contains($0) }
    guard let start, text[..<start].contains(":") else { return [self] }
    return split(at: start)
  }

  /// Splits date and time at a `T`, as in `2026-12-24T18:00` or `20261224T180000`.
  private var dateAndTime: [TimeExpressionToken] {
    guard let mark = text.firstIndex(of: "t"), text.first?.isDigit == true else { return [self] }
    let length = text.distance(from: text.startIndex, to: mark)
    guard length == 8 && text[..<mark].allSatisfy(\.isDigit) || length == 10 else { return [self] }
    let parts = split(at: mark)
    let time = parts[1].text.dropFirst()
    let digits = time.prefix(while: \.isDigit)
    let compact = digits.compactTime.map { $0 + time.dropFirst(digits.count) }
    return [
      parts[0], TimeExpressionToken(text: compact ?? String(time), column: parts[1].column + 1),
    ]
  }

  private func split(at index: String.Index) -> [TimeExpressionToken] {
    let length = text.distance(from: text.startIndex, to: index)
    return [
      TimeExpressionToken(text: String(text[..<index]), column: column),
      TimeExpressionToken(text: String(text[index...]), column: column + length),
    ]
  }
}

extension TimeExpressionToken {
  /// The number that the word stands for, 0 for a word without one; nil if it is of another kind.
  func number(as kind: TimeForm.Kind) -> Int? {
    switch kind {
    case .any: 0
    case .word(let word): text == word ? 0 : nil
    case .month: TimeWord.month(text)
    case .dayOfMonth: dayOfMonth
    case .ordinal: text.last?.isLetter == true ? dayOfMonth : nil
    case .year: text.utf8.count == 4 && text.allSatisfy(\.isDigit) ? Int(text) : nil
    case .halfDay: text == "am" || text == "pm" ? 0 : nil
    case .hourUnit: isHourUnit ? 0 : nil
    }
  }

  /// Whether it is `h` or `hours`.
  var isHourUnit: Bool { TimeUnit.named(text)?.letter == "h" }

  /// The day of the month in `24`, `24.` or `24th`; nil for other words.
  private var dayOfMonth: Int? {
    let digits = text.prefix(while: \.isDigit)
    guard (1...2).contains(digits.count),
      ["", ".", "st", "nd", "rd", "th"].contains(text.dropFirst(digits.count))
    else { return nil }
    return Int(digits)
  }

  /// The mark and the numbers of a date in digits.
  var dateParts: (mark: Character, parts: [Substring]) {
    if text.count == 8, text.allSatisfy(\.isDigit) {
      return ("-", [text.prefix(4), text.dropFirst(4).prefix(2), text.suffix(2)])
    }
    let mark = text.first { "-/.".contains($0) } ?? " "
    return (mark, text.split(separator: mark, omittingEmptySubsequences: false))
  }
}

extension StringProtocol {
  /// The digits of `1800` or `180000` with colons between them; nil for other words.
  var compactTime: String? {
    guard count == 4 || count == 6, allSatisfy(\.isDigit) else { return nil }
    return stride(from: 0, to: count, by: 2).map { dropFirst($0).prefix(2) }
      .joined(separator: ":")
  }
}

extension Character {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { isASCII && isNumber }
}

/// A parser of times of day: `17:30`, `9:05:30`, `9am`, `9:30pm`.
package enum ClockTime {
  /// The result of parsing.
  package enum Reading: Hashable {
    /// Seconds since midnight.
    case second(Double)
    /// An invalid time of day, such as `25:00`.
    case none
    /// Not a time of day.
    case other
  }

  /// Parses a text in lower case.
  package static func read(_ text: String) -> Reading {
    let half = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
    let digits = half == nil ? text[...] : text.dropLast(2)
    // `9.30pm` is a time, and `9.30` a number.
    let mark: Character = half != nil && !digits.contains(":") ? "." : ":"
    let parts = digits.split(separator: mark, omittingEmptySubsequences: false)
    guard (half == nil ? 2...3 : 1...3).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isDigit) })
    else { return .other }
    let numbers = parts.compactMap { Int($0) }
    guard parts.dropFirst().allSatisfy({ $0.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 }),
      half == nil ? numbers[0] < 24 : (1...12).contains(numbers[0])
    else { return .none }
    let hour = half.map { numbers[0] % 12 + $0 } ?? numbers[0]
    let seconds = zip([hour] + numbers.dropFirst(), [3_600, 60, 1]).map { $0 * $1 }
    return .second(Double(seconds.reduce(0, +)))
  }

  static func isTime(_ text: String) -> Bool {
    if case .second = read(text) { true } else { false }
  }
}
