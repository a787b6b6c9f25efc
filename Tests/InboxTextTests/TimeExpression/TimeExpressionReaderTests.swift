import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxText

/// Texts read on Saturday, 31 January 2026, at 13:00 in Berlin, which is 12:00 in UTC.
@Suite struct MomentReaderTests {
  private let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)

  @Test(arguments: rows(of: "moments"))
  func `what people write means a moment ahead`(_ row: [String]) throws {
    #expect(RFC3339.string(from: try reader.date(row[0])) == row[1])
    #expect(RFC3339.string(from: try reader.futureDate(row[0])) == row[1])
  }

  @Test(arguments: rows(of: "past-moments"))
  func `what is over is reported where only the future will do`(_ row: [String]) throws {
    let date = try reader.date(row[0])
    #expect(RFC3339.string(from: date) == row[1])
    #expect(throws: TimeExpressionError(column: 1, kind: .past(date, in: reader.timeZone))) {
      try reader.futureDate(row[0])
    }
  }

  @Test func `only a duration is taken for one`() throws {
    #expect(try reader.futureDate(after: "1h30m") == .testing(5_400))
    for text in ["-1m", "0s", "0d"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(after: text) }
      #expect(problem?.kind == .emptyDuration(text))
    }
    for text in ["tomorrow", "17:30", "2026-12-24", "1798135200"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(after: text) }
      #expect(problem?.kind == .noDuration(text))
    }
  }

  @Test func `nobody waits for more than ten years, but until any date`() throws {
    #expect(try reader.futureDate("3653d") > .testing(3_652 * 86_400))
    for text in ["3654d", "100000d", "3653d 1s"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(text) }
      #expect(problem?.kind == .longDuration(text, days: 3_653))
      #expect(throws: Never.self) { try reader.date(text) }
    }
    #expect(throws: Never.self) { try reader.futureDate("2300-01-01") }
  }

  @Test func `a night that has begun is over as tonight`() throws {
    let late = TimeExpressionReader(now: .testing(8 * 3_600), timeZone: .berlin)
    let problem = TimeExpressionError(
      column: 1, kind: .past(.testing(7 * 3_600), in: .berlin),
      expected: ["22:00", "tomorrow evening"])
    #expect(throws: problem) { try late.futureDate("tonight") }
    #expect(throws: problem) { try late.futureDate("this evening") }
    for text in problem.expected { _ = try late.futureDate(text) }
    let latest = TimeExpressionReader(now: .testing(10.5 * 3_600), timeZone: .berlin)
    let last = #expect(throws: TimeExpressionError.self) { try latest.futureDate("tonight") }
    #expect(last?.expected == ["midnight", "tomorrow evening"])
    #expect(try late.futureDate("evening") == .testing(31 * 3_600))
  }

  @Test(arguments: [
    ("2026-01-29T12:00:00Z", "this weekend", "2026-01-31T08:00:00Z"),
    ("2026-01-31T07:00:00Z", "this weekend", "2026-01-31T08:00:00Z"),
    ("2026-01-31T09:00:00Z", "this weekend", "2026-02-01T08:00:00Z"),
    ("2026-01-31T09:00:00Z", "this weekend evening", "2026-01-31T19:00:00Z"),
    ("2026-02-01T07:00:00Z", "this weekend", "2026-02-01T08:00:00Z"),
    ("2026-02-01T09:00:00Z", "this weekend 20:00", "2026-02-01T19:00:00Z"),
    ("2026-02-01T09:00:00Z", "weekend", "2026-02-07T08:00:00Z"),
  ])
  func `this weekend is what is left of it`(now: String, text: String, expected: String) throws {
    let now = try #require(RFC3339.date(from: now))
    let date = try TimeExpressionReader(now: now, timeZone: .berlin).futureDate(text)
    #expect(RFC3339.string(from: date) == expected)
  }

  @Test func `on Sunday evening this weekend is over`() throws {
    let now = try #require(RFC3339.date(from: "2026-02-01T18:00:00Z"))
    let reader = TimeExpressionReader(now: now, timeZone: .berlin)
    #expect(throws: TimeExpressionError.self) { try reader.futureDate("this weekend") }
  }
}

