/// A word of the grammar of time expressions.
struct TimeWord: Sendable {
  /// The meaning of a word.
  enum Meaning: Sendable, Hashable {
    case day(TimeExpressionDay)
    /// Seconds since midnight.
    case time(Double)
    /// A day and its time.
    case both(TimeExpressionDay, Double)
    /// This evening and night: `tonight 9` is 21:00, `tonight 1am` is tomorrow.
    case night(Double)
    /// Marks a duration from now: `in`.
    case ahead
    /// Marks a bare hour: `at`.
    case clock
    /// Is ignored: `on`, `the`.
    case filler
  }

  /// The word, or words with one blank between them, in lower case.
  let name: String
  /// The meaning of the word.
  let meaning: Meaning

  /// The time of `morning`, in seconds since midnight; also the default time of a day.
  static let morning = 9.0 * 3_600
  /// The time of `evening`, in seconds since midnight.
  static let evening = 20.0 * 3_600

  /// Every word.
  static let all: [TimeWord] =
    [
      .init(name: "today", meaning: .day(.relative(0))),
      .init(name: "tomorrow", meaning: .day(.relative(1))),
      .init(name: "yesterday", meaning: .day(.relative(-1))),
      .init(name: "day after tomorrow", meaning: .day(.relative(2))),
      .init(name: "day before yesterday", meaning: .day(.relative(-2))),
      .init(name: "tonight", meaning: .night(evening)),
      .init(name: "this morning", meaning: .both(.relative(0), morning)),
      .init(name: "this afternoon", meaning: .both(.relative(0), 15 * 3_600)),
      .init(name: "this evening", meaning: .night(evening)),
      .init(name: "next week", meaning: .day(.nextWeek)),
      .init(name: "weekend", meaning: .day(.weekday(5))),
      .init(name: "this weekend", meaning: .day(.thisWeekend)),
      .init(name: "morning", meaning: .time(morning)),
      .init(name: "noon", meaning: .time(12 * 3_600)),
      .init(name: "afternoon", meaning: .time(15 * 3_600)),
      .init(name: "evening", meaning: .time(evening)),
      .init(name: "night", meaning: .time(evening)),
      .init(name: "midday", meaning: .time(12 * 3_600)),
      .init(name: "midnight", meaning: .time(0)),
      .init(name: "in the", meaning: .filler),
      .init(name: "in", meaning: .ahead),
      .init(name: "at", meaning: .clock),
      .init(name: "on", meaning: .filler),
      .init(name: "the", meaning: .filler),
    ] + weekdays

  private static let weekdays: [TimeWord] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].enumerated().flatMap { index, name in
    [name, String(name.prefix(3)), "next " + name, "this " + name].map {
      TimeWord(name: $0, meaning: .day(.weekday(index)))
    }
  }

  /// The names of the months; they may be abbreviated to three letters.
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of a month from 1; nil for other words.
  static func month(_ text: String) -> Int? {
    months.firstIndex {
      $0 == text || $0.prefix(3) == text || (text == "sept" && $0.hasPrefix(text))
    }
    .map { $0 + 1 }
  }

  /// Numbers as words.
  static let numbers: [String: Double] = [
    "a": 1, "an": 1, "half": 0.5, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15,
    "twenty": 20, "thirty": 30,
  ]

  /// Looks up the meaning of a text in lower case.
  static func meaning(of text: String) -> Meaning? {
    all.first { $0.name == text }?.meaning
  }

  /// The words to suggest for misspelled ones.
  static let names = all.filter {
    ![.filler, .ahead, .clock].contains($0.meaning) && !$0.isAboutWeekday
  }.map(\.name)

  /// Whether it is a weekday after another word, as in `next monday`.
  private var isAboutWeekday: Bool {
    if case .day(.weekday) = meaning { name.contains(" ") } else { false }
  }
}

/// A unit of durations such as `1h30m`.
package struct TimeUnit: Sendable, Hashable {
  /// Its abbreviation.
  package let letter: String
  /// Its name in the singular.
  let name: String
  /// Other abbreviations.
  let others: [String]
  /// Its length in seconds; nominal for days and longer units.
  package let seconds: Double

  /// Its length in calendar months; nil for shorter units.
  var months: Int?

  /// Its length in calendar days; nil for units shorter than a day.
  var days: Int? { seconds < 86_400 ? nil : Int(seconds / 86_400) }

  /// The units of varying length: year and month.
  private static let ofCalendar = [
    TimeUnit(letter: "y", name: "year", others: ["yr"], seconds: 31_536_000, months: 12),
    TimeUnit(letter: "mo", name: "month", others: [], seconds: 2_592_000, months: 1),
  ]

  /// The units of fixed length, longest first.
  package static let all = [
    TimeUnit(letter: "w", name: "week", others: ["wk"], seconds: 604_800),
    TimeUnit(letter: "d", name: "day", others: [], seconds: 86_400),
    TimeUnit(letter: "h", name: "hour", others: ["hr"], seconds: 3_600),
    TimeUnit(letter: "m", name: "minute", others: ["min"], seconds: 60),
    TimeUnit(letter: "s", name: "second", others: ["sec"], seconds: 1),
  ]

  /// The abbreviations of all units, shortest unit first.
  static var letters: [String] {
    all.reversed().map(\.letter) + ofCalendar.reversed().map(\.letter)
  }

  /// Looks up a unit by name or abbreviation, in lower case.
  static func named(_ text: String) -> TimeUnit? {
    (all + ofCalendar).first { unit in
      text == unit.letter
        || ([unit.name] + unit.others).contains { text == $0 || text == $0 + "s" }
    }
  }
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
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) })
    else { return .other }
    let numbers = parts.compactMap { Int($0) }
    guard var hour = numbers.first, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 }), half == nil ? hour < 24 : (1...12).contains(hour)
    else { return .none }
    if let half { hour = hour % 12 + half }
    let minutesAndSeconds = zip(numbers.dropFirst(), [60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return .second(Double(hour * 3_600 + minutesAndSeconds))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
