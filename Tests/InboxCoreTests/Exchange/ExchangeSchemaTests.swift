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
    for table in ["exchange", "register", "absent"] {
      #expect(try inbox.value("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  // The wake of a snooze.

  @Test(
    arguments: [(50.0, Status.unread), (59.999, .unread), (60, .read), (80, .read)], [false, true])
  func `a status from elsewhere gives the same before and after settling`(
    _ change: (time: Double, expected: Status), _ isSettledFirst: Bool
  ) throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.push(.make("one"), from: "cli")
    try inbox.at(1).perform(.read, on: [1])
    try inbox.at(2).perform(.snooze(until: 60), on: [1])
    if isSettledFirst { _ = try inbox.at(70).settle() }
    // As a machine writes that another one's state has reached: the effect at this time.
    let wakes = change.time < 60
    try inbox.execute(
      "UPDATE message SET status = ?, status_at = ?",
      [isSettledFirst && wakes ? 0 : 1, Date.testing(change.time).milliseconds])
    let late = inbox.at(90)
    _ = try late.settle()
    #expect(try late.stored().map(\.status) == [change.expected])
    #expect(try late.rows().map(\.status) == [change.expected])
  }

  @Test func `a list shows before settling what settling makes of a status`() throws {
    let inbox = try Inbox.testing(in: folder)
    for title in ["one", "two"] { try inbox.push(.make(title), from: "cli") }
    try inbox.perform(.read, on: .matching(.all))
    try inbox.perform(.snooze(until: 60), on: .matching(.all))
    try inbox.execute(
      "UPDATE message SET status_at = ? WHERE number = 2", [Date.testing(70).milliseconds])
    let late = inbox.at(90)
    let unread = MessageQuery(filter: .unread)
    let before = try late.snapshot(of: unread, in: .init(limit: 9))
    #expect(before.rows.map(\.number) == [1])
    #expect(before.counts.unread == 1)
    _ = try late.settle()
    let after = try late.snapshot(of: unread, in: .init(limit: 9))
    #expect(after.rows.map(\.number) == [1])
    #expect(after.counts.unread == 1)
  }

  @Test func `the time of a status is that of the step that changed it`() throws {
    let inbox = try Inbox.testing(in: folder)
    func statusAt() throws -> Date? {
      try inbox.value("SELECT status_at FROM message").map { Date(milliseconds: $0) }
    }
    try inbox.push(.make("one", id: "a"), from: "cli")
    #expect(try statusAt() == nil)
    try inbox.at(1).perform(.pin, on: [1])
    #expect(try statusAt() == nil)
    for (time, verb, expected): (Double, Verb, Double) in [
      (2, .read, 2), (3, .snooze(until: 60), 2), (4, .delete, 4),
    ] {
      try inbox.at(time).perform(verb, on: [1])
      #expect(try statusAt() == .testing(expected), "\(time)")
    }
    try inbox.at(5).undo()
    #expect(try statusAt() == .testing(5))
    try inbox.at(6).push(.make("more", id: "a"), from: "cli")
    #expect(try statusAt() == .testing(5))
  }

  @Test(arguments: [false, true])
  func `an answer is stored with its time, and in an exchange with person and machine`(
    isExchanging: Bool
  ) throws {
    let inbox = try Inbox.testing(in: folder)
    if isExchanging { try exchange(in: inbox, as: "ann", on: "atlas") }
    try inbox.push(.question(), from: "cli")
    _ = try inbox.at(7).answer(1, action: "yes")
    let columns = "answer, answered_by, answered_on, answered_at, answer_sent"
    #expect(
      try inbox.fetch("SELECT \(columns) FROM message") == [
        [
          "answer": "Yes", "answered_by": isExchanging ? "ann" : nil,
          "answered_on": isExchanging ? "atlas" : nil,
          "answered_at": Date.testing(7).milliseconds, "answer_sent": nil,
        ]
      ])
  }

  private func exchange(
    in inbox: Inbox, as person: String = "me", on machine: String? = nil
  ) throws {
    try inbox.execute(
      "INSERT INTO exchange (name, person, machine, joined_at) VALUES ('test', ?, ?, 0)",
      [person, machine])
  }

  // Marks of removed messages.

  /// Has a message as if its content and the state of a person were exchanged.
  private func register(
    _ id: String, _ number: Int, in inbox: Inbox, generation: Int64 = 0, at clock: HybridClock
  ) throws {
    let content = ContentRegister(
      ContentPush(["title": .string(id)]), of: .init(source: "cli", id: id),
      generation: generation, at: clock)
    for (name, bytes) in [("c", ExchangeRegister.content(content).bytes), ("s.me", [1])] {
      try inbox.execute("INSERT INTO register VALUES (?, ?, 7, ?, 0)", [number, name, Data(bytes)])
    }
  }

  @Test func `a purge leaves marks only while an exchange is on`() throws {
    let inbox = try Inbox.testing(in: folder)
    for id in ["a", "b"] { try inbox.push(.make(id: id), from: "cli") }
    try inbox.perform(.delete, on: .matching(.all))
    try inbox.purge([1])
    #expect(try inbox.fetch("SELECT * FROM absent") == [])
    try exchange(in: inbox)
    let clock = HybridClock(milliseconds: 5, origin: .init(rawValue: 1))
    try register("b", 2, in: inbox, generation: 3, at: clock)
    try inbox.at(9).purge([2])
    #expect(
      try inbox.fetch(
        "SELECT key, source, id, reason, generation, clock, latest, at FROM absent") == [
          [
            "key": 1, "source": "cli", "id": "b", "reason": "purged", "generation": 3,
            "clock": nil, "latest": nil, "at": Date.testing(9).milliseconds,
          ]
        ])
    // What the stream has of this person is sent once more.
    #expect(
      try inbox.fetch("SELECT number, name, dirty FROM register ORDER BY name") == [
        ["number": -1, "name": "c", "dirty": 0], ["number": -1, "name": "s.me", "dirty": 4],
      ])
  }

  @Test func `pruning leaves marks with the highest timestamp, and what others may join`() throws {
    let inbox = try Inbox.testing(in: folder, maximumCount: 1)
    func takeUp() throws {
      try inbox.setCursor(ExchangeSession.cursorName, to: inbox.lastSequence())
    }
    try exchange(in: inbox)
    try inbox.push(.make(id: "a"), from: "cli")
    let clock = HybridClock(milliseconds: 5, origin: .init(rawValue: 1))
    try register("a", 1, in: inbox, at: clock)
    // What was not taken up yet, or not sent, is kept beyond the maximum.
    try inbox.push(.make(id: "b"), from: "cli")
    try takeUp()
    try inbox.execute("UPDATE register SET dirty = 1")
    try inbox.push(.make("changed", id: "b"), from: "cli")
    #expect(try Set(inbox.stored().map(\.id)) == ["a", "b"])
    try inbox.execute("UPDATE register SET dirty = 0")
    for id in ["b", "c"] {
      try takeUp()
      try inbox.push(.make(id: id, body: "new"), from: "cli")
    }
    #expect(
      try inbox.fetch("SELECT id, reason, generation, latest FROM absent ORDER BY key") == [
        ["id": "a", "reason": "pruned", "generation": 0, "latest": clock.description],
        ["id": "b", "reason": "pruned", "generation": 0, "latest": nil],
      ])
    #expect(
      try inbox.fetch("SELECT number, name FROM register") == [["number": -1, "name": "s.me"]])
  }
}
