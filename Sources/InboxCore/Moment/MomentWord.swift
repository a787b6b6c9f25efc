/// A word of the grammar of moments.
struct TimeWord: Sendable {
  /// What a word stands for.
  enum Meaning: Sendable, Hashable {
    case day(TimeExpressionDay)
    /// Seconds since midnight.
    case time(Double)
    /// A day and its time.
    case both(TimeExpressionDay, Double)
    /// Says nothing of its own: `in`, `at`, `this`.
    case filler
  }

  /// The word, in lower case; two words have one blank between them.
  let name: String
  /// What it stands for.
  let meaning: Meaning

  /// What mornings begin with, in seconds since midnight; a day without a time means it.
  static let morning = 9.0 * 3_600
  /// What evenings begin with, in seconds since midnight.
  static let evening = 20.0 * 3_600

  /// Every word.
  static let all: [TimeWord] =
    [
      .init(name: "today", meaning: .day(.relative(0))),
      .init(name: "tomorrow", meaning: .day(.relative(1))),
      .init(name: "yesterday", meaning: .day(.relative(-1))),
      .init(name: "tonight", meaning: .both(.relative(0), evening)),
      .init(name: "this morning", meaning: .both(.relative(0), morning)),
      .init(name: "this afternoon", meaning: .both(.relative(0), 15 * 3_600)),
      .init(name: "this evening", meaning: .both(.relative(0), evening)),
      .init(name: "next week", meaning: .day(.nextWeek)),
      .init(name: "weekend", meaning: .day(.weekday(5))),
      .init(name: "this weekend", meaning: .day(.thisWeekend)),
      .init(name: "morning", meaning: .time(morning)),
      .init(name: "noon", meaning: .time(12 * 3_600)),
      .init(name: "afternoon", meaning: .time(15 * 3_600)),
      .init(name: "evening", meaning: .time(evening)),
      .init(name: "midnight", meaning: .time(0)),
      .init(name: "in", meaning: .filler),
      .init(name: "at", meaning: .filler),
    ] + weekdays

  private static let weekdays: [TimeWord] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].enumerated().flatMap { index, name in
    [name, String(name.prefix(3))].map {
      TimeWord(name: $0, meaning: .day(.weekday(index)))
    }
  }

  /// What a text in lower case stands for.
  static func meaning(of text: String) -> Meaning? {
    all.first { $0.name == text }?.meaning
  }

  /// The words that mistakes are compared with.
  static let names = all.filter { $0.meaning != .filler }.map(\.name)
}