@Suite struct MomentProblemTests {
  private let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)

  private static let mistakes: [(String, Int, TimeExpressionError.Kind, String?)] = [
    ("", 1, .missing, nil), (" ", 1, .missing, nil), ("at", 1, .missing, nil),
    ("soon", 1, .unknownWord("soon"), "noon"), ("tomorow", 1, .unknownWord("tomorow"), "tomorrow"),
    ("this evning", 6, .unknownWord("evning"), "evening"),
    ("thsi evening", 1, .unknownWord("thsi evening"), "this evening"),
    ("next fryday", 6, .unknownWord("fryday"), "friday"),
    ("the 24th of decembr", 13, .unknownWord("decembr"), "december"),
    ("friday last wek", 13, .unknownWord("wek"), "week"), ("next", 1, .unknownWord("next"), nil),
    ("next wek", 6, .unknownWord("wek"), "week"),
    ("tomorrow whenever", 10, .unknownWord("whenever"), nil),
    ("10x", 3, .unknownUnit("x"), nil), ("1h 30q", 6, .unknownUnit("q"), nil),
    ("10", 1, .missingUnit("10"), nil), ("1h305", 3, .missingUnit("305"), nil),
    ("-d", 2, .unknownWord("d"), nil), ("-", 1, .unknownWord("-"), nil),
    ("5/12/2026", 1, .ambiguousDate("5/12/2026"), nil), ("2026-1-5", 1, .unknownWord("2026-"), nil),
    ("25:00", 1, .noSuchTime("25:00"), nil), ("17:60", 1, .noSuchTime("17:60"), nil),
    ("17:3", 1, .noSuchTime("17:3"), nil), ("13pm", 1, .noSuchTime("13pm"), nil),
    ("0am", 1, .noSuchTime("0am"), nil), ("2026-02-30", 1, .noSuchDay("2026-02-30"), nil),
    ("2026-02-30T10:00", 1, .noSuchDay("2026-02-30"), nil),
    ("monday 2026-13-01", 8, .noSuchDay("2026-13-01"), nil),
    ("9am 10am", 5, .misplaced("10am"), nil), ("tonight 9pm 10pm", 13, .misplaced("10pm"), nil),
    ("monday tuesday", 8, .misplaced("tuesday"), nil), ("monday 2h", 8, .misplaced("2h"), nil),
    ("2h monday", 4, .unknownWord("monday"), nil), ("9999999w", 1, .tooFar, nil),
    ("999999w", 1, .tooFar, nil), ("999999999999999", 1, .tooFar, nil),
    ("999999 years", 1, .tooFar, nil), ("1.5 months", 1, .partOfMonth, nil),
    ("12/11", 1, .ambiguousDate("12/11"), nil), ("3-4-27", 1, .ambiguousDate("3-4-27"), nil),
    ("monday 3/4", 8, .ambiguousDate("3/4"), nil), ("13/14", 1, .unknownWord("13/"), nil),
    ("9.75pm", 1, .noSuchTime("9.75pm"), nil), ("Feb 30", 1, .noSuchDay("feb 30"), nil),
    ("31.04.2026", 1, .noSuchDay("31.04.2026"), nil),
    ("Fri, 24 Dec 2026 18:00:00 +0100", 6, .noSuchDay("Fri, 24 Dec 2026 18:00:00 +0100"), nil),
    ("2 hours ago from now", 9, .misplaced("ago"), nil), ("at 24", 4, .noSuchTime("24"), nil),
    ("9", 1, .missingUnit("9"), nil), ("next noon", 6, .unknownWord("noon"), nil),
    ("10 +0100", 1, .unknownWord("10+"), nil), ("Fri Dec 24", 1, .noSuchDay("Fri Dec 24"), nil),
    ("a", 1, .missingUnit("a"), nil),
    ("💣", 1, .unknownWord("💣"), nil), ("１０m", 1, .unknownWord("１０m"), nil),
  ]

  @Test(arguments: mistakes.indices) func `a mistake is reported with its place`(_ index: Int) {
    let (text, column, kind, nearest) = Self.mistakes[index]
    let problem = #expect(throws: TimeExpressionError.self) { try reader.date(text) }
    #expect(problem?.column == column, "\(text)")
    #expect(problem?.kind == kind, "\(text)")
    #expect(problem?.nearest == nearest, "\(text)")
  }

  @Test(arguments: [
    ("3/4", ["3 Apr", "4 Mar"]), ("12/11", ["12 Nov", "11 Dec"]),
    ("3/4/2027", ["3 Apr 2027", "4 Mar 2027"]), ("3/4/27", ["3 Apr 2027", "4 Mar 2027"]),
  ]) func `a date with either order is refused with the ways to write it`(
    _ text: String, _ expected: [String]
  ) throws {
    let problem = #expect(throws: TimeExpressionError.self) { try reader.date(text) }
    #expect(problem?.kind == .ambiguousDate(text))
    #expect(problem?.expected == expected)
    for text in expected { _ = try reader.date(text) }
  }

  @Test func `any bytes are read or refused`() {
    var random = SeededRandom(seed: 7)
    let pieces = [
      "1", "m", " ", "mon", "day", "-", ":", "t", "2026-12-24", "am", "９", "e\u{301}", ".", "dec",
      " at ", "half", " ago", "+0100", "@", "month", ",", "tonight", "/", "P", "M", "½", " from ",
      "next ", "week", "in 2 weeks", "24th", "CET", "midnight", "a ", "quarter", "of", "999999",
      "years", "20261224", "now", "0900", " in the ", "night",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      _ = (try? reader.futureDate(text), try? reader.boundary(text))
      guard let date = try? reader.date(text) else { continue }
      #expect(RFC3339.seconds.contains(date.timeIntervalSince1970))
    }
  }
}

