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
    try perform(.snooze(until: .testing(999)), 8)
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
    #expect(order == [6, 5, 4, 3, 1, 2])
  }

  @Test func `pinned, snoozed, scheduled and new ones stay although there are too many`() throws {
    let inbox = try mixedInbox()
    limit(inbox, to: 1)
    let outcome = try inbox.at(.testing(10)).push([.make()], defaultSource: "a")
    #expect(outcome.prunedCount == 6)
    #expect(try numbers(inbox) == [7, 8, 9, 10])
    let entries = try inbox.log(after: 0, limit: 99)
    guard case .entries(let all) = entries, let last = all.last else {
      Issue.record("no log")
      return
    }
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
