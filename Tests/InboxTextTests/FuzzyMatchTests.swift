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

  @Test(arguments: [
    ("nord", "theme nord", [6, 7, 8, 9]), ("read", "thread read", [7, 8, 9, 10]),
    ("read", "bread", [1, 2, 3, 4]), ("tn", "theme nord", [0, 6]), ("x", "theme", []),
    ("", "theme", []), ("longer", "long", []),
  ])
  func `offsets are those of the pattern in a row, else of its characters`(
    _ pattern: String, _ text: String, _ offsets: [Int]
  ) {
    #expect(FuzzyMatch.offsets(of: pattern, in: text) == offsets)
  }
}
