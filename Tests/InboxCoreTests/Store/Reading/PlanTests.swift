import InboxText
import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct PlanTests {
  private let inbox: Inbox
  /// One whose indexes were made anew, as by a change of most messages.
  private let reindexed: Inbox

  init() {
    let messages = StoredMessage.random(120, seed: 3)
    (inbox, reindexed) = (.storing(messages), .storing(messages, isReindexed: true))
  }

  /// A filter, and the index that holds its rows in most orders and in that by priority.
  struct Promise: Sendable, CustomTestStringConvertible {
    var filter: String
    var index: String
    var byPriority: String
    var byUnread: String?
    /// The index of the unread half, where it has one of its own.
    var unreadHalf: String?
    var testDescription: String { filter }

    func index(_ order: MessageOrder, of stream: RowStream) -> String {
      switch order {
      case .newest, .oldest: index
      case .priority: byPriority
      case .unread where stream.prefix == [0, 0]: unreadHalf ?? byUnread ?? index
      case .unread: byUnread ?? index
      }
    }
  }

  private static let source = "message_by_source"
  private static let unreadSource = "message_unread_by_source"
  private static let unreadPriority = "message_unread_by_priority"
  private static let promises = [
    reading(
      "", "-is:pinned", "is:snoozed", "is:scheduled", "-is:asking", "before:-10m", "after:-20m",
      index: "message_by_time", byUnread: "message_by_status"),
    reading("is:unread", index: "message_by_status", byPriority: unreadPriority),
    reading("is:read", index: "message_by_status"), reading("is:deleted", index: "message_by_time"),
    reading("is:expired", index: "message_ended", byPriority: "message_ended"),
    reading(
      "priority>=4", "priority=1", "-priority<3", index: "message_by_priority",
      unreadHalf: unreadPriority),
    reading("is:unread priority>4", index: unreadPriority, byPriority: unreadPriority),
    reading("is:read priority>4", index: "message_by_priority"),
    reading(
      "source:cli", "source:=cli", "source:ntfy/*", "source:cli source:ntfy",
      "-source:cli -source:ntfy/*", "is:active is:expired source:cli", index: source,
      byPriority: source, unreadHalf: unreadSource),
    reading("is:unread source:cli", index: unreadSource, byPriority: unreadSource),
    reading(
      "is:read source:cli", "is:read is:deleted source:cli", "is:deleted source:cli",
      index: source, byPriority: source),
    reading(
      "tag:a", "category:ops", "category:ops category:x", "is:unread category:ops",
      index: "PRIMARY KEY", byPriority: "PRIMARY KEY"),
    reading("thread:1", index: "message_by_thread"),
  ].flatMap(\.self)

  private static func reading(
    _ filters: String..., index: String, byPriority: String = "message_by_priority",
    byUnread: String? = nil, unreadHalf: String? = nil
  ) -> [Promise] {
    filters.map {
      Promise(
        filter: $0, index: index, byPriority: byPriority, byUnread: byUnread,
        unreadHalf: unreadHalf)
    }
  }

  @Test(arguments: promises, MessageOrder.allCases)
  func `every filter that names one thing reads its index in order`(
    _ promise: Promise, _ order: MessageOrder
  ) throws {
    for inbox in [inbox, reindexed] {
      try inbox.store.read { try expectPlan(of: promise, order, in: $0) }
    }
  }

  private func expectPlan(
    of promise: Promise, _ order: MessageOrder, in database: Database
  ) throws {
    let filter = try MessageFilter(promise.filter)
    var criteria = try FilterCriteria(filter, at: .testing).expandingCategories(in: database)
    // Otherwise what needs the person is mixed among other rows.
    criteria.isLed = true
    let order = RowOrder(order, of: criteria)
    let access = try criteria.range(for: order, in: database).map(RowAccess.range) ?? .order
    let plan = RowPlan(criteria, in: order, by: access, hasUnsettled: false)
    #expect(!plan.streams.isEmpty)
    for stream in plan.streams where stream.prefix.first == 0 {
      for direction in [SearchDirection.forward, .backward] {
        let steps = try steps(of: stream, direction, in: database)
        let index = promise.index(order.asked, of: stream)
        #expect(steps.contains { $0.hasPrefix("SEARCH") && $0.contains(" \(index) (") }, "\(steps)")
        // Of several values each has its rows in order.
        let isSorted = steps.contains { $0.contains("TEMP B-TREE") }
        #expect(!isSorted || stream.range.sql.contains(" IN ("), "\(steps)")
      }
    }
  }

  private func steps(
    of stream: RowStream, _ direction: SearchDirection, in database: Database
  ) throws -> [String] {
    let selection = stream.selection(
      of: MessageRow.projection(stream.state, at: Date.testing.milliseconds),
      where: stream.whole, direction: direction, limit: 9)
    let rows = try Row.fetchAll(
      database, sql: "EXPLAIN QUERY PLAN " + selection.sql,
      arguments: StatementArguments(selection.arguments))
    return rows.map { $0["detail"] as String }
  }

  @Test(arguments: ["source:cli", "source:=cli", "source:ntfy/*", "is:deleted source:cli"])
  func `the messages of a sender are counted by an index alone`(_ text: String) throws {
    let filter = try MessageFilter(text)
    let criteria = FilterCriteria(filter, at: .testing)
    let plan = RowPlan(
      criteria, in: RowOrder(.newest, of: criteria), by: criteria.countingAccess,
      hasUnsettled: false)
    #expect(!plan.streams.isEmpty)
    for (stream, inbox) in plan.streams.flatMap({ [($0, inbox), ($0, reindexed)] }) {
      let steps = try inbox.plan(
        of: "SELECT count(*) FROM \(stream.tables) WHERE \(stream.whole.sql)",
        stream.whole.statementArguments)
      #expect(steps.allSatisfy { $0.contains("USING COVERING INDEX message_") }, "\(steps)")
    }
  }

  @Test(arguments: ["is:read source:cli", "is:read priority=1"])
  func `few that were read are found past very many unread ones`(_ text: String) throws {
    let criteria = FilterCriteria(try MessageFilter(text), at: .testing)
    func drivingTables() throws -> String? {
      let access = try inbox.store.read {
        try criteria.access(for: RowOrder(.newest, of: criteria), mostRows: 1_000, in: $0)
      }
      guard case .rows(let table) = access else { return nil }
      return table.tables
    }
    let byStatus = "message AS m INDEXED BY message_by_status"
    try inbox.push((0...1_000).map { _ in .make("unread") }, defaultSource: "cli")
    #expect(try drivingTables() == byStatus)
    try inbox.perform(.read, on: .everything)
    #expect(try drivingTables() != byStatus)
  }

  @Test func `rows that lie far behind are found without walking there`() throws {
    let criteria = FilterCriteria(try MessageFilter("source:nowhere"), at: .testing)
    let range = try inbox.store.read {
      try criteria.range(for: RowOrder(.newest, of: criteria), in: $0)
    }
    guard case .sources([]) = range else { throw Unexpected(range) }
  }
}

extension RowOrder {
  /// The order that was asked for, as far as tests ask for it.
  fileprivate var asked: MessageOrder {
    switch kind {
    case .newest: .newest
    case .oldest: .oldest
    case .priority: .priority
    case .unread: .unread
    }
  }
}
