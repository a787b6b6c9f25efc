import Foundation
import GRDB
import InboxTestSupport
import InboxText
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

/// What is read from a damaged file: an error that says so, or what is left, never a trap.
@Suite(.waiting) struct DamagedFileTests {
  @Test(arguments: FileDamage.allCases)
  func `a damaged file is read as far as it goes, and the rest is an error`(
    _ damage: FileDamage
  ) throws {
    let whole = try DamagedInbox(seed: 1)
    for seed in 1...8 as ClosedRange<UInt64> {
      let folder = try whole.copy(damaged: damage, seed: seed)
      guard let inbox = try Self.open(folder) else { continue }
      for (use, error) in inbox.exercise(at: .testing(250)) {
        #expect(error is InboxError, "\(damage) \(seed), \(use): \(error)")
      }
      try? inbox.close()
    }
  }

  @Test func `of an undamaged file everything is read`() throws {
    let inbox = try #require(try Self.open(try DamagedInbox(seed: 1).copy { _ in }))
    #expect(inbox.exercise(at: .testing(250)).mapValues { "\($0)" } == [:])
  }

  @Test func `a value that is missing is damage, told with its column`() throws {
    let whole = try DamagedInbox(seed: 2)
    let path = whole.path
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = replace(sql, 'id TEXT NOT NULL', 'id TEXT')
          WHERE name = 'message';
          """)
    }
    try queue.close()
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE message SET id = NULL") }
    let inbox = try #require(try Self.open(whole.folder))
    let damaged = InboxError.damaged(path: path, detail: "a value of 'id' cannot be read")
    #expect(throws: damaged) { try inbox.exportMessages { _ in } }
    #expect(throws: damaged) { try inbox.snapshot(of: .init(), in: .init(limit: 9)) }
    #expect(throws: damaged) { try inbox.message(7) }
  }

  @Test func `what cannot be read is among the findings of an examination`() throws {
    let whole = try DamagedInbox(seed: 3)
    var findings = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let folder = try whole.copy(damaged: .zeroedPage, seed: seed)
      guard let inbox = try Self.open(folder) else { continue }
      let health = try inbox.health()
      findings += health.isSound ? 0 : 1
    }
    #expect(findings > 0)
  }

  private static func open(_ folder: String) throws -> Inbox? {
    do {
      return try Inbox.open(folder: folder, configuration: .testing(now: { .testing(250) }))
    } catch is InboxError {
      return nil
    }
  }
}

/// What comes back of a damaged file.
@Suite(.waiting) struct RescueTests {
  private let whole: DamagedInbox
  private let target = TemporaryFolder.empty()

  init() throws { whole = try DamagedInbox(seed: 5) }

  private func messages(in folder: String) throws -> [MessageNumber: Message] {
    let inbox = try Inbox.open(folder: folder, configuration: .testing())
    defer { try? inbox.close() }
    var messages: [MessageNumber: Message] = [:]
    try inbox.exportMessages { messages[$0.number] = $0 }
    return messages
  }

  private func rescue(_ folder: String, as name: String = "new") throws -> RescueOutcome {
    try Inbox.rescue(
      folder + "/" + Inbox.fileName, into: target.path + "/" + name, configuration: .testing())
  }

  @Test func `all of an undamaged file comes back, with state, metrics and numbers`() throws {
    let before = try messages(in: whole.folder)
    let outcome = try rescue(whole.folder)
    #expect(outcome.isWhole)
    #expect(outcome.messageCount == before.count)
    #expect(outcome.expectedCount == before.count)
    #expect(try messages(in: target.path + "/new") == before)
    let (old, new) = try (
      Inbox.open(folder: whole.folder, configuration: .testing()),
      Inbox.open(folder: target.path + "/new", configuration: .testing())
    )
    #expect(try new.metrics() == old.metrics())
    #expect(try new.counts() == old.counts())
    #expect(try new.health().isSound)
    let filter = MessageFilter([.init(.word("naïve"))])
    #expect(try new.count(matching: filter) == old.count(matching: filter))
    _ = try (new.push(.make(), from: "x"), old.push(.make(), from: "x"))
    let newest = MessageQuery(filter: MessageFilter([.init(.source("x"))]))
    let numbers = try [new, old].map {
      try $0.snapshot(of: newest, in: .init(limit: 1)).rows.map(\.number)
    }
    #expect(numbers[0] == numbers[1])
  }

  @Test func `earlier occurrences come back with their messages`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    for index in 1...5 {
      let payload = Payload.make("disk \(index)", fold: "disk")
        .with { $0.custom = .set(.object(["run": .integer(Int64(index))])) }
      try inbox.at(Double(index)).push(payload, from: "ops")
    }
    try inbox.close()
    let before = try messages(in: folder.path + "/inbox")
    #expect(before.values.map(\.earlier.count) == [4])
    #expect(try rescue(folder.path + "/inbox").isWhole)
    #expect(try messages(in: target.path + "/new") == before)
  }

  @Test func `without its first page everything comes back`() throws {
    let folder = try whole.copy {
      $0.replaceSubrange(0..<4_096, with: repeatElement(0, count: 4_096))
    }
    #expect(try rescue(folder).isWhole)
    #expect(try messages(in: target.path + "/new") == messages(in: whole.folder))
  }

  @Test(arguments: [FileDamage.zeroedPage, .swappedPages, .copiedPage, .cutShort])
  func `what comes back from whole pages is as it was`(_ damage: FileDamage) throws {
    let before = try messages(in: whole.folder)
    for seed in 1...6 as ClosedRange<UInt64> {
      let outcome = try rescue(try whole.copy(damaged: damage, seed: seed), as: "\(seed)")
      let after = try messages(in: target.path + "/\(seed)")
      #expect(outcome.messageCount == after.count)
      #expect(after.count >= before.count / (damage == .cutShort ? 4 : 2), "\(damage) \(seed)")
      var mixed = 0
      for (number, message) in after {
        guard var original = before[number] else { throw Unexpected("\(number) never was") }
        guard original != message else { continue }
        // The end of a long body lies on pages of its own, of which nothing tells whose they are.
        mixed += 1
        (original.body, original.custom) = (message.body, message.custom)
        #expect(message == original)
      }
      #expect(mixed <= 2)
    }
  }

  @Test(arguments: [FileDamage.flippedBits, .otherBytes])
  func `nearly all comes back when bytes are wrong here and there`(_ damage: FileDamage) throws {
    let before = try messages(in: whole.folder)
    for seed in 1...6 as ClosedRange<UInt64> {
      _ = try rescue(try whole.copy(damaged: damage, seed: seed), as: "\(seed)")
      let after = try messages(in: target.path + "/\(seed)")
      let same = after.count { before[$0.key] == $0.value }
      #expect(same >= before.count / 3, "\(damage) \(seed): \(same) of \(before.count)")
      let inbox = try Inbox.open(folder: target.path + "/\(seed)", configuration: .testing())
      #expect(try inbox.health().complaints == [])
    }
  }

  @Test func `what only the write-ahead log has comes back`() throws {
    let inbox = try Inbox.open(folder: whole.folder, configuration: .testing())
    try inbox.push((0..<40).map { .make("late \($0)") }, defaultSource: "late")
    let copy = target.path + "/copy"
    try FileManager.default.copyItem(atPath: whole.folder, toPath: copy)
    #expect(FileManager.default.fileExists(atPath: copy + "/inbox.sqlite-wal"))
    var expected: [MessageNumber: Message] = [:]
    try inbox.exportMessages { expected[$0.number] = $0 }
    #expect(try rescue(copy).isWhole)
    #expect(try messages(in: target.path + "/new") == expected)
  }

  @Test func `a file without messages makes no inbox`() throws {
    let folder = try whole.copy { $0 = Array(repeating: 0xA5, count: $0.count) }
    #expect(try rescue(folder).messageCount == 0)
    #expect(!FileManager.default.fileExists(atPath: target.path + "/new"))
  }

  @Test func `a file that is not there is named`() throws {
    let path = target.path + "/none"
    let reason = AccessFailure.call("open", code: ENOENT)
    #expect(throws: InboxError.cannotAccess(path: path, reason: reason)) {
      _ = try Inbox.rescue(path, into: target.path + "/new")
    }
    #expect(!FileManager.default.fileExists(atPath: target.path + "/new"))
  }
}
