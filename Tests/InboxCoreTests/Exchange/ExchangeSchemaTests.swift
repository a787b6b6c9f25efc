import Foundation
import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// What the store keeps for an exchange.
@Suite struct ExchangeSchemaTests {
  private let folder = TemporaryFolder.empty()
  private var file: String { folder.path + "/inbox/" + Inbox.fileName }

  private func number(_ number: Int64) -> MessageNumber { MessageNumber(number) }

  /// Opens the database beside the library, as another program.
  private func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }

  @Test func `an inbox of the version before keeps its messages and wakes them`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/inbox", withIntermediateDirectories: true)
    try withDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try InboxSchema.migrate(database, through: Array(InboxSchema.migrations.prefix(3)))
      try database.execute(
        sql: """
          INSERT INTO message (number, place, status, pinned, priority, delivery, partial, sort_at,
            placed_at, next_at, received_at, snoozed_until, source, id, title)
          VALUES (1, 0, 1, 0, 3, 1, 0, 60000, 0, 60000, 0, 60000, 'cli', 'a', 'snoozed'),
            (2, 1, 1, 0, 3, 1, 0, 0, 0, NULL, 0, 0, 'cli', 'b', 'read after its snooze');
          """)
    }
    let inbox = try Inbox.testing(in: folder)
    #expect(try inbox.health().schemaVersion == InboxSchema.version)
    _ = try inbox.settle()
    #expect(try inbox.stored().map(\.status) == [.unread, .read])
    #expect(try inbox.stored().map(\.title) == ["snoozed", "read after its snooze"])
    let tables = try withDatabase { database in
      try ["exchange", "register", "absent"].map { try Int.fetchOne($0, in: database) }
    }
    #expect(tables == [0, 0, 0])
  }

  // The wake of a snooze.

  @Test(arguments: [
    (50.0, Status.unread), (59.999, .unread), (60, .read), (80, .read),
  ])
  func `a status from elsewhere gives the same before and after settling`(
    _ setAt: Double, _ expected: Status
  ) throws {
    for isSettledFirst in [false, true] {
      let folder = try TemporaryFolder()
      let inbox = try Inbox.testing(in: folder)
      _ = try inbox.push([.make("one")], defaultSource: "cli")
      _ = try inbox.at(.testing(1)).perform(.read, on: .numbers([number(1)]))
      _ = try inbox.at(.testing(2)).perform(
        .snooze(until: .date(.testing(60))), on: .numbers([number(1)]))
      let late = inbox.at(.testing(90))
      if isSettledFirst { _ = try inbox.at(.testing(70)).settle() }
      // As a machine writes that another one's state has reached: the effect at this time.
      let wakes = setAt < 60
      try inbox.store.write { database in
        try database.execute(
          sql: "UPDATE message SET status = ?, status_at = ?",
          arguments: [
            isSettledFirst && wakes ? 0 : 1, Date.testing(setAt).milliseconds,
          ])
      }
      _ = try late.settle()
      #expect(try late.stored().map(\.status) == [expected], "\(isSettledFirst)")
      #expect(
        try late.snapshot(of: .init(), in: .init(limit: 9)).rows.map(\.status) == [expected])
    }
  }

  @Test func `a list shows before settling what settling makes of a status`() throws {
    let inbox = try Inbox.testing(in: folder)
    for title in ["one", "two"] { _ = try inbox.push([.make(title)], defaultSource: "cli") }
    _ = try inbox.perform(.read, on: .matching(.all))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .matching(.all))
    try inbox.store.write { database in
      try database.execute(
        sql: "UPDATE message SET status_at = ? WHERE number = 2",
        arguments: [Date.testing(70).milliseconds])
    }
    let late = inbox.at(.testing(90))
    let unread = MessageQuery(filter: .unread)
    let before = try late.snapshot(of: unread, in: .init(limit: 9))
    #expect(before.rows.map(\.number) == [number(1)])
    #expect(before.counts.unread == 1)
    _ = try late.settle()
    let after = try late.snapshot(of: unread, in: .init(limit: 9))
    #expect(after.rows.map(\.number) == [number(1)])
    #expect(after.counts.unread == 1)
  }

  @Test func `the time of a status is that of the step that changed it`() throws {
    let inbox = try Inbox.testing(in: folder)
    func statusAt() throws -> Date? {
      try inbox.store.read { try Int64.fetchOne($0, sql: "SELECT status_at FROM message") }
        .map { Date(milliseconds: $0) }
    }
    let all = MessageSelection.numbers([number(1)])
    _ = try inbox.push([.make("one", id: "a")], defaultSource: "cli")
    #expect(try statusAt() == nil)
    _ = try inbox.at(.testing(1)).perform(.pin, on: all)
    #expect(try statusAt() == nil)
    _ = try inbox.at(.testing(2)).perform(.read, on: all)
    #expect(try statusAt() == .testing(2))
    _ = try inbox.at(.testing(3)).perform(.snooze(until: .date(.testing(60))), on: all)
    #expect(try statusAt() == .testing(2))
    _ = try inbox.at(.testing(4)).perform(.delete, on: all)
    #expect(try statusAt() == .testing(4))
    _ = try inbox.at(.testing(5)).undo()
    #expect(try statusAt() == .testing(5))
    _ = try inbox.at(.testing(6)).push([.make("more", id: "a")], defaultSource: "cli")
    #expect(try statusAt() == .testing(5))
  }

  @Test func `an answer is stored with its time, and in an exchange with person and machine`()
    throws
  {
    for isExchanging in [false, true] {
      let folder = try TemporaryFolder()
      let inbox = try Inbox.testing(in: folder)
      if isExchanging {
        try inbox.store.write { database in
          try database.execute(
            sql: """
              INSERT INTO exchange (name, person, machine, joined_at) VALUES ('test', 'ann', 'atlas', 0)
              """)
        }
      }
      var question = Payload(title: "Deploy?", asks: true)
      question.actions = .set([MessageAction(id: "y", label: "Yes")])
      _ = try inbox.push(question, defaultSource: "cli")
      _ = try inbox.at(.testing(7)).answer(number(1), action: "y")
      let columns = "answer, answered_by, answered_on, answered_at, answer_sent"
      #expect(
        try rows("SELECT \(columns) FROM message", in: inbox) == [
          [
            "answer": "Yes", "answered_by": isExchanging ? "ann" : nil,
            "answered_on": isExchanging ? "atlas" : nil,
            "answered_at": Date.testing(7).milliseconds, "answer_sent": nil,
          ]
        ])
    }
  }

  // Marks of removed messages.

  private func exchange(in inbox: Inbox) throws {
    try inbox.store.write { database in
      try database.execute(
        sql: "INSERT INTO exchange (name, person, joined_at) VALUES ('test', 'me', 0)")
    }
  }

  private func rows(_ sql: String, in inbox: Inbox) throws -> [Row] {
    try inbox.store.read { try Row.fetchAll($0, sql: sql) }
  }

  @Test func `a purge leaves marks only while an exchange is on`() throws {
    let inbox = try Inbox.testing(in: folder)
    for id in ["a", "b"] { _ = try inbox.push([.make(id: id)], defaultSource: "cli") }
    _ = try inbox.perform(.delete, on: .matching(.all))
    _ = try inbox.purge(.numbers([number(1)]))
    #expect(try rows("SELECT * FROM absent", in: inbox) == [])
    try exchange(in: inbox)
    let clock = HybridClock(milliseconds: 5, origin: .init(rawValue: 1))
    let content = ContentRegister(
      ContentPush(["title": .string("b")]), of: .init(source: "cli", id: "b"), generation: 3,
      at: clock)
    try inbox.store.write { database in
      for (name, bytes) in [("c", ExchangeRegister.content(content).bytes), ("s.me", [1])] {
        try database.execute(
          sql: "INSERT INTO register VALUES (2, ?, 7, ?, 0)", arguments: [name, Data(bytes)])
      }
    }
    _ = try inbox.at(.testing(9)).purge(.numbers([number(2)]))
    #expect(
      try rows(
        "SELECT key, source, id, reason, generation, clock, latest, at FROM absent", in: inbox)
        == [
          [
            "key": 1, "source": "cli", "id": "b", "reason": "purged", "generation": 3,
            "clock": nil, "latest": nil, "at": Date.testing(9).milliseconds,
          ]
        ])
    // What the stream has of this person is sent once more.
    #expect(
      try rows("SELECT number, name, dirty FROM register ORDER BY name", in: inbox) == [
        ["number": -1, "name": "c", "dirty": 0], ["number": -1, "name": "s.me", "dirty": 4],
      ])
  }

  @Test func `pruning leaves marks with the highest timestamp, and what others may join`() throws {
    let inbox = try Inbox.testing(in: folder, maximumCount: 1)
    func takeUp() throws {
      try inbox.setCursor(ExchangeSession.cursorName, to: inbox.lastSequence())
    }
    try exchange(in: inbox)
    _ = try inbox.push([.make(id: "a")], defaultSource: "cli")
    let clock = HybridClock(milliseconds: 5, origin: .init(rawValue: 1))
    let content = ContentRegister(
      ContentPush(["title": .string("a")]), of: .init(source: "cli", id: "a"), at: clock)
    try inbox.store.write { database in
      for (name, bytes) in [("c", ExchangeRegister.content(content).bytes), ("s.me", [1])] {
        try database.execute(
          sql: "INSERT INTO register VALUES (1, ?, 7, ?, 0)", arguments: [name, Data(bytes)])
      }
    }
    // What was not taken up yet, or not sent, is kept beyond the maximum.
    _ = try inbox.push([.make(id: "b")], defaultSource: "cli")
    try takeUp()
    try inbox.store.write { try $0.execute(sql: "UPDATE register SET dirty = 1") }
    _ = try inbox.push([.make("changed", id: "b")], defaultSource: "cli")
    #expect(try Set(inbox.stored().map(\.id)) == ["a", "b"])
    try inbox.store.write { try $0.execute(sql: "UPDATE register SET dirty = 0") }
    for id in ["b", "c"] {
      try takeUp()
      _ = try inbox.push([.make(id: id, body: "new")], defaultSource: "cli")
    }
    #expect(
      try rows("SELECT id, reason, generation, latest FROM absent ORDER BY key", in: inbox) == [
        ["id": "a", "reason": "pruned", "generation": 0, "latest": clock.description],
        ["id": "b", "reason": "pruned", "generation": 0, "latest": nil],
      ])
    #expect(
      try rows("SELECT number, name FROM register", in: inbox) == [["number": -1, "name": "s.me"]])
  }
}

extension Int {
  fileprivate static func fetchOne(_ table: String, in database: Database) throws -> Int? {
    try fetchOne(database, sql: "SELECT count(*) FROM \(table)")
  }
}
