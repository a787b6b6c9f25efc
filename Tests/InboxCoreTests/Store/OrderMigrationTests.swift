import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct OrderMigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes an inbox of the first version: number, priority, tags, categories of each message.
  private func makeFirstVersion(_ rows: [(Int, Int, String?, String?)]) throws {
    func text(_ names: String?) -> String { names.map { "'\($0)'" } ?? "NULL" }
    let statements = rows.map { number, priority, tags, categories in
      """
      INSERT INTO message (number, place, status, pinned, priority, delivery, partial,
        sort_at, placed_at, received_at, source, id, title, tags, categories)
      VALUES (\(number), 1, 0, 0, \(priority), 1, 0, \(number), \(number), \(number), 'old',
        'm\(number)', 'Title', \(text(tags)), \(text(categories)))
      """
    }
    try OldInbox.make(version: 1, in: folder, statements)
  }

  private func numbers(
    _ filter: String, _ order: MessageOrder = .newest, in inbox: Inbox
  ) throws -> [Int64] {
    let filter = try MessageFilter(parsing: filter, now: .testing, timeZone: .gmt)
    let query = MessageQuery(filter: filter, order: order)
    return try inbox.snapshot(of: query, in: .init(limit: 50)).rows
      .map(\.number.rawValue)
  }

  @Test func `messages of the first version keep their names and come in every order`() throws {
    try makeFirstVersion([
      (1, 5, #"["a","b"]"#, nil), (2, 3, #"["a"]"#, #"["x"]"#), (3, 4, nil, #"["x"]"#),
      (4, 3, #"["a","a"]"#, nil),
    ])
    let inbox = try Inbox.testing(in: folder)
    #expect(try numbers("tag:a", in: inbox) == [4, 2, 1])
    #expect(try numbers("tag:a", .oldest, in: inbox) == [1, 2, 4])
    #expect(try numbers("tag:a", .priority, in: inbox) == [1, 4, 2])
    #expect(try numbers("category:x", .priority, in: inbox) == [3, 2])
    #expect(try numbers("source:old", .priority, in: inbox) == [1, 3, 4, 2])
    #expect(try numbers("tit", in: inbox) == [4, 3, 2, 1])
    #expect(try numbers("-tag:a", in: inbox) == [3])
  }

  @Test func `names follow their message's place in the order, and go with it`() throws {
    try makeFirstVersion([(1, 3, #"["a"]"#, nil), (2, 3, #"["a"]"#, nil)])
    let inbox = try Inbox.testing(in: folder)
    var payload = Payload.make(nil, id: "m1", source: "old", priority: .max)
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a", .priority, in: inbox) == [1, 2])
    #expect(try numbers("tag:a", in: inbox) == [2, 1])
    payload.resurfaces = true
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a", in: inbox) == [1, 2])
    payload.tags = .set(["b"])
    _ = try inbox.push([payload], defaultSource: "")
    #expect(try numbers("tag:a", in: inbox) == [2])
    _ = try inbox.perform(.snooze(until: .testing(60)), on: .matching(.all))
    #expect(try numbers("tag:b is:snoozed", in: inbox) == [1])
    _ = try inbox.perform(.delete, on: .matching(.init([.init(.phase(.snoozed))])))
    _ = try inbox.purge(.matching(.trash))
    let left = try inbox.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM label") }
    #expect(left == 0)
  }
}
