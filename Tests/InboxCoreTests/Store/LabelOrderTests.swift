import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Tags, categories and sources, with their messages in every order.
@Suite struct LabelOrderTests {
  private let inbox = Inbox.empty()

  /// Pushes one message a second: priority, tags and categories of each.
  private func push(_ rows: [(Priority, [String], [String])]) throws {
    for (index, (priority, tags, categories)) in rows.enumerated() {
      var payload = Payload.make("Title", id: "m\(index + 1)", source: "old", priority: priority)
      payload.tags = .set(tags)
      payload.categories = .set(categories)
      _ = try inbox.at(.testing(Double(index) - 60)).push([payload], defaultSource: "")
    }
  }

  private func numbers(_ filter: String, _ order: MessageOrder = .newest) throws -> [Int64] {
    let filter = try MessageFilter(parsing: filter, now: .testing, timeZone: .gmt)
    let query = MessageQuery(filter: filter, order: order)
    return try inbox.snapshot(of: query, in: .init(limit: 50)).rows
      .map(\.number.rawValue)
  }

  @Test func `messages with a name come in every order`() throws {
    try push([
      (.max, ["a", "b"], []), (.default, ["a"], ["x"]), (.high, [], ["x"]),
      (.default, ["a", "a"], []),
    ])
    #expect(try numbers("tag:a") == [4, 2, 1])
    #expect(try numbers("tag:a", .oldest) == [1, 2, 4])
    #expect(try numbers("tag:a", .priority) == [1, 4, 2])
    #expect(try numbers("category:x", .priority) == [3, 2])
    #expect(try numbers("source:old", .priority) == [1, 3, 4, 2])
    #expect(try numbers("tit") == [4, 3, 2, 1])
    #expect(try numbers("-tag:a") == [3])
  }

  @Test func `names follow their message's place in the order, and go with it`() throws {
    try push([(.default, ["a"], []), (.default, ["a"], [])])
    var payload = Payload.make(nil, id: "m1", source: "old", priority: .max)
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a", .priority) == [1, 2])
    #expect(try numbers("tag:a") == [2, 1])
    payload.resurfaces = true
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a") == [1, 2])
    payload.tags = .set(["b"])
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a") == [2])
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .matching(.all))
    #expect(try numbers("tag:b is:snoozed") == [1])
    _ = try inbox.perform(.delete, on: .matching(.init([.init(.phase(.snoozed))])))
    _ = try inbox.purge(.matching(.trash))
    let left = try inbox.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM label") }
    #expect(left == 0)
  }
}
