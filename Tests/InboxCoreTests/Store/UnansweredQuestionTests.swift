import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// A question whose time ran out stays until somebody deals with it.
@Suite struct UnansweredQuestionTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing()
    var question = Payload.make("Deploy?", id: "1", expiresAt: .testing(10))
    question.asks = .set(true)
    question.actions = .set([MessageAction(id: "y", label: "Yes")])
    _ = try inbox.at(.testing).push([question, .make("b", id: "2", expiresAt: .testing(10))])
  }

  private func listed(_ filter: String, at second: Double = 20) throws -> [Int64] {
    let now = Date.testing(second)
    let filter = try MessageFilter(parsing: filter, now: now, timeZone: .gmt)
    let door = inbox.at(now)
    let rows = try door.snapshot(of: .init(filter: filter), in: .init(limit: 9)).rows
    #expect(try door.count(matching: filter) == rows.count)
    return rows.map(\.number.rawValue).sorted()
  }

  @Test(arguments: [false, true]) func `it is listed, unread and counted`(isSettled: Bool) throws {
    if isSettled { _ = try inbox.at(.testing(20)).settle() }
    #expect(try listed("") == [1])
    #expect(try listed("is:unread") == [1])
    #expect(try listed("is:asking") == [1])
    #expect(try listed("is:expired") == [1, 2])
    #expect(try listed("is:asking is:expired") == [1])
    #expect(try listed("is:active") == [])
    #expect(try listed("-is:expired") == [])
    #expect(try inbox.at(.testing(20)).counts().unread == 1)
  }

  @Test func `nobody can answer it any more, and it can be read and deleted`() throws {
    #expect(try inbox.at(.testing(20)).answer(.init(1), action: "Yes") == .gone)
    _ = try inbox.at(.testing(21)).perform(.read, on: .numbers([.init(1)]))
    #expect(try listed("is:read") == [1])
    _ = try inbox.at(.testing(22)).perform(
      .snooze(until: .date(.testing(30))), on: .numbers([.init(1)]))
    #expect(try listed("", at: 25) == [])
    #expect(try listed("is:unread", at: 30) == [1])
    _ = try inbox.at(.testing(31)).perform(.delete, on: .numbers([.init(1)]))
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
    _ = try inbox.at(.testing(20)).settle()
    #expect(try listed("") == [1])
    #expect(try inbox.at(.testing(20)).counts().unread == 1)
  }
}
