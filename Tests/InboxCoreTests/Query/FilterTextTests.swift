import InboxText
import InboxCore
import InboxTestSupport
import Testing

@Suite struct FilterTextTests {
  @Test func `a filter prints in filter words`() throws {
    let filter = try MessageFilter(
      #"IS:unread -priority:4 source:ntfy/* before:-48h "disk full" tag:"a b" x"#)
    #expect(
      filter.text == #"is:unread -priority=high source:ntfy/* before:-2d "disk full" tag:"a b" x"#)
    #expect(MessageFilter.all.text.isEmpty)
    #expect(MessageFilter.trash.text == "is:deleted")
  }

  @Test(arguments: 0..<300) func `what is printed reads back as the same filter`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let filter = MessageFilter((0..<4).map { _ in .random(using: &random) })
    let again = try MessageFilter(filter.text)
    #expect(again == filter, "\(filter.text)")
    #expect(again.text == filter.text)
  }
}

extension MessageFilter.Term {
  fileprivate static func random(using random: inout SeededRandom) -> Self {
    .init(.random(using: &random), isNegated: Bool.random(using: &random))
  }
}

extension MessageFilter.Condition {
  fileprivate static func random(using random: inout SeededRandom) -> Self {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: .status(random.pick(Status.allCases))
    case 1: random.pick([.pinned, .anyState, .needed, .opened])
    case 2: .phase(random.pick(MessageFilter.Phase.allCases))
    case 3:
      .source(
        random.pick([
          "cli", "ntfy/ops", "ntfy/*", "ntfy/\\*", "a b/*", "\"q", "=cli", "=a b", "=/*",
        ]))
    case 4: .category(text(using: &random))
    case 5: .thread(text(using: &random))
    case 6: .tag(text(using: &random))
    case 7:
      .priority(
        random.pick(MessageFilter.Comparison.allCases), random.pick(Priority.allCases))
    case 8: .before(moment(using: &random))
    case 9: .after(moment(using: &random))
    case 10: .word(text(using: &random))
    case 12: .machine(text(using: &random))
    case 11: .part(text(using: &random))
    case 13: .url(text(using: &random))
    case 14: .id(text(using: &random))
    case 15: random.pick([.hasLink, .hasPicture, .hasAction])
    case 16:
      .custom(
        random.pick([["cpu"], ["Labels", "é-1", "0"]]),
        random.pick(MessageFilter.Comparison.allCases), "-90.5")
    case 17: .custom(["a"], .equal, text(using: &random))
    default: .phrase(text(using: &random))
    }
  }

  private static func text(using random: inout SeededRandom) -> String {
    let pieces = [
      "a", "disk", " ", "-", "\"", "\\", ":", "is:read", "*", "é", "👩‍👧", "\t", "=", "\0",
    ]
    return (0..<Int.random(in: 1..<5, using: &random)).map { _ in random.pick(pieces) }.joined()
  }

  private static func moment(using random: inout SeededRandom) -> TimeBoundary {
    Bool.random(using: &random)
      ? .at(.testing(Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 8))
      : .relative(seconds: Double(Int.random(in: -99_999...99_999, using: &random)))
  }
}
