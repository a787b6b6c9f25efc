import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct BudgetTests {
  private let inbox: Inbox
  private let long: MessageQuery

  init() throws {
    inbox = try .testing(maximumCount: 0)
    let payloads = (1...2_000).map { Payload.make("common \($0)") }
    _ = try inbox.push(payloads, defaultSource: "test", at: .testing)
    long = MessageQuery(
      filter: try MessageFilter(parsing: "-common", now: .testing, timeZone: .gmt))
  }

  @Test func `a read that takes longer is given up, and the next one is not`() throws {
    #expect(throws: InboxError.overBudget) {
      try inbox.snapshot(of: long, in: .init(limit: 10), at: .testing(1), within: .zero)
    }
    #expect(throws: InboxError.overBudget) {
      try inbox.counts(of: [long.filter], at: .testing(1), within: .zero)
    }
    #expect(try inbox.snapshot(of: long, in: .init(limit: 10), at: .testing(1)).rows.isEmpty)
    #expect(try inbox.counts(of: [long.filter], at: .testing(1)) == [0])
  }

  @Test func `a read that is given up leaves the inbox writable`() throws {
    _ = try? inbox.snapshot(of: long, in: .init(limit: 10), at: .testing(1), within: .zero)
    _ = try inbox.push([.make("rare")], defaultSource: "test", at: .testing(2))
    let rows = try inbox.snapshot(
      of: long, in: .init(limit: 10), at: .testing(3), within: .seconds(60)
    ).rows
    #expect(rows.map(\.title) == ["rare"])
  }
}
