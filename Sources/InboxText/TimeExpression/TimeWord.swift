/// The words and phrases of time expressions.
enum TimeWord {
  /// The meaning of a word.
  enum Meaning: Sendable, Hashable {
    case day(TimeExpressionDay)
    /// Seconds since midnight; an exact time says which half of the day it is in.
    case time(Double, isExact: Bool)
    /// A part of a day, with the day if it implies one: `evening`, `tonight`.
    case part(TimeExpressionDay?, DayPart)
    case zone(TimeExpressionZone)
    /// A name with two meanings, so that it is refused with the ways to write them.
    case ambiguous(String, [String])
    /// Marks a duration from now: `in`.
    case ahead
    /// Marks a bare hour: `at`.
    case clock
    /// Is ignored: `on`, `the`.
    case filler
  }

  /// Every word with its synonyms.
  private static let rows: [(names: String, meaning: Meaning)] =
    spans + [
      ("today", .day(.relative(0))), ("tomorrow|tmrw|tmr", .day(.relative(1))),
      ("yesterday", .day(.relative(-1))), ("day after tomorrow", .day(.relative(2))),
      ("day before yesterday", .day(.relative(-2))),
      ("tonight", .part(.relative(0), .night)), ("last night", .part(.relative(-1), .night)),
      ("this morning", .part(.relative(0), .morning)),
      ("this afternoon", .part(.relative(0), .afternoon)),
      ("this evening", .part(.relative(0), .night)),
      ("weekend", .day(.weekday(5))), ("this weekend", .day(.thisWeekend)),
      ("last weekend", .day(.inWeek(-1, weekday: 5))),
      // On a Tuesday, some people mean the Saturday of this week, and some that of the next.
      ("next weekend", .day(.either([.nextWeekday(5), .inWeek(1, weekday: 5)]))),
      ("week after next", .day(.inWeek(2, weekday: nil))),
      (
        "end of month|end of the month|eom",
        .day(.after(.startOfMonth(1), months: 0, days: -1))
      ),
      ("morning", .part(nil, .morning)), ("afternoon", .part(nil, .afternoon)),
      ("evening|night|at night", .part(nil, .night)),
      ("noon|12 noon|midday", .time(12 * 3_600, isExact: true)),
      // Of a day that is named, its end.
      ("midnight|12 midnight", .time(24 * 3_600, isExact: true)),
      ("in", .ahead), ("at", .clock), ("in the|on|the", .filler),
    ] + weekdays

  private static let spans: [(names: String, meaning: Meaning)] =
    [("this", 0), ("next", 1), ("last", -1)].flatMap { word, count in
      [
        (word + " week", .day(.inWeek(count, weekday: nil))),
        (word + " month", .day(.startOfMonth(count))), (word + " year", .day(.startOfYear(count))),
      ]
    }

  private static let weekdays: [(names: String, meaning: Meaning)] = [
    "monday|mon", "tuesday|tue|tues", "wednesday|wed|weds", "thursday|thu|thur|thurs",
    "friday|fri", "saturday|sat", "sunday|sun",
  ].enumerated().flatMap { weekday, names in
    [
      ("", .weekday(weekday)), ("this ", .weekday(weekday)), ("next ", .nextWeekday(weekday)),
      ("last ", .lastWeekday(weekday)),
    ].map { word, day in
      (names.split(separator: "|").map { word + $0 }.joined(separator: "|"), .day(day))
    }
  }

  /// Ends of days and weeks, of the work for many people, and other names with two meanings.
  private static let ambiguous = [
    (["eod", "end of day", "end of the day"], ["17:00", "midnight"]),
    (["eow", "end of week", "end of the week"], ["friday 17:00", "sunday midnight"]),
    (["christmas", "xmas"], ["Dec 24", "Dec 25"]),
  ].flatMap { names, meanings in names.map { ($0, Meaning.ambiguous($0, meanings)) } }

  private static let byName = Dictionary(
    uniqueKeysWithValues: rows.flatMap { names, meaning in
      names.split(separator: "|").map { (String($0), meaning) }
    } + ambiguous)

  /// Looks up a text in lower case.
  static func meaning(of text: String) -> Meaning? { byName[text] }

  /// The words to suggest for misspelled ones, without the fillers.
  ///
  /// Of a weekday behind another word, as in `next monday`, only the full name.
  static let names = rows.flatMap { names, meaning -> [String] in
    let names = names.split(separator: "|").map(String.init)
    return switch meaning {
    case .filler, .ahead, .clock: []
    case .day(.weekday), .day(.nextWeekday), .day(.lastWeekday):
      names[0].contains(" ") ? [names[0]] : names
    default: names
    }
  }

  /// The names of the months; they may be abbreviated to three letters.
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of a month from 1; nil for other words.
  static func month(_ text: String) -> Int? {
    let name = text == "sept" ? "sep" : text
    return months.firstIndex { $0 == name || $0.prefix(3) == name }.map { $0 + 1 }
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
