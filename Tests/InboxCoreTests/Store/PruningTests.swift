import InboxTestSupport
import Testing

@testable import InboxCore

/// Which messages go when there are too many, and which never do.
@Suite struct PruningTests {
  private func numbers(_ inbox: Inbox) throws -> [Int64] {
    try inbox.stored().map(\.number.rawValue)
  }

  private func limit(_ inbox: Inbox, to maximum: Int) {
    inbox.update(configuration: inbox.configuration.with { $0.maximumCount = maximum })
  }

  /// Unread 1 and 2, read 3, expired 4, deleted 5, alert-only 6, then pinned, snoozed, scheduled.
  private func mixedInbox() throws -> Inbox {
    let inbox = try Inbox.testing()
    try inbox.at(.testing).push(
      .make(), .make(), .make(), .make(expiresAt: .testing(5)), .make(),
      .make(delivery: .alert), .make(), .make(), .make(startsAt: .testing(999)), from: "a")
    try inbox.perform(.read, on: [3])
    try inbox.perform(.delete, on: [5])
    try inbox.perform(.pin, on: [7])
    try inbox.perform(.snooze(until: 999), on: [8])
    return inbox
  }

  @Test func `a program that says nothing of a maximum keeps 250 messages`() throws {
    let inbox = try Inbox.inMemory()
    let payloads = (1...251).map { Payload.make("\($0)") }
    try inbox.at(.testing).push(payloads, defaultSource: "a")
    #expect(try inbox.at(.testing).counts().stored == 250)
    #expect(try numbers(inbox).first == 2)
  }

  @Test func `alert-only, deleted, expired, read and unread ones go in this order`() throws {
    let inbox = try mixedInbox()
    limit(inbox, to: 9)
    var order: [Int64] = []
    for _ in 0..<6 {
      let before = try numbers(inbox)
      let outcome = try inbox.at(10).push(.make(), from: "a")
      #expect(outcome.prunedCount == 1)
      order += Set(before).subtracting(try numbers(inbox)).sorted()
    }
    #expect(order == [6, 5, 3, 4, 1, 2])
  }

  @Test func `an urgent unread message outlives a flood of less urgent ones`() throws {
    let inbox = try Inbox.testing(maximumCount: 5)
    try inbox.at(.testing).push(.make("urgent", priority: .max), from: "a")
    var unread = 0
    for second in 1...20 {
      let outcome = try inbox.at(Double(second)).push(.make("\(second)", priority: .min), from: "b")
      #expect(outcome.prunedUnreadCount == outcome.prunedCount)
      unread += outcome.prunedUnreadCount
    }
    #expect(unread == 16)
    #expect(try numbers(inbox) == [1, 18, 19, 20, 21])
    #expect(try inbox.health().pruning?.unreadCount == 16)
  }

  @Test func `of the same priority what is oldest in the list goes first`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    try inbox.at(.testing).push(.make("a", fold: "a"), .make("b"), from: "a")
    try inbox.at(1).push(.make("a", fold: "a"), from: "a")
    try inbox.at(2).push(.make("c"), .make("d"), from: "a")
    #expect(try numbers(inbox) == [1, 3, 4])
  }

  @Test func `an open question is never removed, and one whose time ran out goes last`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    try inbox.at(.testing).push(
      Payload(title: "open", asks: true),
      Payload(title: "over", asks: true, expiresAt: .testing(5)), from: "a")
    for second in 10...14 {
      _ = try inbox.at(Double(second)).push(.make("\(second)", priority: .max), from: "a")
    }
    #expect(try numbers(inbox) == [1, 2, 7])
    limit(inbox, to: 2)
    try inbox.at(15).push(.make("last"), from: "a")
    #expect(try numbers(inbox) == [1, 8])
  }

  @Test func `what an import would leave is counted before anything is stored`() throws {
    let inbox = try Inbox.testing(maximumCount: 3)
    try inbox.push(.make("a", id: "1"), from: "a")
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
    let outcome = try inbox.at(10).push(.make(), from: "a")
    #expect(outcome.prunedCount == 6)
    #expect(try numbers(inbox) == [7, 8, 9, 10])
    let last = try #require(try inbox.entries().last)
    #expect(last.verb == .pruned && last.numbers.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `of a batch larger than the maximum the last one stored stays`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    let outcome = try inbox.at(.testing).push(
      .make(), .make(), .make(), .make(delivery: .alert), from: "a")
    #expect(outcome.prunedCount == 2)
    #expect(try numbers(inbox) == [3, 4])
    try inbox.at(.testing).push(
      .make(id: "id-3"), .make(), .make(), .make(delivery: .alert), from: "a")
    #expect(try numbers(inbox).last == 7)
  }

  @Test func `what is older than it is kept goes, but nothing unread, pinned or asked`() throws {
    let inbox = try Inbox.testing()
    let day = 86_400.0
    let question = Payload(title: "question", asks: true, expiresAt: .testing(1e9))
    try inbox.at(.testing).push(
      .make("read"), .make("unread"), .make("pinned"), .make("done"), .make("deleted"), question,
      .make("ci", source: "ci/main"), .make("later", startsAt: .testing(1e9)),
      .make("alert", delivery: .alert), from: "b")
    try inbox.at(1).perform(.read, on: [1, 3, 6, 7, 8])
    try inbox.at(1).perform(.pin, on: [3])
    try inbox.at(1).perform(.done, on: [4])
    try inbox.at(1).perform(.delete, on: [5])
    let retentions = [
      Retention(of: SourcePattern(parsing: "ci"), for: 2 * day), Retention(for: 9 * day),
    ]
    inbox.update(configuration: inbox.configuration.with { $0.retentions = retentions })
    func left(after days: Double) throws -> [String] {
      try inbox.at(days * day).push(.make("\(days)", id: "\(days)"), from: "new")
      return try inbox.stored().compactMap(\.title).filter { !$0.contains(".0") }
    }
    #expect(try left(after: 1).count == 9)
    #expect(try left(after: 3).contains("ci") == false)
    // Read again since then, it stays for as long again.
    try inbox.at(4 * day).perform(.unread, on: [1])
    try inbox.at(5 * day).perform(.read, on: [1])
    #expect(try left(after: 10) == ["read", "unread", "pinned", "question", "later"])
    #expect(try left(after: 15) == ["unread", "pinned", "question", "later"])
    #expect(try inbox.at(15 * day).health().isSound)
  }
}