/// In Berlin the clocks skip 2:00 to 3:00 on 29 March 2026 and repeat it on 25 October; in New
/// York they do so on 8 March and, from 1:00 to 2:00, on 1 November.
@Suite struct ClockChangeTests {
  @Test(arguments: rows(of: "clock-changes"))
  func `a changed clock moves no appointment`(_ row: [String]) throws {
    let now = try #require(RFC3339.date(from: row[1]))
    let reader = TimeExpressionReader(now: now, timeZone: .named(row[0]))
    #expect(RFC3339.string(from: try reader.date(row[2])) == row[3])
  }

  @Test func `every time of every day of a year is found on the clock again`() throws {
    for zone in [TimeZone.berlin, .newYork] {
      let start = try #require(RFC3339.date(from: "2026-01-01T12:00:00Z"))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for day in 0..<365 {
        let now = start.addingTimeInterval(Double(day) * 86_400)
        for hour in 0..<24 {
          let date = try TimeExpressionReader(now: now, timeZone: zone).date("tomorrow \(hour):30")
          let shown = calendar.dateComponents([.hour, .minute], from: date)
          let isSkipped = hour == 2 && shown.hour == 3
          #expect(shown.minute == 30 && (shown.hour == hour || isSkipped), "\(now) \(hour)")
        }
      }
    }
  }

  @Test func `days in a filter begin at midnight and those of the week are over`() throws {
    let now = try #require(RFC3339.date(from: "2026-03-30T12:00:00Z"))
    let words: [(String, String)] = [
      ("today", "2026-03-29T22:00:00Z"), ("monday", "2026-03-29T22:00:00Z"),
      ("sunday", "2026-03-28T23:00:00Z"), ("tue", "2026-03-23T23:00:00Z"),
      ("17:30", "2026-03-30T15:30:00Z"), ("1798135200", "2026-12-24T18:00:00Z"),
      ("\"yesterday 9am\"", "2026-03-29T07:00:00Z"),
    ]
    for (word, expected) in words {
      let filter = try MessageFilter(parsing: "after:" + word, now: now, timeZone: .berlin)
      let date = try #require(RFC3339.date(from: expected))
      #expect(filter.terms == [.init(.after(.at(date)))], "\(word)")
    }
    #expect(throws: FilterError.self) {
      try MessageFilter(parsing: "after:2d", now: now, timeZone: .berlin)
    }
  }
}
