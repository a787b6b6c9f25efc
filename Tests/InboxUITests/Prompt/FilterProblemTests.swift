import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

struct FilterProblemTests {
  private static let mistakes: [(text: String, message: String)] = [
    ("sorce:x", "unknown filter 'sorce'; did you mean 'source'?"),
    (
      "colour:x",
      "unknown filter 'colour'; expected is, source, category, thread, tag, on, priority, "
        + "occurrences, before, after, age, text, url, title, id, has, custom.NAME or text in quotes"
    ),
    ("is:unred", "'is' does not take 'unred'; did you mean 'unread'?"),
    ("source:*", "'source' does not take '*'; expected PATH, =PATH or PATH/*"),
    ("before:2026-02-31", "'before' takes a time: there is no day '2026-02-31'"),
    ("after:2d", "'after' takes a time: '2d' needs a sign, + or -; expected -2d or +2d"),
    ("before:tody", "'before' takes a time: 'tody' is not a time; did you mean 'today'?"),
    ("before:x", "'before' takes a time: 'x' is not a time; expected today, yesterday, monday"),
    ("tag:", "'tag' has no value; expected NAME"), ("is>=x", "'is' does not take '>='; expected :"),
    ("x -", "nothing follows the '-'"), ("\"x", "the quote is not closed"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported as one of a moment is`(text: String, message: String) {
    let problem = #expect(throws: FilterError.self) {
      try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
    }
    #expect(problem?.message.hasPrefix(message) == true, "\(problem?.message ?? "")")
  }

  @Test func `a mistake is reported without control characters`() {
    let problem = FilterError(column: 1, kind: .unknownWord("a\u{1B}[2J"))
    #expect(problem.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
