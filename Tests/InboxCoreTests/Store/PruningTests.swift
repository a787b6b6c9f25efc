import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Which messages go when there are too many, and which never do.
@Suite struct PruningTests {
  private func numbers(_ inbox: Inbox) throws -> [Int64] {
    try inbox.stored().map(\.number.rawValue)
  }

  private func limit(_ inbox: Inbox, to maximum: Int) {
    var configuration = inbox.store.configuration
    configuration.maximumCount = maximum
    inbox.update(configuration: configuration)
  }

  /// Unread 1 and 2, read 3, expired 4, deleted 5, alert-only 6, then pinned, snoozed, scheduled.
  private func mixedInbox() throws -> Inbox {
    let inbox = try Inbox.testing()
    _ = try inbox.at(.testing).push(
      [
        .make(), .make(), .make(), .make(expiresAt: .testing(5)), .make(),
        .make(delivery: .alert), .make(), .make(), .make(startsAt: .testing(999)),
      ], defaultSource: "a")
    func perform(_ verb: Verb, _ number: Int64) throws {
      _ = try inbox.at(.testing).perform(verb, on: .numbers([.init(number)]))
    }
    try perform(.read, 3)
    try perform(.delete, 5)
    try perform(.pin, 7)
    try perform(.snooze(until: .date(.testing(999))), 8)
    return inbox
  }

  @Test func `a program that says nothing of a maximum keeps 250 messages`() throws {
    let inbox = try Inbox.inMemory()
    let payloads = (1...251).map { Payload.make("\($0)") }
    _ = try inbox.at(.testing).push(payloads, defaultSource: "a")
    #expect(try inbox.at(.testing).counts().stored == 250)
    #expect(try numbers(inbox).first == 2)
  }

  @Test func `alert-only, deleted, expired, read and unread ones go in this order`() throws {
    let inbox = try mixedInbox()
    limit(inbox, to: 9)
    var order: [Int64] = []
    for _ in 0..<6 {
      let before = try numbers(inbox)
      let outcome = try inbox.at(.testing(10)).push([.make()], defaultSource: "a")
      #expect(outcome.prunedCount == 1)
      order += Set(before).subtracting(try numbers(inbox)).sorted()
    }
    #expect(order == [6, 5, 3, 4, 1, 2])
  }

  @Test func `an urgent unread message outlives a flood of less urgent ones`() throws {
    let inbox = try Inbox.testing(maximumCount: 5)
    _ = try inbox.at(.testing).push([.make("urgent", priority: .max)], defaultSource: "a")
    var unread = 0
    for second in 1...20 {
      let outcome = try inbox.at(.testing(Double(second)))
        .push([.make("\(second)", priority: .min)], defaultSource: "b")
      #expect(outcome.prunedUnreadCount == outcome.prunedCount)
      unread += outcome.prunedUnreadCount
    }
    #expect(unread == 16)
    #expect(try numbers(inbox) == [1, 18, 19, 20, 21])
    #expect(try inbox.health().pruning?.unreadCount == 16)
  }

