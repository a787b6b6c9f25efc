/// A parser of durations, with or without blanks: `1h30m`, `-2d`, `1.5 hours`, `half an hour`,
/// `2 days ago`, `two and a half hours`, `PT2H`.
struct TimeOffsetParser {
  /// Words between numbers and units that are ignored.
  private static let fillers: Set<String> = ["and", ",", "of"]

  private var pieces: ArraySlice<TimeExpressionToken>
  private var offset = TimeOffset()
  private var last: TimeUnit?

  private init(_ words: ArraySlice<TimeExpressionToken>) {
    pieces = words.flatMap(\.runs)[...]
  }

  /// Parses all words.
  static func parse(_ words: ArraySlice<TimeExpressionToken>) throws(TimeExpressionError)
    -> TimeOffset
  {
    var parser = TimeOffsetParser(words)
    if let first = parser.pieces.first, ["-", "+"].contains(first.text) {
      parser.offset.sign = first.text == "-" ? .minus : .plus
      parser.pieces.removeFirst()
    }
    guard !parser.pieces.isEmpty else { throw unreadable(words.first) }
    while let piece = parser.pieces.first { try parser.takePart(piece) }
    return parser.offset
  }

  /// Consumes a number with its unit, or a word between or behind them.
  private mutating func takePart(_ piece: TimeExpressionToken) throws(TimeExpressionError) {
    if let last {
      if Self.fillers.contains(piece.text), pieces.count > 1 {
        pieces.removeFirst()
        return
      }
      if try takeDirection(piece) { return }
      if try takeFraction(of: last, piece) { return }
    }
    let count = try takeCount(piece)
    if pieces.isEmpty, last?.letter == "h", piece.isNumeric, piece.text.count == 2, count < 60 {
      // `1h30`
      offset.seconds += count * 60
    } else {
      last = try takeUnit(of: count, piece)
    }
  }

  /// Consumes a direction: `ago`, `from now` or `later`.
  private mutating func takeDirection(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    let isFromNow = word.text == "from" && next(1) == "now"
    guard isFromNow || word.text == "ago" || word.text == "later" else { return false }
    pieces = pieces.dropFirst(isFromNow ? 2 : 1)
    guard offset.sign == nil, pieces.isEmpty else {
      throw TimeExpressionError(column: word.column, kind: .misplaced(word.text))
    }
    offset.sign = word.text == "ago" ? .minus : .plus
    return true
  }

