import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// A question whose time ran out stays until somebody deals with it.
@Suite struct UnansweredQuestionTests {
  private let inbox = Inbox.empty()

  init() throws {
    let question = Payload.question(id: "1").with { $0.expiresAt = .set(.testing(10)) }
    try inbox.push([question, .make("b", id: "2", expiresAt: .testing(10))])
  }

  private func listed(_ filter: String, at second: Double = 20) throws -> [Int64] {
    let query = MessageQuery(filter: try MessageFilter(filter, at: .testing(second)))
    let rows = try inbox.at(second).rows(query)
    #expect(try inbox.at(second).count(matching: query.filter) == rows.count)
    return rows.map(\.number.rawValue).sorted()
  }

  @Test(arguments: [false, true]) func `it is listed, unread and counted`(isSettled: Bool) throws {
    if isSettled { _ = try inbox.at(20).settle() }
    for (filter, numbers): (String, [Int64]) in [
      ("", [1]), ("is:unread", [1]), ("is:asking", [1]), ("is:expired", [1, 2]),
      ("is:asking is:expired", [1]), ("is:active", []), ("-is:expired", []),
    ] { #expect(try listed(filter) == numbers, "\(filter)") }
    #expect(try inbox.at(20).counts().unread == 1)
  }

  @Test func `nobody can answer it any more, and it can be read and deleted`() throws {
    #expect(try inbox.at(20).answer(1, action: "Yes") == .gone)
    try inbox.at(21).perform(.read, on: [1])
    #expect(try listed("is:read") == [1])
    try inbox.at(22).perform(.snooze(until: 30), on: [1])
    #expect(try listed("", at: 25) == [])
    #expect(try listed("is:unread", at: 30) == [1])
    try inbox.at(31).perform(.delete, on: [1])
    #expect(try listed("", at: 32) == [])
  }

  @Test func `a screen is told when its time runs out`() throws {
    let moved = try inbox.store.transitions(after: .testing(5), through: .testing(15)).moved
    #expect(moved.map(\.rawValue) == [1, 2])
  }

  @Test func `one that was hidden by an older program is listed again`() throws {
    try inbox.store.write { database in
      try database.execute(sql: "UPDATE message SET place = 0, next_at = NULL WHERE number = 1")
      try database.execute(sql: InboxSchema.unansweredQuestions)
    }
    #expect(try listed("") == [1])
    _ = try inbox.at(20).settle()
    #expect(try listed("") == [1])
    #expect(try inbox.at(20).counts().unread == 1)
  }
}
