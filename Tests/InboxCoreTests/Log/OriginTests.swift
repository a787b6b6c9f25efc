import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What another machine needs to know an inbox's entries and messages by.
@Suite struct OriginTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing(maximumCount: 3)
  }

  private func entries(after sequence: Int64 = 0) throws -> [LogEntry] {
    guard case .entries(let entries) = try inbox.log(after: sequence, limit: 99) else { return [] }
    return entries
  }

  @Test func `each inbox has an id of its own, which stays`() throws {
    let folder = try TemporaryFolder()
    let filed = try Inbox.testing(in: folder)
    let origin = try filed.origin()
    #expect(origin.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try inbox.origin() != origin)
    try filed.close()
    #expect(try Inbox.testing(in: folder).origin() == origin)
  }

  @Test func `an entry of another inbox names it, and one of this inbox does not`() throws {
    _ = try inbox.push([.make()], defaultSource: "cli")
    try inbox.store.write { database in
      try database.execute(
        sql: """
          INSERT INTO origin VALUES (2, 'another');
          INSERT INTO log (time, verb, origin, numbers) VALUES (0, 'read', 2, x'0101');
          """)
    }
    #expect(try entries().map(\.origin) == [nil, "another"])
  }

  @Test func `what was purged is known by its identity, in the order of its numbers`() throws {
    for (source, id) in [("cli", "a"), ("ntfy/alerts", "1"), ("ntfy/alerts", "2\u{1}\"")] {
      _ = try inbox.push([.make(id: id, source: source)], defaultSource: "")
    }
    _ = try inbox.perform(.delete, on: .matching(.all))
    _ = try inbox.purge(.matching(.trash))
    let entry = try #require(try entries().last)
    #expect(entry.verb == .purged && entry.numbers.map(\.rawValue) == [1, 2, 3])
    #expect(
      try inbox.removedIdentities(ofEntry: entry.sequence) == [
        .init(source: "cli", id: "a"), .init(source: "ntfy/alerts", id: "1"),
        .init(source: "ntfy/alerts", id: "2\u{1}\""),
      ])
    #expect(try inbox.removedIdentities(ofEntry: entry.sequence - 1) == [])
  }

  @Test func `what the maximum removed is known by its identity too`() throws {
    for id in ["a", "b", "c"] {
      _ = try inbox.push([.make(id: id)], defaultSource: "cli")
    }
    // Read ones go before unread ones, so the numbers are removed out of their order.
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(3)]))
    let more = [Payload.make(id: "d"), .make(id: "e")]
    _ = try inbox.push(more, defaultSource: "cli")
    let entry = try #require(try entries().last)
    #expect(entry.verb == .pruned && entry.numbers.map(\.rawValue) == [1, 3])
    #expect(
      try inbox.removedIdentities(ofEntry: entry.sequence).map(\.id) == ["a", "c"])
  }

  @Test func `identities come back from their text, and other texts give none`() {
    var random = SeededRandom(seed: 11)
    let identities = (0..<200).map { _ in
      MessageIdentity(
        source: random.pick(["a", "b/c", "d\"e"]), id: random.pick(["1", "é", "\u{1F514}", "\n"]))
    }
    #expect(IdentityList.identities(in: IdentityList(identities).json) == identities)
    for text in ["", "{}", "[1]", "[[]]", "[[1,2]]", "[\"a\"]"] {
      #expect(IdentityList.identities(in: text) == [])
    }
  }
}
