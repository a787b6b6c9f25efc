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
  /// -1 for a time before now, else 1.
  var direction: Int { sign == .minus ? -1 : 1 }
  /// Whether it is whole weeks without a sign.
  var isInWeeks: Bool { sign == nil && seconds == 0 && months == 0 && days.isMultiple(of: 7) }

  /// Adds `count` of a unit; false for a fraction of a month.
  mutating func add(_ count: Double, _ unit: TimeUnit) -> Bool {
    if let length = unit.months {
      let sum = count * Double(length)
      guard sum == sum.rounded() else { return false }
      months += Int(sum)
    } else if unit.seconds >= 86_400 {
      let sum = count * unit.seconds / 86_400
      days += Int(sum)
      seconds += (sum - sum.rounded(.down)) * 86_400
    } else {
      seconds += count * unit.seconds
    }
    return true
  }
}

/// A unit of durations such as `1h30m`.
package struct TimeUnit: Sendable, Hashable {
  /// Its abbreviation.
  package let letter: String
  /// Its other names in the singular.
  let names: [String]
  /// Its length in seconds; nominal for days and longer units.
  package let seconds: Double
  /// Its length in calendar months; nil for shorter units.
  var months: Int?

  /// The units of varying length: year and month.
  private static let ofCalendar = [
    TimeUnit(letter: "y", names: ["year", "yr"], seconds: 31_536_000, months: 12),
    TimeUnit(letter: "mo", names: ["month", "mo", "mth"], seconds: 2_592_000, months: 1),
  ]

  /// The units of fixed length, longest first.
  package static let all = [
    TimeUnit(letter: "w", names: ["week", "wk"], seconds: 604_800),
    TimeUnit(letter: "d", names: ["day"], seconds: 86_400),
    TimeUnit(letter: "h", names: ["hour", "hr"], seconds: 3_600),
    TimeUnit(letter: "m", names: ["minute", "min"], seconds: 60),
    TimeUnit(letter: "s", names: ["second", "sec"], seconds: 1),
  ]

  /// The abbreviations of all units, for messages; longest first.
  static let letters = (ofCalendar + all).map(\.letter)

  /// Looks up a unit by name or abbreviation, in lower case.
  static func named(_ text: String) -> TimeUnit? {
    let fortnight = TimeUnit(letter: "fortnight", names: ["fortnight"], seconds: 1_209_600)
    return (all + ofCalendar + [fortnight]).first { unit in
      text == unit.letter || unit.names.contains { text == $0 || text == $0 + "s" }
    }
  }
}

/// A parser of durations, with or without blanks: `1h30m`, `-2d`, `1.5 hours`, `half an hour`,
/// `2 days ago`, `2½ hours`, `PT2H`.
struct TimeOffsetParser {
  /// What stands for a number.
  private static let counts: [(words: [String], count: Double)] = [
    (["half", "an"], 0.5), (["half", "a"], 0.5), (["half"], 0.5), (["½"], 0.5),
    (["a", "half"], 0.5), (["a"], 1), (["an"], 1),
  ]

  private var pieces: ArraySlice<TimeExpressionToken>
  private var offset = TimeOffset()
  private var last: TimeUnit?

  /// Whether a duration may start with the word.
  static func mayStart(with word: String) -> Bool { counts.contains { $0.words[0] == word } }

  /// Parses all words.
  static func parse(_ words: ArraySlice<TimeExpressionToken>) throws(TimeExpressionError)
    -> TimeOffset
  {
    var parser = TimeOffsetParser(pieces: words.flatMap(\.runs)[...])
    if let first = parser.pieces.first, ["-", "+"].contains(first.text) {
      parser.offset.sign = first.text == "-" ? .minus : .plus
      parser.pieces.removeFirst()
    }
    if let first = words.first, parser.pieces.isEmpty { throw unreadable(first) }
    while let piece = parser.pieces.first { try parser.takePart(piece) }
    return parser.offset
  }