  /// Consumes the `a half` of `an hour and a half`.
  private mutating func takeFraction(
    of unit: TimeUnit, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Bool {
    guard let (fraction, length) = fraction(at: 0), fraction < 1,
      pieces.count == length || next(length) == "ago"
    else { return false }
    pieces = pieces.dropFirst(length)
    try add(fraction, unit, word)
    return true
  }

  /// Consumes a number: `3`, `1.5`, `an`, `two`, `half an`, `1 1/2`, `two and a half`.
  private mutating func takeCount(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Double {
    if let (fraction, length) = fraction(at: 0) {
      pieces = pieces.dropFirst(length)
      skipOf()
      return fraction
    }
    try checkVague(word)
    var count = try takeNumber(word)
    // `three quarters of an hour`
    if let portion = next(0).flatMap({ $0.hasPrefix("quarter") ? 0.25 : nil }) {
      pieces.removeFirst()
      skipOf()
      return count * portion
    }
    let isJoined = next(0) == "and"
    if let (fraction, length) = fraction(at: isJoined ? 1 : 0),
      isJoined || next(0)?.first?.isLetter == false,
      let unit = next(length + (isJoined ? 1 : 0)), TimeUnit.named(unit) != nil
    {
      pieces = pieces.dropFirst(length + (isJoined ? 1 : 0))
      count += fraction
    } else if next(0) == ":", let minutes = next(1), minutes.count == 2, let number = Int(minutes),
      number < 60, next(2).flatMap(TimeUnit.named)?.letter == "h"
    {
      // `1:30h`
      pieces = pieces.dropFirst(2)
      count += Double(number) / 60
    }
    return count
  }

  /// Consumes a number in digits or words: `3`, `1.5`, `an`, `twenty five`.
  private mutating func takeNumber(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Double {
    pieces.removeFirst()
    if TimeWord.isArticle(word.text) { return 1 }
    if let number = TimeWord.number(word.text) {
      let skipped = next(0) == "-" ? 1 : 0
      guard number >= 20, let ones = next(skipped).flatMap(TimeWord.number), ones < 10 else {
        return Double(number)
      }
      pieces = pieces.dropFirst(skipped + 1)
      return Double(number + ones)
    }
    guard word.isNumeric else { throw Self.unreadable(word) }
    guard word.text.utf8.count <= 6, let count = Double(word.text.replacing(",", with: ".")) else {
      throw TimeExpressionError(column: word.column, kind: .tooFar)
    }
    try checkFraction(word)
    return count
  }

  /// Consumes a unit and adds `count` of it.
  private mutating func takeUnit(
    of count: Double, _ number: TimeExpressionToken
  ) throws(TimeExpressionError) -> TimeUnit {
    guard let name = pieces.popFirst() else { throw Self.missingUnit(number) }
    if name.text == "M", last?.letter != "h" {
      throw TimeExpressionError(
        column: number.column, kind: .ambiguous(number.text + "M"),
        expected: [number.text + "mo", number.text + "m"])
    }
    guard let unit = TimeUnit.named(name.text.lowercased()) else {
      guard name.text.allSatisfy(\.isLetter) else {
        throw Self.unreadable(
          TimeExpressionToken(text: number.text + name.text, column: number.column))
      }
      throw TimeExpressionError(
        column: name.column, kind: .unknownUnit(name.text), expected: TimeUnit.letters)
    }
    try add(count, unit, number)
    return unit
  }

  private mutating func add(
    _ count: Double, _ unit: TimeUnit, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    guard !offset.add(count, unit) else { return }
    let days = (count * Double(unit.months ?? 0) * 30).rounded()
    throw TimeExpressionError(
      column: word.column, kind: .partOfMonth, expected: ["\(Int(max(days, 1)))d"])
  }
}

extension TimeOffsetParser {
  private func next(_ count: Int) -> String? { pieces.dropFirst(count).first?.text }

  /// Skips the `of an` in `half of an hour`.
  private mutating func skipOf() {
    if next(0) == "of" { pieces.removeFirst() }
    if next(0).map(TimeWord.isArticle) == true { pieces.removeFirst() }
  }

  /// A fraction such as `half`, `a quarter`, `½` or `1/2`, and the number of its pieces.
  private func fraction(at start: Int) -> (value: Double, length: Int)? {
    let article = next(start).map(TimeWord.isArticle) == true ? 1 : 0
    if let portion = next(start + article).flatMap(TimeWord.portion) {
      return (portion, article + 1)
    }
    guard next(start + 1) == "/", let above = next(start).flatMap({ Int($0) }),
      let below = next(start + 2).flatMap({ Int($0) }), (2...10).contains(below),
      (1..<below).contains(above)
    else { return nil }
    return (Double(above) / Double(below), 3)
  }

  /// Throws for `a few`, with examples of numbers.
  private func checkVague(_ word: TimeExpressionToken) throws(TimeExpressionError) {
    let vague = TimeWord.isArticle(word.text) ? next(1) : word.text
    guard let vague, TimeWord.vagueNumbers.contains(vague) else { return }
    let unit = pieces.last?.text ?? ""
    throw TimeExpressionError(
      column: word.column, kind: .vague(vague), expected: ["2", "3"].map { $0 + " " + unit })
  }

  /// Throws for `1,500`, where the comma may be that of thousands, and for `1.30h`, where people may
  /// mean minutes.
  private func checkFraction(_ word: TimeExpressionToken) throws(TimeExpressionError) {
    let parts = word.text.split { ".,".contains($0) }
    guard parts.count == 2 else { return }
    let unit = next(0) ?? ""
    var expected: [String] = []
    if word.text.contains(","), parts[1].count == 3 {
      expected = [".", ""].map { parts.joined(separator: $0) + unit }
    } else if TimeUnit.named(unit)?.letter == "h", parts[1].count == 2, parts[1] != "25",
      let hours = Int(parts[0]), let digits = Int(parts[1]), digits < 60
    {
      let seconds = hours * 3_600 + digits * 36
      expected = [
        "\(hours)h\(parts[1])m",
        seconds.isMultiple(of: 60) ? "\(seconds / 60)m" : "\(seconds)s",
      ]
    }
    guard !expected.isEmpty else { return }
    throw TimeExpressionError(
      column: word.column, kind: .ambiguous(word.text),
      expected: expected)
  }

  private static func missingUnit(_ number: TimeExpressionToken) -> TimeExpressionError {
    var expected = number.isNumeric ? TimeUnit.letters.map { number.text + $0 } : []
    if let time = number.compactTime, case .second = ClockTime.read(time) {
      expected = [time, number.text + "m", number.text + "s"]
    }
    return TimeExpressionError(
      column: number.column, kind: .missingUnit(number.text), expected: expected)
  }

  private static func unreadable(_ word: TimeExpressionToken?) -> TimeExpressionError {
    TimeExpressionError(
      column: word?.column ?? 1, kind: .unknownWord(word?.text ?? ""),
      expected: TimeExpressionError.examples)
  }
}
