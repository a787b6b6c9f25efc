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
    _ = try inbox.push(payloads, defaultSource: "test")
    long = MessageQuery(
      filter: try MessageFilter(parsing: "-common", now: .testing, timeZone: .gmt))
  }

  @Test func `a read that takes longer is given up, and the next one is not`() throws {
    #expect(throws: InboxError.overBudget) {
      try inbox.at(.testing(1)).snapshot(of: long, in: .init(limit: 10), within: .zero)
    }
    #expect(throws: InboxError.overBudget) {
      try inbox.at(.testing(1)).counts(of: [long.filter], within: .zero)
    }
    #expect(try inbox.at(.testing(1)).snapshot(of: long, in: .init(limit: 10)).rows.isEmpty)
    #expect(try inbox.at(.testing(1)).counts(of: [long.filter]) == [0])
  }

  @Test func `a read that is given up leaves the inbox writable`() throws {
    _ = try? inbox.at(.testing(1)).snapshot(of: long, in: .init(limit: 10), within: .zero)
    _ = try inbox.at(.testing(2)).push([.make("rare")], defaultSource: "test")
    let rows = try inbox.at(.testing(3)).snapshot(
      of: long, in: .init(limit: 10), within: .seconds(60)
    ).rows
    #expect(rows.map(\.title) == ["rare"])
  }
}