  /// Consumes a number with its unit, or a word between or behind them.
  private mutating func takePart(_ piece: TimeExpressionToken) throws(TimeExpressionError) {
    if last != nil, ["and", ","].contains(piece.text), pieces.count > 1 {
      pieces.removeFirst()
      return
    }
    if last != nil, try takeDirection(piece) { return }
    let count = try takeCount(piece)
    if let last, count == 0.5, !piece.isNumeric, pieces.isEmpty || next(0) == "ago" {
      // `an hour and a half`
      try add(count, last, piece)
    } else if pieces.isEmpty, last?.letter == "h", piece.isNumeric, piece.text.count == 2,
      count < 60
    {
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
    guard offset.sign == nil, pieces.isEmpty else { throw word.misplaced }
    offset.sign = word.text == "ago" ? .minus : .plus
    return true
  }

  /// Consumes a number: `3`, `1.5`, `an`, `half an`, `2½`, and the `1:30` of `1:30h`.
  private mutating func takeCount(
    _ word: TimeExpressionToken
  ) throws(TimeExpressionError) -> Double {
    if let (words, count) = Self.counts.first(where: { pieces.map(\.text).starts(with: $0.words) })
    {
      pieces = pieces.dropFirst(words.count)
      return count
    }
    pieces.removeFirst()
    guard word.text.last?.isDigit == true else { throw Self.unreadable(word) }
    guard word.text.utf8.count <= 6, let count = Double(word.text.replacing(",", with: ".")) else {
      throw word.error(.tooFar)
    }
    try checkPoint(word)
    if next(0) == "½" {
      pieces.removeFirst()
      return count + 0.5
    }
    guard next(0) == ":", let minutes = next(1), minutes.count == 2, let number = Int(minutes),
      number < 60, next(2).flatMap(TimeUnit.named)?.letter == "h"
    else { return count }
    pieces = pieces.dropFirst(2)
    return count + Double(number) / 60
  }

  /// Consumes a unit and adds `count` of it.
  private mutating func takeUnit(
    of count: Double, _ number: TimeExpressionToken
  ) throws(TimeExpressionError) -> TimeUnit {
    guard let name = pieces.popFirst() else { throw Self.missingUnit(number) }
    if name.text == "M", last?.letter != "h" {
      throw number.error(
        .ambiguous(number.text + "M"), expected: [number.text + "mo", number.text + "m"])
    }
    guard let unit = TimeUnit.named(name.text.lowercased()) else {
      guard name.text.allSatisfy(\.isLetter) else {
        throw Self.unreadable(
          TimeExpressionToken(text: number.text + name.text, column: number.column))
      }
      if let unit = next(0), TimeUnit.named(unit) != nil { throw name.vague(before: unit) }
      throw name.error(.unknownUnit(name.text), expected: TimeUnit.letters)
    }
    try add(count, unit, number)
    return unit
  }

  private mutating func add(
    _ count: Double, _ unit: TimeUnit, _ word: TimeExpressionToken
  ) throws(TimeExpressionError) {
    guard !offset.add(count, unit) else { return }
    let days = (count * Double(unit.months ?? 0) * 30).rounded()
    throw word.error(.partOfMonth, expected: ["\(Int(max(days, 1)))d"])
  }
}

extension TimeOffsetParser {
  private func next(_ count: Int) -> String? { pieces.dropFirst(count).first?.text }

  /// Throws for `1,500`, where the comma may be that of thousands, and for `1.30h`, where people may
  /// mean minutes.
  private func checkPoint(_ word: TimeExpressionToken) throws(TimeExpressionError) {
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
      let isWhole = seconds.isMultiple(of: 60)
      expected = ["\(hours)h\(parts[1])m", isWhole ? "\(seconds / 60)m" : "\(seconds)s"]
    }
    if !expected.isEmpty { throw word.error(.ambiguous(word.text), expected: expected) }
  }

  private static func missingUnit(_ number: TimeExpressionToken) -> TimeExpressionError {
    var expected = number.isNumeric ? TimeUnit.letters.map { number.text + $0 } : []
    if let time = number.text.compactTime, ClockTime.isTime(time) {
      expected = [time, number.text + "m", number.text + "s"]
    }
    return number.error(.missingUnit(number.text), expected: expected)
  }

  private static func unreadable(_ word: TimeExpressionToken) -> TimeExpressionError {
    word.error(.unknownWord(word.text), expected: TimeExpressionError.examples)
  }
}

extension TimeExpressionToken {
  /// Whether a duration may start with the word.
  var startsDuration: Bool {
    guard !isNumeric, let first = runs.first else { return isNumeric }
    return first.isNumeric || TimeOffsetParser.mayStart(with: first.text)
  }

  /// Splits the word into numbers, words and signs.
  var runs: [TimeExpressionToken] { period ?? pieces }

  private var pieces: [TimeExpressionToken] {
    var pieces: [TimeExpressionToken] = []
    var rest = text[...]
    while !rest.isEmpty {
      let number = Self.number(startOf: rest)
      let letters = rest.prefix { $0.isLetter }
      let piece = !number.isEmpty ? number : letters.isEmpty ? rest.prefix(1) : letters
      let start = text.distance(from: text.startIndex, to: rest.startIndex)
      pieces.append(TimeExpressionToken(text: String(piece), column: column + start))
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  /// The number at the start of a text; a decimal comma needs digits on both sides.
  private static func number(startOf text: Substring) -> Substring {
    let whole = text.prefix(while: \.isDigit)
    let rest = text[whole.endIndex...]
    let isPoint = rest.first == "." || rest.first == "," && !whole.isEmpty
    let fraction = isPoint ? rest.dropFirst().prefix(while: \.isDigit) : ""
    return fraction.isEmpty ? whole : text[..<fraction.endIndex]
  }

  /// The numbers and units of an ISO 8601 duration such as `P1DT2H30M`; nil for other words.
  private var period: [TimeExpressionToken]? {
    let sign = text.prefix { $0 == "-" || $0 == "+" }.prefix(1)
    let period = text.dropFirst(sign.count).lowercased()
    guard period.first == "p", period.last != "t" else { return nil }
    let halves = period.dropFirst().split(
      separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    var runs = sign.isEmpty ? [] : [TimeExpressionToken(text: String(sign), column: column)]
    for (half, units) in zip(halves, [["y", "mo", "w", "d"], ["h", "m", "s"]]) {
      // Before the `T` an M stands for months.
      let text = units.contains("mo") ? String(half).replacing("m", with: "mo") : String(half)
      let own = TimeExpressionToken(text: text, column: column).pieces
      let isValid = own.indices.allSatisfy { index in
        index.isMultiple(of: 2) ? own[index].isNumeric : units.contains(own[index].text)
      }
      guard isValid, own.count.isMultiple(of: 2) else { return nil }
      runs += own
    }
    return runs.count > sign.count ? runs : nil
  }
}
