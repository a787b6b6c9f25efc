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
    let path = folder.path + "/inbox"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path + "/" + Inbox.fileName)
    try queue.inDatabase { database in
      for part in InboxSchema.migrations[0] { try database.execute(sql: part) }
      for (number, priority, tags, categories) in rows {
        try database.execute(
          sql: """
            INSERT INTO message (number, place, status, pinned, priority, delivery, partial,
              sort_at, placed_at, received_at, source, id, title, tags, categories)
            VALUES (?1, 1, 0, 0, ?2, 1, 0, ?1, ?1, ?1, 'old', 'm' || ?1, 'Title', ?3, ?4)
            """, arguments: [number, priority, tags, categories])
      }
      try database.execute(
        sql: """
          INSERT INTO message_text (message_text) VALUES ('rebuild');
          PRAGMA application_id = \(InboxSchema.applicationID); PRAGMA user_version = 1;
          """)
    }
    try queue.close()
  }

  private func numbers(
    _ filter: String, _ order: InboxCore.SortOrder = .newest, in inbox: Inbox
  ) throws -> [Int64] {
    let filter = try MessageFilter(parsing: filter, now: .testing, timeZone: .gmt)
    let query = MessageQuery(filter: filter, order: order)
    return try inbox.snapshot(of: query, in: .init(limit: 50), at: .testing).rows
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
    _ = try inbox.push([payload], defaultSource: "", at: .testing)
    #expect(try numbers("tag:a", .priority, in: inbox) == [1, 2])
    #expect(try numbers("tag:a", in: inbox) == [2, 1])
    payload.resurfaces = true
    _ = try inbox.push([payload], defaultSource: "", at: .testing)
    #expect(try numbers("tag:a", in: inbox) == [1, 2])
    payload.tags = .set(["b"])
    _ = try inbox.push([payload], defaultSource: "", at: .testing)
    #expect(try numbers("tag:a", in: inbox) == [2])
    _ = try inbox.perform(.snooze(until: .testing(60)), on: .matching(.all), at: .testing)
    #expect(try numbers("tag:b is:snoozed", in: inbox) == [1])
    _ = try inbox.perform(.delete, on: .matching(.init([.init(.phase(.snoozed))])), at: .testing)
    _ = try inbox.purge(.matching(.trash), at: .testing)
    let left = try inbox.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM label") }
    #expect(left == 0)
  }
}
