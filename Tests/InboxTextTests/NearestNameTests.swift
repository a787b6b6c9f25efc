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
