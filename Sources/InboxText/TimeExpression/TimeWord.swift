/// The words and phrases of time expressions.
package enum TimeWord {
  /// The meaning of a word.
  enum Meaning: Sendable, Hashable {
    case day(TimeExpressionDay)
    /// Seconds since midnight; an exact time says which half of the day it is in.
    case time(Double, isExact: Bool)
    /// A part of a day, with the day if it implies one: `evening`, `tonight`.
    case part(TimeExpressionDay?, DayPart)
    case zone(TimeExpressionZone)
    /// Has two meanings, so that it is refused with the ways to write them.
    case ambiguous([String])
    /// Marks a duration from now: `in`.
    case ahead
    /// Marks a bare hour: `at`.
    case clock
    /// Is ignored: `on`, `the`.
    case filler
  }

  /// Every word with its synonyms.
  private static let rows: [(names: [String], meaning: Meaning)] =
    spans + [
      (["today"], .day(.relative(0))), (["tomorrow", "tmrw", "tmr"], .day(.relative(1))),
      (["yesterday"], .day(.relative(-1))), (["day after tomorrow"], .day(.relative(2))),
      (["day before yesterday"], .day(.relative(-2))),
      (["tonight", "tonite"], .part(.relative(0), .night)),
      (["last night"], .part(.relative(-1), .night)),
      (["this morning"], .part(.relative(0), .morning)),
      (["this afternoon"], .part(.relative(0), .afternoon)),
      (["this evening"], .part(.relative(0), .night)),
      (["weekend"], .day(.weekday(5))), (["this weekend"], .day(.thisWeekend)),
      (["last weekend"], .day(.inWeek(-1, weekday: 5))),
      // On a Tuesday, some people mean the Saturday of this week, and some that of the next.
      (["next weekend"], .day(.either([.nextWeekday(5), .inWeek(1, weekday: 5)]))),
      (["week after next"], .day(.inWeek(2, weekday: nil))),
      (
        ["end of month", "end of the month", "eom"],
        .day(.after(.startOfMonth(1), months: 0, days: -1))
      ),
      (["morning"], .part(nil, .morning)), (["afternoon"], .part(nil, .afternoon)),
      (["evening", "night", "at night"], .part(nil, .night)),
      (["noon", "12 noon", "midday"], .time(12 * 3_600, isExact: true)),
      // Of a day that is named, its end.
      (["midnight", "12 midnight"], .time(24 * 3_600, isExact: true)),
      (["in"], .ahead), (["at"], .clock), (["in the", "on", "the"], .filler),
      // The end of the day, or of the work.
      (["eod", "end of day", "end of the day"], .ambiguous(["17:00", "midnight"])),
      (
        ["eow", "end of week", "end of the week"], .ambiguous(["friday 17:00", "sunday midnight"])
      ),
      (["christmas", "xmas"], .ambiguous(["Dec 24", "Dec 25"])),
    ] + weekdays

  private static let spans: [(names: [String], meaning: Meaning)] =
    [("this", 0), ("next", 1), ("last", -1)].flatMap { word, count in
      [
        ([word + " week"], .day(.inWeek(count, weekday: nil))),
        ([word + " month"], .day(.startOfMonth(count))),
        ([word + " year"], .day(.startOfYear(count))),
      ]
    }

  private static let weekdays: [(names: [String], meaning: Meaning)] = [
    ["monday", "mon"], ["tuesday", "tue", "tues"], ["wednesday", "wed", "weds"],
    ["thursday", "thu", "thur", "thurs"], ["friday", "fri"], ["saturday", "sat"],
    ["sunday", "sun"],
  ].enumerated().flatMap { weekday, names in
    [
      ("", .weekday(weekday)), ("this ", .weekday(weekday)), ("next ", .nextWeekday(weekday)),
      ("last ", .lastWeekday(weekday)),
    ].map { word, day in (names.map { word + $0 }, .day(day)) }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: rows.flatMap { names, meaning in names.map { ($0, meaning) } })

  /// Looks up a text in lower case.
  static func meaning(of text: String) -> Meaning? { byName[text] }

  /// The words to suggest for misspelled ones, without the fillers.
  ///
  /// Of a weekday behind another word, as in `next monday`, only the full name.
  static let names = rows.flatMap { names, meaning -> [String] in
    switch meaning {
    case .filler, .ahead, .clock, .ambiguous: []
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
  package static func month(_ text: String) -> Int? {
    let name = text == "sept" ? "sep" : text
    return months.firstIndex { $0 == name || $0.prefix(3) == name }.map { $0 + 1 }
  }
}

/// A part of a day, which says how to read an hour of twelve: `tonight at 9` is 21:00.
enum DayPart: Sendable, Hashable {
  case morning, afternoon
  /// The evening, and the night that follows it.
  case night

  /// The usual hour, all hours, and those of twelve that are after noon; after midnight above 24.
  private var hours: (usual: Double, all: Range<Double>, ofTwelve: Range<Double>) {
    switch self {
    case .morning: (9, 0..<12, 0..<0)
    case .afternoon: (15, 12..<19, 1..<7)
    case .night: (20, 16..<30, 5..<13)
    }
  }

  /// The time if no other is given, in seconds since midnight.
  var usual: Double { hours.usual * 3_600 }

  /// Resolves a time of day in this part; nil if it is outside.
  ///
  /// After midnight it is above 24 hours, as it is on the next day.
  func second(of time: Double, isExact: Bool) -> Double? {
    var added = !isExact && hours.ofTwelve.contains(time / 3_600) ? 12.0 : 0
    if self == .night, time / 3_600 + added < 6 { added = 24 }
    return hours.all.contains(time / 3_600 + added) ? time + added * 3_600 : nil
  }
}