  @Test func `of the same priority what is oldest in the list goes first`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    _ = try inbox.at(.testing).push([.folding("a"), .make("b")], defaultSource: "a")
    _ = try inbox.at(.testing(1)).push([.folding("a")], defaultSource: "a")
    _ = try inbox.at(.testing(2)).push([.make("c"), .make("d")], defaultSource: "a")
    #expect(try numbers(inbox) == [1, 3, 4])
  }

  @Test func `an open question is never removed, and one whose time ran out goes last`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    _ = try inbox.at(.testing).push(
      [.asking("open"), .asking("over", until: .testing(5))],
      defaultSource: "a")
    for second in 10...14 {
      _ = try inbox.at(.testing(Double(second)))
        .push([.make("\(second)", priority: .max)], defaultSource: "a")
    }
    #expect(try numbers(inbox) == [1, 2, 7])
    limit(inbox, to: 2)
    _ = try inbox.at(.testing(15)).push([.make("last")], defaultSource: "a")
    #expect(try numbers(inbox) == [1, 8])
  }

  @Test func `what an import would leave is counted before anything is stored`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    _ = try inbox.push([.make("a", id: "1")], defaultSource: "a")
    var forecast = try ImportForecast(of: inbox)
    try forecast.add([.make("a", id: "1", source: "a"), .make("b", id: "2", source: "a")])
    try forecast.add([.make("b", id: "2", source: "a"), .make("c")])
    try forecast.check()
    #expect(forecast.count == 3)
    try forecast.add([.make("d")])
    #expect(throws: InboxError.overMaximum(count: 4, maximum: 3)) { try forecast.check() }
    #expect(try inbox.counts().stored == 1)
  }

  @Test func `pinned, snoozed, scheduled and new ones stay although there are too many`() throws {
    let inbox = try mixedInbox()
    limit(inbox, to: 1)
    let outcome = try inbox.at(.testing(10)).push([.make()], defaultSource: "a")
    #expect(outcome.prunedCount == 6)
    #expect(try numbers(inbox) == [7, 8, 9, 10])
    let last = try #require(try inbox.entries().last)
    #expect(last.verb == .pruned && last.numbers.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `of a batch larger than the maximum the last one stored stays`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    let outcome = try inbox.at(.testing).push(
      [.make(), .make(), .make(), .make(delivery: .alert)], defaultSource: "a")
    #expect(outcome.prunedCount == 2)
    #expect(try numbers(inbox) == [3, 4])
    _ = try inbox.at(.testing).push(
      [.make(id: "id-3"), .make(), .make(), .make(delivery: .alert)], defaultSource: "a")
    #expect(try numbers(inbox).last == 7)
  }
}

extension Payload {
  fileprivate static func folding(_ key: String) -> Payload {
    var payload = make(key)
    payload.fold = .set(key)
    return payload
  }

  fileprivate static func asking(_ title: String, until end: Date? = nil) -> Payload {
    var payload = make(title, expiresAt: end)
    payload.asks = .set(true)
    return payload
  }

  @Test func `what is older than it is to be kept goes, but nothing unread, pinned or asked`()
    throws
  {
    let inbox = try Inbox.testing()
    let day = 86_400.0
    var question = Payload.make("question", source: "b", expiresAt: .testing(1e9))
    question.asks = .set(true)
    _ = try inbox.at(.testing).push(
      [
        .make("read", source: "b"), .make("unread", source: "b"), .make("pinned", source: "b"),
        .make("done", source: "b"), .make("deleted", source: "b"), question,
        .make("ci", source: "ci/main"), .make("later", source: "b", startsAt: .testing(1e9)),
        .make("alert", source: "b", delivery: .alert),
      ], defaultSource: "b")
    func perform(_ verb: Verb, _ numbers: Int64..., at now: Date = .testing(1)) throws {
      _ = try inbox.at(now).perform(verb, on: .numbers(numbers.map { MessageNumber($0) }))
    }
    try perform(.read, 1, 3, 6, 7, 8)
    try perform(.pin, 3)
    try perform(.done, 4)
    try perform(.delete, 5)
    var configuration = inbox.store.configuration
    configuration.retentions = [
      Retention(of: SourcePattern(parsing: "ci"), for: 2 * day),
      Retention(for: 9 * day),
    ]
    inbox.update(configuration: configuration)
    func left(after days: Double) throws -> [String] {
      _ = try inbox.at(.testing(days * day)).push(
        [.make("\(days)", id: "\(days)")], defaultSource: "new")
      return try inbox.stored().compactMap(\.title).filter { !$0.contains(".0") }
    }
    #expect(try left(after: 1).count == 9)
    #expect(try left(after: 3).contains("ci") == false)
    // Read again since then, it stays for as long again.
    try perform(.unread, 1, at: .testing(4 * day))
    try perform(.read, 1, at: .testing(5 * day))
    #expect(try left(after: 10) == ["read", "unread", "pinned", "question", "later"])
    #expect(try left(after: 15) == ["unread", "pinned", "question", "later"])
    #expect(try inbox.at(.testing(15 * day)).health().isSound)
  }
}
