import Foundation
import GRDB
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
    _ = try inbox.push(payloads, defaultSource: "test")
    query = MessageQuery(
      filter: try MessageFilter(parsing: "-common", now: .testing, timeZone: .gmt))
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
    for anchor in [MessageWindow.Anchor.bottom, .around(MessageNumber(1_500))] {
      let snapshot = try inbox.snapshot(of: query, in: .init(anchor: anchor, limit: 10)) { _ in
        Issue.record("\(anchor)")
      }
      #expect(snapshot.rows.count == 4)
    }
  }

  @Test func `a page that is soon full looks into the full-text index once`() throws {
    let rows = try inbox.snapshot(
      of: .init(filter: try MessageFilter(parsing: "-rare", now: .testing, timeZone: .gmt)),
      in: .init(limit: 10)
    ).rows
    #expect(rows.count == 10)
    try inbox.store.read { database in
      let criteria = try FilterCriteria(
        MessageFilter(parsing: "-rare", now: .testing, timeZone: .gmt), at: .testing
      ).expanded(in: database)
      let exclusion = try #require(TextFilter(criteria))
      var looks = 0
      database.trace { event in
        if "\(event)".contains("MATCH") { looks += 1 }
      }
      let numbers = (1...1_000).map { Int64(3_001 - $0) }
      let remaining = try exclusion.remaining(of: numbers, in: database)
      database.trace()
      #expect(remaining == numbers.filter { $0 != 2_990 && $0 != 2_700 })
      #expect(looks == 1)
    }
  }

  @Test(arguments: [("-common", 9), ("-\"common\"", 0)])
  func `of few rows the texts are read for a phrase, in the order given`(
    text: String, expected: Int
  ) throws {
    let rows: [[Int64]] = [[2_990, 40, 1_500, 2], [1_000, 10, 2_000], [], [40, 2_990], [41]]
    let (rest, lookCount) = try remaining(of: rows, without: text)
    #expect(rest == [[2_990, 40, 1_500], [], [], [40, 2_990], []])
    #expect(lookCount == expected)
  }

  @Test func `the texts of rows far from many neighbors are read for a phrase`() throws {
    let rows: [Int64] = [2_990, 41, 40] + Array(2_000...2_300) + [1_500, 1_499]
    let (rest, lookCount) = try remaining(of: [rows], without: "-\"common\"")
    #expect(rest == [[2_990, 40, 1_500]])
    #expect(lookCount == 1)
  }

  /// What an exclusion leaves of lists of rows, and how often it looks into the full-text index.
  private func remaining(
    of lists: [[Int64]], without text: String
  ) throws -> (rows: [[Int64]], lookCount: Int) {
    let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
    return try inbox.store.read { database in
      let criteria = try FilterCriteria(filter, at: .testing).expanded(in: database)
      let exclusion = try #require(TextFilter(criteria))
      var lookCount = 0
      database.trace { event in
        if "\(event)".contains("MATCH") { lookCount += 1 }
      }
      let rows = try lists.map { try exclusion.remaining(of: $0, in: database) }
      database.trace()
      return (rows, lookCount)
    }
  }

  @Test func `a beginning of very many words is collected beforehand`() throws {
    let payloads = (0..<60).map { Payload.make("word\($0)") }
    _ = try inbox.push(payloads, defaultSource: "test")
    let filter = try MessageFilter(parsing: "-word -common", now: .testing, timeZone: .gmt)
    try inbox.store.read { database in
      let criteria = try FilterCriteria(filter, at: .testing).expanded(in: database)
      #expect(TextFilter(criteria) == nil)
    }
    let rows = try inbox.snapshot(of: .init(filter: filter), in: .init(limit: 10)).rows
    #expect(rows.map(\.title) == ["rare 2990", "rare 2700", "rare 1500", "rare 40"])
  }
}
