import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct HealthTests {
  let folder: TemporaryFolder
  let inbox: Inbox

  init() throws {
    folder = try TemporaryFolder()
    inbox = try .testing(in: folder)
  }

  @Test func `a new inbox is sound`() throws {
    let health = try inbox.health()
    #expect(health.isSound)
    #expect(health.date == .testing)
    #expect(health.journalMode == "wal")
    #expect(health.schemaVersion == InboxSchema.version)
    #expect(health.synchronous == 1)
    #expect(health.complaints == [])
    #expect(health.logRange == nil)
    #expect(health.lastPruning == nil)
    #expect(health.databaseSize >= health.pageSize)
    #expect(try #require(health.freeSpace) > 0)
    #expect(health.sqliteVersion.hasPrefix("3."))
  }

  @Test func `an inbox in memory is sound and hears its own process`() throws {
    let health = try Inbox.testing().health()
    #expect(health.isSound)
    #expect(health.watchKind == .inProcess)
    #expect(health.freeSpace == nil)
  }

  @Test func `a counter that is off shows beside the recount`() throws {
    try execute("UPDATE counter SET count = 7 WHERE place = 1 AND status = 0")
    let health = try inbox.health()
    #expect(health.counts == InboxCounts(unread: 7))
    #expect(health.recount == InboxCounts())
    #expect(!health.isSound)
  }

  @Test func `a search index that misses a message is unsound`() throws {
    try execute(
      """
      INSERT INTO message (id, source, title, priority, received_at, delivery, status, pinned,
        partial, sort_at, placed_at, place)
      VALUES ('a', 'cli', 'Disk full', 3, 0, 1, 0, 0, 0, 0, 0, 1)
      """)
    let health = try inbox.health()
    #expect(health.isSearchIndexSound == false)
    #expect(health.counts == health.recount)
  }

  @Test func `the log's range and the last pruning are reported`() throws {
    for number in 1...3 { try inbox.append(Int64(number)) }
    let packed = Data(PackedNumbers([1, 2].map { MessageNumber($0) }).bytes)
    try inbox.store.write { database in
      try database.execute(
        sql: "INSERT INTO log (time, verb, numbers) VALUES (5000, 'pruned', ?)",
        arguments: [packed])
      try database.execute(sql: "DELETE FROM log WHERE sequence = 1")
    }
    let health = try inbox.health()
    #expect(health.logRange == 2...4)
    #expect(health.lastPruning == .init(date: Date(timeIntervalSince1970: 5), count: 2))
  }

  @Test func `files that others may use are named`() throws {
    let path = try #require(inbox.path)
    #expect(chmod(path, 0o644) == 0)
    let health = try inbox.health()
    #expect(health.tooOpen == [.init(path: path, mode: 0o644)])
    #expect(!health.isSound)
  }

  private func execute(_ sql: String) throws {
    try inbox.store.write { try $0.execute(sql: sql) }
  }
}
