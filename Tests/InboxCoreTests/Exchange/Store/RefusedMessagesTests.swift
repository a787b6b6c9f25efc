import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// Which messages a stream has refused, and which it is never asked to take.
@Suite struct RefusedMessagesTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws { exchange = ExchangeInbox(inbox) { try .testing($0) } }

  private func subject(_ id: String) throws -> SubjectKey {
    try .testing(MessageIdentity(source: "ci", id: id))
  }

  @Test func `messages of refused values are named, the newest first`() throws {
    try exchange.join(ExchangeMembership(person: "me"))
    let payloads = ["a", "b", "c"].map { (id: String) in
      Payload.make("Title \(id)", id: id, body: "text")
    }
    try inbox.push(payloads, defaultSource: "ci")
    let values = try exchange.pending(limit: 99)
    #expect(try exchange.refused(limit: 9) == RefusedMessages())

    let (sent, second) = (try subject("a"), try subject("b"))
    try exchange.hold(values.filter { $0.subject != sent })
    let refused = try exchange.refused(limit: 9)
    #expect(refused.count == 2)
    #expect(refused.newest.map(\.title) == ["Title c", "Title b"])
    let size = values.filter { $0.subject == second }.map(\.bytes.count).max()
    let entry = RefusedMessages.Entry(
      number: MessageNumber(2), source: "ci", id: "b", title: "Title b", byteCount: size ?? 0)
    #expect(refused.newest.last == entry)
    let first = try exchange.refused(limit: 1)
    #expect(first.count == 2 && first.newest.map(\.id) == ["c"])

    try exchange.release()
    #expect(try exchange.refused(limit: 9) == RefusedMessages())
  }

  @Test func `messages of sources that stay here are not counted as shared`() throws {
    let payloads = ["ci", "ci", "desktop", "desktop/mail/work", "desktop/music"].map {
      Payload.make(source: $0)
    }
    try inbox.push(payloads, defaultSource: "cli")
    try inbox.perform(.delete, on: [1, 3])
    let expected: [([String: Bool], Int)] = [
      ([:], 5), (["desktop": false], 2), (["desktop": false, "desktop/mail": true], 3),
      (["ci": false, "desktop": false], 0),
    ]
    for (sources, count) in expected {
      #expect(try exchange.messageCount(sharing: ExchangeShare(sources)) == count, "\(sources)")
    }
  }

  @Test func `messages are counted by source from an index, and nothing is sorted`() throws {
    let steps = try inbox.store.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + ExchangeInbox.countsBySource)
        .map { $0["detail"] as String }
    }
    #expect(steps.count == 1, "\(steps)")
    #expect(steps.allSatisfy { $0.contains(" USING COVERING INDEX ") }, "\(steps)")
  }
}
