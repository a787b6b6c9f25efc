import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What a merge, a snooze and the clock do to a message's place in the order.
@Suite struct PlaceTests {
  private let inbox = Inbox.empty()

  init() throws {
    try inbox.push(.make(id: "1"), from: "a")
    try inbox.at(10).push(.make(id: "2"), from: "a")
  }

  @Test func `a merge takes a time of sending over, and only the first one moves`() throws {
    try inbox.at(20).push(.make(id: "2", sentAt: .testing(-60)), from: "a")
    #expect(try inbox.at(20).rows().map(\.sortDate) == [.testing, .testing(-60)])
    try inbox.at(21).perform(.read, on: [2])
    try inbox.at(22).push(.make(id: "2", sentAt: .testing(-90)), from: "a")
    #expect(try inbox.at(30).rows().map(\.sortDate) == [.testing, .testing(-60)])
    #expect(try inbox.message(2)?.sentAt == .testing(-90))
    let again = Payload.make(id: "2", sentAt: .testing(-90)).with { $0.resurfaces = true }
    try inbox.at(40).push(again, from: "a")
    #expect(try inbox.at(40).rows().map(\.sortDate) == [.testing, .testing(-90)])
  }

  @Test func `a merge hides what has ended and shows what has begun`() throws {
    try inbox.at(20).push(.make(id: "2", expiresAt: .testing(15)), from: "a")
    #expect(try inbox.at(20).rows().map(\.number) == [1])
    try inbox.at(21).push(.make(id: "2", expiresAt: .testing(99)), from: "a")
    #expect(try inbox.at(21).rows().map(\.sortDate) == [.testing(10), .testing])
    try inbox.at(22).push(.make(id: "1", startsAt: .testing(50)), from: "a")
    #expect(try inbox.at(22).rows().map(\.number) == [2])
    #expect(try inbox.at(50).rows().map(\.sortDate) == [.testing(50), .testing(10)])
  }

  @Test func `a snooze taken back returns the message to its old place`() throws {
    try inbox.at(20).perform(.snooze(until: 90), on: [1])
    #expect(try inbox.at(95).rows().map(\.sortDate) == [.testing(90), .testing(10)])
    let step = UndoOutcome(verb: .snoozed, changedCount: 1, newest: 1)
    #expect(try inbox.at(30).undo()?.withoutEntry == step)
    #expect(try inbox.at(95).rows().map(\.sortDate) == [.testing(10), .testing])
  }

  @Test func `a thousand messages of one millisecond are paged without loss both ways`() throws {
    let inbox = try Inbox.testing()
    try inbox.push((0..<1_000).map { _ in .make() }, defaultSource: "a")
    for order in [MessageOrder.newest, .oldest] {
      let pages = InboxPageSource(inbox, query: .init(order: order), pageSize: 37)
      while pages.hasNextPage { try pages.nextPage() }
      let ascending = (1...1_000).map { MessageNumber(Int64($0)) }
      #expect(pages.objects.map(\.number) == (order == .oldest ? ascending : ascending.reversed()))
    }
  }
}

/// Tags, categories and sources, with their messages in every order.
@Suite struct LabelOrderTests {
  private let inbox = Inbox.empty()

  /// Pushes one message a second: priority, tags and categories of each.
  private func push(_ rows: [(Priority, [String], [String])]) throws {
    for (index, (priority, tags, categories)) in rows.enumerated() {
      try inbox.at(Double(index) - 60).push(
        .make(
          id: "m\(index + 1)", source: "old", categories: categories, tags: tags,
          priority: priority))
    }
  }

  private func numbers(
    _ filter: String, _ order: MessageOrder = .newest
  ) throws -> [MessageNumber] {
    try inbox.rows(filter, order).map(\.number)
  }

  @Test func `messages with a name come in every order`() throws {
    try push([
      (.max, ["a", "b"], []), (.default, ["a"], ["x"]), (.high, [], ["x"]),
      (.default, ["a", "a"], []),
    ])
    #expect(try numbers("tag:a") == [4, 2, 1])
    #expect(try numbers("tag:a", .oldest) == [1, 2, 4])
    #expect(try numbers("tag:a", .priority) == [1, 4, 2])
    #expect(try numbers("category:x", .priority) == [3, 2])
    #expect(try numbers("source:old", .priority) == [1, 3, 4, 2])
    #expect(try numbers("tit") == [4, 3, 2, 1])
    #expect(try numbers("-tag:a") == [3])
  }

  @Test func `names follow their message's place in the order, and go with it`() throws {
    try push([(.default, ["a"], []), (.default, ["a"], [])])
    var payload = Payload.make(nil, id: "m1", source: "old", priority: .max)
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a", .priority) == [1, 2])
    #expect(try numbers("tag:a") == [2, 1])
    payload.resurfaces = true
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a") == [1, 2])
    payload.tags = .set(["b"])
    try inbox.push(payload, from: "")
    #expect(try numbers("tag:a") == [2])
    try inbox.perform(.snooze(until: 60), on: .matching(.all))
    #expect(try numbers("tag:b is:snoozed") == [1])
    try inbox.perform(.delete, on: .matching(.init([.init(.phase(.snoozed))])))
    try inbox.purge(.matching(.trash))
    #expect(try inbox.value("SELECT count(*) FROM label") == 0)
  }
}

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
