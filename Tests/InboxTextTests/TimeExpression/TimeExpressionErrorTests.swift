import Foundation
import InboxText
import InboxTestSupport
import Testing

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
