import InboxText
import Testing

@Suite struct NearestNameTests {
  private static let known = [
    "is", "source", "thread", "tag", "priority", "before", "solarized-dark",
  ]

  @Test(arguments: [
    ("thraed", "thread"), ("THREAD", "thread"), ("priorty", "priority"), ("befroer", "before"),
    ("sorce", "source"), ("tags", "tag"), ("si", "is"),
    ("Solarized-drak", "solarized-dark"),
  ])
  func `a slip of the fingers leads to the name`(_ text: String, _ name: String) {
    #expect(NearestName.nearest(to: text, in: Self.known) == name)
  }

  @Test(arguments: ["", "https", "ab", "trad", "foresee", "isRead", "coarse"])
  func `what is more than a third off is no slip`(_ text: String) {
    #expect(NearestName.nearest(to: text, in: Self.known) == nil)
  }

  @Test func `among a few words more may differ, but not the first letter`() {
    #expect(NearestName.nearest(to: "hear", in: ["next", "here"], within: 2) == "here")
    for text in ["hear", "rest"] {
      #expect(NearestName.nearest(to: text, in: ["next"], within: 2) == nil)
    }
  }

  @Test func `of several that are as near the first of the alphabet is meant`() {
    #expect(NearestName.nearest(to: "rat", in: ["mat", "cat", "hat"]) == "cat")
    #expect(NearestName.nearest(to: "mats", in: ["cat", "mat"]) == "mat")
  }
}

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
