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
