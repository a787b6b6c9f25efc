import InboxText
import Testing

/// Fuzzy matches of names.
struct FuzzyMatchTests {
  @Test(arguments: [
    ("tgr", "toggle-read", true), ("TGR", "toggle-read", true), ("rt", "toggle-read", false),
    ("", "x", true), ("x", "", false), ("readd", "toggle-read", false), ("ééé", "éaéaé", true),
  ])
  func `characters are found in their order`(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect((FuzzyMatch.score(of: pattern, in: text) != nil) == matches)
  }

  @Test(arguments: [
    ("tr", "toggle-read", "restore"), ("read", "toggle-read", "reload-and"),
    ("und", "undo", "unbound"), ("sn", "snooze", "search-next"), ("mr", "mark-range", "marker"),
  ])
  func `what begins words or stands in a row is better`(
    _ pattern: String, _ better: String, _ worse: String
  ) {
    let scores = [better, worse].map { FuzzyMatch.score(of: pattern, in: $0) ?? .min }
    #expect(scores[0] > scores[1])
  }
}
