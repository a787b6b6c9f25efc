import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct HealthTests {
  let folder = TemporaryFolder.empty()
  let inbox: Inbox

  init() throws { inbox = try .testing(in: folder) }

  @Test func `a new inbox is sound`() throws {
    let health = try inbox.health()
    #expect(health.isSound)
    #expect(health.date == .testing)
    #expect(health.journalMode == "wal")
    #expect(health.schemaVersion == InboxSchema.version)
    #expect(health.synchronous == 1)
    #expect(health.complaints == [])
    #expect(health.logRange == nil)
    #expect(health.pruning == nil)
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
    try inbox.execute("UPDATE counter SET count = 7 WHERE place = 1 AND status = 0")
    let health = try inbox.health()
    #expect(health.counts == InboxCounts(unread: 7))
    #expect(health.recount == InboxCounts())
    #expect(!health.isSound)
  }

  // Before: counts were those of the last write.
  @Test func `counts are those of the list after every start, expiry and end of a snooze`() throws {
    let clock = SettableClock(.testing)
    let inbox = try Inbox.testing(now: clock.read)
    try inbox.push(
      .make("stays"), .make("starts", startsAt: .testing(10)),
      .make("expires", expiresAt: .testing(20)), .make("snoozed"), .make("deleted"),
      .make("both", startsAt: .testing(10), expiresAt: .testing(30)), from: "cli")
    try inbox.markRead([4])
    try inbox.snooze([4], until: .testing(40))
    try inbox.delete([5])
    var listed: [Int] = []
    for second in [0, 10, 20, 30, 40] as [Double] {
      clock.set(.testing(second))
      let health = try inbox.health()
      #expect(health.counts == health.recount)
      #expect(try health.counts == inbox.counts())
      #expect(try health.counts.listed == inbox.count(matching: .all))
      #expect(try health.counts.unread == inbox.count(matching: .unread))
      #expect(try health.counts.listed == inbox.rows().count)
      listed.append(health.counts.listed)
    }
    #expect(listed == [2, 4, 3, 2, 3])
  }

  @Test func `a search index that misses a message is unsound`() throws {
    try inbox.execute(
      """
      INSERT INTO message (id, source, title, priority, received_at, delivery, status, lead,
        partial, sort_at, placed_at, place)
      VALUES ('a', 'cli', 'Disk full', 3, 0, 1, 0, 0, 0, 0, 0, 1)
      """)
    let health = try inbox.health()
    #expect(health.isSearchIndexSound == false)
    #expect(health.counts == health.recount)
  }

  // Before: only the last removal was told.
  @Test func `prunings are added up`() throws {
    let inbox = try Inbox.testing(in: folder, maximumCount: 3)
    for number in 1...6 { try inbox.push(.make("\(number)")) }
    #expect(try inbox.health().pruning == .init(date: .testing, count: 3, unreadCount: 3))
  }

  @Test func `the log's range and the last pruning are reported`() throws {
    for number in 1...3 { try inbox.append(Int64(number)) }
    let packed = Data(PackedNumbers([1, 2]).bytes)
    try inbox.execute("INSERT INTO log (time, verb, numbers) VALUES (5000, 'pruned', ?)", [packed])
    try inbox.execute("DELETE FROM log WHERE sequence = 1")
    let health = try inbox.health()
    #expect(health.logRange == 2...4)
    #expect(health.pruning == .init(date: Date(timeIntervalSince1970: 5), count: 2))
  }

  @Test func `files that others may use are named`() throws {
    let path = try #require(inbox.path)
    #expect(chmod(path, 0o644) == 0)
    let health = try inbox.health()
    // SQLite gives the files beside it the same mode.
    #expect(health.exposedFiles.first == .init(path: path, mode: 0o644))
    #expect(!health.isSound)
  }
}
