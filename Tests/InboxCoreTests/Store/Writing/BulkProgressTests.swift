import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct BulkProgressTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private let count = 2 * BulkProgress.step + 500

  init() throws {
    inbox = try .testing(in: folder)
    try inbox.store.write { [count] database in
      try database.execute(
        sql: """
          WITH RECURSIVE one (number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM one WHERE number < ?)
          INSERT INTO message (number, place, status, lead, priority, delivery, partial,
            sort_at, placed_at, received_at, source, id, title)
          SELECT number, 1, 0, 0, 3, 1, 0, number, number, number, 'cli', 'm' || number, 'Title'
          FROM one
          """, arguments: [count])
      var first: MessageNumber? = MessageNumber(1)
      try database.indexText(from: &first)
    }
  }

  private func reports(_ body: (BulkProgress.Report) throws -> Void) rethrows -> [BulkProgress] {
    var reports: [BulkProgress] = []
    try body { reports.append($0) }
    return reports
  }

  @Test func `a change of very many tells how far it has come and is one step of undo`() throws {
    let expected = [1, 2].map { BulkProgress(done: $0 * BulkProgress.step, total: count) }
    let before = try inbox.lastSequence()
    let reading = try reports { report in
      let outcome = try inbox.perform(.read, on: .matching(.unread), reporting: report)
      #expect(outcome.changedCount == count)
    }
    #expect(reading == expected)
    #expect(try inbox.lastSequence() == before + 1)
    #expect(try inbox.counts().unread == 0)
    let undoing = try reports { report in
      let outcome = try inbox.undo(reporting: report)
      #expect(outcome?.changedCount == count)
    }
    #expect(undoing == expected)
    #expect(try inbox.counts().unread == count)
    let again = try reports { try inbox.redo(reporting: $0) }
    #expect(again == expected)
  }

  @Test func `removing very many for good tells how far it has come`() throws {
    try inbox.perform(.delete, on: .matching(.all))
    let purging = try reports { report in try inbox.purge(.matching(.trash), reporting: report) }
    #expect(purging.map(\.done) == [BulkProgress.step, 2 * BulkProgress.step])
    #expect(try inbox.counts().stored == 0)
  }

  @Test func `a change of few tells nothing on the way`() throws {
    let numbers = (1...Int64(BulkProgress.step - 1)).map { MessageNumber($0) }
    let told = try reports { report in
      try inbox.perform(.read, on: .numbers(numbers), reporting: report)
    }
    #expect(told.isEmpty)
  }

  @Test func `indexes made anew are the same and whole, and other programs go on`() throws {
    func schema() throws -> (text: String?, version: Int?) {
      try inbox.store.read { database in
        let text = "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_schema ORDER BY name)"
        return (try database.value(text), try database.value("PRAGMA schema_version"))
      }
    }
    let other = try Inbox.testing(in: folder)
    func rowCount() throws -> Int {
      try other.snapshot(of: .init(), in: .init(limit: 5)).rows.count
    }
    #expect(try rowCount() == 5)
    let before = try schema()
    #expect(try inbox.perform(.done, on: .everything).changedCount == count)
    let after = try schema()
    #expect(after.text == before.text)
    #expect(after.version != before.version)
    #expect(try inbox.value("PRAGMA integrity_check") == "ok")
    #expect(try rowCount() == 0)
    #expect(try other.count(matching: MessageFilter("is:done")) == count)
    #expect(try other.undo()?.changedCount == count)
    #expect(try rowCount() == 5)
  }
}
