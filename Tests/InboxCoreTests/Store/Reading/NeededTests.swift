import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What needs the person leads the list: open questions, the most urgent until they are resolved, and
/// silent sources.
@Suite struct NeededTests {
  private let inbox = Inbox.empty()

  init() throws {
    let question = Payload.make("question")
      .with { ($0.actions, $0.asks) = (.set([.init(id: "yes", label: "Yes")]), .set(true)) }
    let urgent = Payload.make("urgent", priority: .max, fold: "disk")
    let silence = Payload.make("silence", source: "expect/cron", fold: "silence")
    try inbox.push(
      question, urgent, silence,
      .make("high", priority: .high), .make("pinned"), .make("late", startsAt: .testing(60)),
      from: "ci")
    try inbox.pin([5])
  }

  private func titles(_ text: String = "", isLed: Bool = true, at seconds: Double = 1) throws
    -> [String]
  {
    var query = MessageQuery(filter: try MessageFilter(text))
    query.isLed = isLed
    let door = inbox.at(seconds)
    let rows = try door.rows(query)
    #expect(try door.count(matching: query.filter) == rows.count)
    for row in rows where text == "is:needed" {
      #expect(row.isNeeded || seconds > 600)
      #expect(
        query.filter.matches(try #require(try door.message(row.number)), at: .testing(seconds)))
    }
    return rows.compactMap(\.title)
  }

  @Test func `it comes first where a list asks for it, then what is pinned`() throws {
    #expect(try titles() == ["silence", "urgent", "question", "pinned", "high"])
    #expect(try titles(isLed: false) == ["pinned", "high", "silence", "urgent", "question"])
    #expect(try titles("is:needed") == ["silence", "urgent", "question"])
    #expect(try titles("-is:needed") == ["pinned", "high"])
    try inbox.pin([1])
    #expect(try titles() == ["question", "silence", "urgent", "pinned", "high"])
  }

  @Test func `it stays when it is read, and leaves when it is dealt with`() throws {
    try inbox.markRead([1, 2, 3])
    #expect(try titles("is:needed") == ["silence", "urgent", "question"])
    _ = try inbox.answer(1, action: "Yes")
    #expect(try titles("is:needed") == ["silence", "urgent"])
    try inbox.push(Payload(source: "ci", resolves: "disk"), from: "ci")
    #expect(try titles("is:needed") == ["silence"])
    try inbox.perform(.done, on: [3])
    #expect(try titles("is:needed") == [])
    #expect(try titles().first == "pinned")
    try inbox.undo()
    #expect(try titles("is:needed") == ["silence"])
  }

  @Test(arguments: [Verb.delete, .snooze(until: 600)])
  func `what is not listed does not need anybody`(_ verb: Verb) throws {
    try inbox.perform(verb, on: [2])
    #expect(try titles("is:needed") == ["silence", "question"])
    let hidden = try inbox.snapshot(
      of: .init(filter: verb == .delete ? .trash : MessageFilter([.init(.phase(.snoozed))])),
      in: .init(limit: 9))
    #expect(hidden.rows.map(\.isNeeded) == [false])
    // Back from the snooze it needs the person again, settled or not.
    guard verb != .delete else { return }
    #expect(try titles("is:needed", at: 601).contains("urgent"))
    _ = try inbox.at(601).settle()
    #expect(try titles(at: 602).prefix(3).contains("urgent"))
  }

  @Test func `an inbox of the version before leads with it, too`() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path + "/inbox.sqlite")
    try queue.writeWithoutTransaction { database in
      try InboxSchema.migrate(database, through: Array(InboxSchema.migrations.prefix(8)))
      try database.execute(
        sql: """
          INSERT INTO message (number, place, status, pinned, priority, delivery, partial, sort_at,
            placed_at, received_at, starts_at, source, id, title, asks)
          VALUES (1, 1, 1, 1, 5, 1, 0, 0, 0, 0, 1, 'ci', 'a', 'urgent', 0),
            (2, 1, 0, 0, 3, 1, 0, 0, 0, 0, NULL, 'ci', 'b', 'question', 1),
            (3, 2, 2, 0, 5, 1, 0, 0, 0, 0, NULL, 'ci', 'c', 'deleted', 0),
            (4, 1, 0, 1, 3, 1, 0, 0, 0, 0, NULL, 'ci', 'd', 'pinned', 0);
          """)
      try InboxSchema.migrate(database)
      let leads = try Int.fetchAll(database, sql: "SELECT lead FROM message ORDER BY number")
      #expect(leads == [3, 2, 0, 1])
    }
  }

  @Test func `the hours of the last day are counted`() throws {
    let counts = try inbox.at(3_600).hourCounts()
    #expect(counts.count == 24)
    #expect(counts.reduce(0, +) == 5)
    #expect(try inbox.at(25 * 3_600).hourCounts().allSatisfy { $0 == 0 })
  }

  @Test func `what was opened is found by it`() throws {
    try inbox.perform(.open(.inbox), on: [4])
    #expect(try titles("is:opened") == ["high"])
    #expect(try titles("-is:opened").count == 4)
    #expect(try inbox.message(4)?.openedAt == .testing)
  }
}
