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

  /// Adds `count` of a unit; false for a fraction of a month.
  mutating func add(_ count: Double, _ unit: TimeUnit) -> Bool {
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
}

extension TimeExpressionToken {
  /// Splits the word at the boundaries of numbers; signs and `½` are runs of their own.
  var runs: [TimeExpressionToken] {
    if let period = periodRuns { return period }
    var runs: [TimeExpressionToken] = []
    var wasNumber: Bool?
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isNumber = character.isDigit || Self.isPoint(at: index, characters, runs.last?.text)
      let isAlone =
        character == "-" || character == "+" || TimeWord.portion(String(character)) != nil
      if wasNumber != isNumber || isAlone {
        runs.append(TimeExpressionToken(text: "", column: column + index))
      }
      runs[runs.count - 1].text.append(character)
      wasNumber = isAlone ? nil : isNumber
    }
    return runs
  }

  /// Whether a duration may start with the word.
  var startsDuration: Bool {
    guard !isNumeric, let first = runs.first else { return isNumeric }
    return first.isNumeric || TimeWord.startsDuration(first.text)
  }

  /// Whether the character is a decimal point; a comma needs digits on both sides.
  private static func isPoint(at index: Int, _ characters: [Character], _ last: String?) -> Bool {
    guard ".,".contains(characters[index]), characters.dropFirst(index + 1).first?.isDigit == true
    else { return false }
    let isInsideNumber = last?.last?.isDigit == true
    let isSecond = isInsideNumber && last?.contains { ".,".contains($0) } == true
    return !isSecond && (isInsideNumber || characters[index] == ".")
  }

  /// The numbers and units of an ISO 8601 duration such as `P1DT2H30M`; nil for other words.
  private var periodRuns: [TimeExpressionToken]? {
    let isSigned = text.first == "-" || text.first == "+"
    let period = text.lowercased().dropFirst(isSigned ? 1 : 0)
    guard period.first == "p" else { return nil }
    let halves = period.dropFirst().split(
      separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    var runs: [TimeExpressionToken] = []
    for (half, units) in zip(halves, ["ymwd", "hms"]) {
      let own = TimeExpressionToken(text: String(half), column: column).runs
      let isValid = own.indices.allSatisfy { index in
        let run = own[index].text
        return index.isMultiple(of: 2)
          ? run.first?.isDigit == true : run.count == 1 && units.contains(run)
      }
      guard isValid, own.count.isMultiple(of: 2), !own.isEmpty || halves.count == 2 else {
        return nil
      }
      // Before the `T` an M stands for months.
      runs += own.map { $0.text == "m" && units == "ymwd" ? $0.replaced(by: "mo") : $0 }
    }
    guard halves.last?.isEmpty == false else { return nil }
    if isSigned { runs.insert(replaced(by: String(text.prefix(1))), at: 0) }
    return runs
  }

  private func replaced(by text: String) -> TimeExpressionToken {
    TimeExpressionToken(text: text, column: column)
  }
}

extension Character {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { isASCII && isNumber }
}
