extension TimeExpressionParser {
  /// Consumes a time: `17:30`, `9am`, `9 am` or `nine am`.
  mutating func takeTime(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    let next = words.dropFirst().first.map(\.text)
    let isSplit = next == "am" || next == "pm"
    let number = isSplit ? TimeWord.number(word.text).map { String($0) } : nil
    let whole = (number ?? word.text) + (isSplit ? next ?? "" : "")
    if !isSplit, next.flatMap(TimeUnit.named)?.letter == "h" { return false }
    switch ClockTime.read(whole) {
    case .other: return false
    case .none: throw TimeExpressionError(column: word.column, kind: .noSuchTime(whole))
    case .second(let second):
      try set(second: second, isExact: whole.hasSuffix("m"), word)
      words = words.dropFirst(isSplit ? 2 : 1)
      return true
    }
  }

  /// Consumes a time with an `h`: `friday 17h`, `at 17h30`, `tomorrow 17:30h`.
  ///
  /// Early hours are durations: `1:30h`.
  ///
  /// - Throws: ``TimeExpressionError``, also for `18:00h`, which has both meanings.
  mutating func takeMarkedHour(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    guard let (time, length) = markedTime(word), case .second(let second) = ClockTime.read(time)
    else { return false }
    let isEarly = second < 6 * 3_600
    guard expectsTime else {
      guard word.text.contains(":"), !isEarly else { return false }
      let parts = time.split(separator: ":")
      throw TimeExpressionError(
        column: word.column, kind: .ambiguous(text),
        expected: [time, "\(parts[0])h" + (parts[1] == "00" ? "" : "\(parts[1])m")])
    }
    guard !isEarly || isAfterAt else { return false }
    try set(second: second, isExact: false, word)
    words = words.dropFirst(length)
    return true
  }

  /// The time in `17h`, `17h30`, `17:30h` or `17:30 hours`, and the number of its words.
  private func markedTime(_ word: TimeExpressionToken) -> (time: String, length: Int)? {
    if word.text.contains(":"), let next = words.dropFirst().first?.text,
      TimeUnit.named(next)?.letter == "h"
    {
      return (word.text, 2)
    }
    let parts = word.text.split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[0].contains(":") { return parts[1].isEmpty ? (String(parts[0]), 1) : nil }
    return (parts[0] + ":" + (parts[1].isEmpty ? "00" : parts[1]), 1)
  }

  /// Consumes an hour, or a time without a colon: `at 9`, `tomorrow 9`, `9 tomorrow`,
  /// `9 o'clock`, `at nine`, `tomorrow 0930`.
  mutating func takeHour(_ word: TimeExpressionToken) throws(TimeExpressionError) -> Bool {
    let next = words.dropFirst().first?.text
    let isOClock = next == "o'clock" || next == "oclock"
    let isTime = isAfterAt || isOClock || expectsTime || second == nil && isBeforeDay
    // A unit makes it a duration.
    guard isTime, let time = hour(of: word, isOClock), next.flatMap(TimeUnit.named) == nil else {
      return false
    }
    guard case .second(let second) = ClockTime.read(time) else {
      throw TimeExpressionError(column: word.column, kind: .noSuchTime(word.text))
    }
    try set(second: second, isExact: false, word)
    words = words.dropFirst(isOClock ? 2 : 1)
    return true
  }

  /// The time of a number of one, two or four digits, or of a word behind `at`.
  private func hour(of word: TimeExpressionToken, _ isOClock: Bool) -> String? {
    if let hour = TimeWord.number(word.text) {
      return isAfterAt || isOClock ? "\(hour):00" : nil
    }
    guard word.text.allSatisfy(\.isDigit), (1...4).contains(word.text.count) else { return nil }
    return word.text.count < 3 ? word.text + ":00" : word.compactTime
  }

  /// Whether a day or a part of one follows: `9 tomorrow`, `9 in the evening`, `9 at night`.
  private var isBeforeDay: Bool {
    let rest = words.dropFirst().prefix(2).map(\.text)
    guard let next = rest.first else { return false }
    if rest == ["in", "the"] || rest == ["at", "night"] { return true }
    return switch TimeWord.named(next)?.meaning {
    case .day, .part: true
    case .time, .ambiguous, .ahead, .clock, .filler, nil: false
    }
  }
}
