import InboxTestSupport
import Testing

@testable import InboxCore

/// Filters with a negated word, which most messages may have.
@Suite struct ExclusionTests {
  private let inbox: Inbox
  private let query: MessageQuery

  init() throws {
    inbox = try .testing(maximumCount: 0)
    let rare: Set = [40, 1_500, 2_700, 2_990]
    let payloads = (1...3_000).map { Payload.make(rare.contains($0) ? "rare \($0)" : "common") }
    try inbox.push(payloads, defaultSource: "test")
    query = MessageQuery(filter: try MessageFilter("-common"))
  }

  @Test func `rows are reported as they are found`() throws {
    var reports: [InboxSnapshot] = []
    let whole = try inbox.snapshot(of: query, in: .init(limit: 10)) { reports.append($0) }
    #expect(whole.rows.map(\.title) == ["rare 2990", "rare 2700", "rare 1500", "rare 40"])
    #expect(whole.isComplete && !whole.hasLater)
    let titles = reports.map { $0.rows.map(\.title) }
    #expect(titles == [["rare 2990"], ["rare 2990", "rare 2700", "rare 1500"]])
    #expect(reports.allSatisfy { !$0.isComplete && $0.hasLater })
  }

  @Test func `rows of a window that does not begin at the top are not reported`() throws {
    for anchor in [MessageWindow.Anchor.bottom, .around(1_500)] {
      let snapshot = try inbox.snapshot(of: query, in: .init(anchor: anchor, limit: 10)) { _ in
        Issue.record("\(anchor)")
      }
      #expect(snapshot.rows.count == 4)
    }
  }

  /// Excluded words and phrases, whether the texts of rows are read, and how many rows are left.
  @Test(arguments: [
    ("-rare", true, 2_996), ("-\"rare 40\"", true, 2_999), ("-ra -xyz", true, 2_996),
    ("-common", false, 4), ("-\"common\"", false, 4), ("-com -\"rare 40\"", false, 3),
  ])
  func `words that few rows have are sought in the texts, others in the full-text index`(
    text: String, readsTexts: Bool, expected: Int
  ) throws {
    let filter = try MessageFilter(text)
    for order in MessageOrder.allCases {
      let rows = try inbox.snapshot(
        of: .init(filter: filter, order: order), in: .init(limit: 3_000)
      ).rows
      #expect(rows.count == expected)
    }
    let texts = try inbox.store.read { try FilterCriteria(filter, at: .testing).textFilter(in: $0) }
    #expect(texts?.isOfAllRows == readsTexts)
  }

  @Test func `matches far behind the first rows are found in the texts`() throws {
    let payloads = (1...300).map { Payload.make($0 > 250 ? "near \($0)" : "other") }
    try inbox.push(payloads, defaultSource: "test")
    let filter = try MessageFilter("near OR -other")
    let near = try MessageFilter("near")
    for order in [MessageOrder.newest, .oldest] {
      let rows = try inbox.snapshot(of: .init(filter: near, order: order), in: .init(limit: 60))
        .rows
      #expect(rows.count == 50)
      #expect(rows.first?.title == (order == .newest ? "near 300" : "near 251"))
    }
    #expect(try inbox.count(matching: filter) == 3_050)
  }
}

@Suite struct BudgetTests {
  private let inbox: Inbox
  private let long: MessageQuery

  init() throws {
    inbox = try .testing(maximumCount: 0)
    let payloads = (1...2_000).map { Payload.make("common \($0)") }
    try inbox.push(payloads, defaultSource: "test")
    long = MessageQuery(filter: try MessageFilter("-common"))
  }

  @Test func `a read that takes longer is given up, and the next one is not`() throws {
    #expect(throws: InboxError.overBudget) {
      try inbox.at(1).snapshot(of: long, in: .init(limit: 10), within: .zero)
    }
    #expect(throws: InboxError.overBudget) {
      try inbox.at(1).counts(of: [long.filter], within: .zero)
    }
    #expect(try inbox.at(1).snapshot(of: long, in: .init(limit: 10)).rows.isEmpty)
    #expect(try inbox.at(1).counts(of: [long.filter]) == [0])
  }

  @Test func `a read that is given up leaves the inbox writable`() throws {
    _ = try? inbox.at(1).snapshot(of: long, in: .init(limit: 10), within: .zero)
    try inbox.at(2).push(.make("rare"), from: "test")
    let rows = try inbox.at(3).snapshot(of: long, in: .init(limit: 10), within: .seconds(60)).rows
    #expect(rows.map(\.title) == ["rare"])
  }
}
