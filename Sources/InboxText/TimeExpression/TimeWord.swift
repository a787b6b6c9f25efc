/// A word of the grammar of time expressions.
struct TimeWord: Sendable {
  /// The meaning of a word.
  enum Meaning: Sendable, Hashable {
    case day(TimeExpressionDay)
    /// Seconds since midnight.
    case time(Double)
    /// A part of a day, with the day if it implies one: `evening`, `tonight`.
    case part(TimeExpressionDay?, DayPart)
    /// Has two meanings, so that it is refused with the ways to write them.
    case ambiguous([String])
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

  /// Every word.
  static let all: [TimeWord] =
    [
      .init("today", .day(.relative(0))),
      .init("tomorrow", .day(.relative(1))),
      .init("tmrw", .day(.relative(1))),
      .init("tmr", .day(.relative(1))),
      .init("yesterday", .day(.relative(-1))),
      .init("day after tomorrow", .day(.relative(2))),
      .init("day before yesterday", .day(.relative(-2))),
      .init("tonight", .part(.relative(0), .night)),
      .init("last night", .part(.relative(-1), .night)),
      .init("this morning", .part(.relative(0), .morning)),
      .init("this afternoon", .part(.relative(0), .afternoon)),
      .init("this evening", .part(.relative(0), .night)),
      .init("this week", .day(.inWeek(0, weekday: nil))),
      .init("next week", .day(.inWeek(1, weekday: nil))),
      .init("week after next", .day(.inWeek(2, weekday: nil))),
      .init("last week", .day(.inWeek(-1, weekday: nil))),
      .init("weekend", .day(.weekday(5))),
      .init("this weekend", .day(.thisWeekend)),
      .init("last weekend", .day(.inWeek(-1, weekday: 5))),
      // On a Tuesday, some people mean the Saturday of this week, and some that of the next.
      .init("next weekend", .day(.either([.nextWeekday(5), .inWeek(1, weekday: 5)]))),
      .init("this month", .day(.startOfMonth(0))),
      .init("next month", .day(.startOfMonth(1))),
      .init("last month", .day(.startOfMonth(-1))),
      .init("this year", .day(.startOfYear(0))),
      .init("next year", .day(.startOfYear(1))),
      .init("last year", .day(.startOfYear(-1))),
      .init("end of month", .day(.endOfMonth)),
      .init("end of the month", .day(.endOfMonth)),
      .init("eom", .day(.endOfMonth)),
      .init("morning", .part(nil, .morning)),
      .init("afternoon", .part(nil, .afternoon)),
      .init("evening", .part(nil, .night)),
      .init("night", .part(nil, .night)),
      .init("at night", .part(nil, .night)),
      .init("noon", .time(12 * 3_600)),
      .init("12 noon", .time(12 * 3_600)),
      .init("midday", .time(12 * 3_600)),
      // Of a day that is named, its end.
      .init("midnight", .time(24 * 3_600)),
      .init("12 midnight", .time(24 * 3_600)),
      .init("in the", .filler),
      .init("in", .ahead),
      .init("at", .clock),
      .init("on", .filler),
      .init("the", .filler),
    ] + endings + weekdays

  /// Ends of days and weeks: of the work, for many people.
  private static let endings = [
    (["eod", "end of day", "end of the day"], ["17:00", "midnight"]),
    (["eow", "end of week", "end of the week"], ["friday 17:00", "sunday midnight"]),
    (["christmas", "xmas"], ["Dec 24", "Dec 25"]),
  ].flatMap { names, meanings in names.map { TimeWord($0, .ambiguous(meanings)) } }

  private static let weekdays = [
    ["monday", "mon"], ["tuesday", "tue", "tues"], ["wednesday", "wed", "weds"],
    ["thursday", "thu", "thur", "thurs"], ["friday", "fri"], ["saturday", "sat"],
    ["sunday", "sun"],
  ].enumerated().flatMap { weekday, names in
    names.flatMap { name in
      [
        TimeWord(name, .day(.weekday(weekday))),
        TimeWord("this " + name, .day(.weekday(weekday))),
        TimeWord("next " + name, .day(.nextWeekday(weekday))),
        TimeWord("last " + name, .day(.lastWeekday(weekday))),
      ]
    }
  }

  private init(_ name: String, _ meaning: Meaning) {
    self.name = name
    self.meaning = meaning
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
  private static let numbers: [String: Int] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50,
  ]

  /// Words that count units, often with an article or an `of`.
  private static let portions: [String: Double] = [
    "half": 0.5, "quarter": 0.25, "couple": 2, "½": 0.5, "¼": 0.25, "¾": 0.75,
  ]

  /// Words for numbers that nobody knows.
  static let vagueNumbers: Set<String> = ["few", "several", "some"]

  /// The value of a number as a word, without articles and portions.
  static func number(_ text: String) -> Int? { numbers[text] }

  /// The value of `half`, `quarter`, `couple` or a sign such as `½`.
  static func portion(_ text: String) -> Double? { portions[text] }

  /// Whether the word is `a` or `an`.
  static func isArticle(_ text: String) -> Bool { text == "a" || text == "an" }

  /// Whether a duration may start with the word.
  static func startsDuration(_ text: String) -> Bool {
    isArticle(text) || vagueNumbers.contains(text) || numbers[text] != nil || portions[text] != nil
  }

  /// Looks up a text in lower case.
  static func named(_ text: String) -> TimeWord? { byName[text] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The words to suggest for misspelled ones.
  static let names = all.filter(\.isSuggested).map(\.name)

  /// Whether it ends in a short name of a weekday, as in `next wed`.
  var isAbbreviation: Bool {
    switch meaning {
    case .day(.weekday), .day(.nextWeekday), .day(.lastWeekday):
      !name.hasSuffix("day") && !name.hasSuffix("weekend")
    default: false
    }
  }

  /// Whether it is suggested; not a weekday after another word, as in `next monday`.
  private var isSuggested: Bool {
    switch meaning {
    case .filler, .ahead, .clock, .ambiguous: false
    case .day(.weekday), .day(.nextWeekday), .day(.lastWeekday): !name.contains(" ")
    case .day, .time, .part: true
    }
  }
}

/// A part of a day, which says how to read an hour of twelve: `tonight at 9` is 21:00.
enum DayPart: Sendable, Hashable {
  case morning, afternoon
  /// The evening, and the night that follows it.
  case night

  /// The time if no other is given, in seconds since midnight.
  var usual: Double {
    switch self {
    case .morning: 9 * 3_600
    case .afternoon: 15 * 3_600
    case .night: 20 * 3_600
    }
  }

  /// Resolves a time of day in this part; nil if it is outside.
  ///
  /// After midnight it is above 24 hours, as it is on the next day.
  func second(of time: Double, isExact: Bool) -> Double? {
    let hour = 3_600.0
    var second = time
    switch self {
    case .morning: return second < 12 * hour ? second : nil
    case .afternoon:
      if !isExact, second >= hour, second < 7 * hour { second += 12 * hour }
      return (12 * hour..<19 * hour).contains(second) ? second : nil
    case .night:
      if !isExact, second >= 5 * hour, second < 13 * hour { second += 12 * hour }
      if second < 6 * hour { second += 24 * hour }
      return (16 * hour..<30 * hour).contains(second) ? second : nil
    }
  }
}
