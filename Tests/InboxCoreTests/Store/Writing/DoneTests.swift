import Foundation
import InboxText
import InboxTestSupport
import Testing

@testable import InboxCore

/// What is done is out of the list and kept, and comes back when there is news.
@Suite struct DoneTests {
  private let inbox: Inbox

  init() throws {
    var configuration = InboxConfiguration.testing()
    configuration.foldRepeats = .identical
    inbox = try Inbox.inMemory(configuration: configuration)
  }

  private func push(_ payloads: Payload...) throws -> [MessageNumber] {
    try inbox.push(payloads, defaultSource: "ci").results.map { result in
      switch result {
      case .inserted(let number, _), .merged(let number, _): number
      default: MessageNumber(0)
      }
    }
  }

  private func finish(_ numbers: [MessageNumber]) throws {
    #expect(try inbox.perform(.done, on: .numbers(numbers)).changedCount == numbers.count)
  }

  private func done() throws -> [MessageNumber] {
    try inbox.snapshot(of: .init(filter: .done), in: .init(limit: 9)).rows.map(\.number)
  }

  private func state(_ number: MessageNumber) throws -> MessageState {
    let message = try #require(try inbox.message(number))
    return MessageState(
      status: message.status, statusBeforeDelete: message.statusBeforeDelete,
      isPinned: message.isPinned, snoozedUntil: message.snoozedUntil?.milliseconds,
      doneAt: message.doneAt?.milliseconds)
  }

  @Test func `what is done is read, in no list but its own, and counted`() throws {
    let numbers = try push(.make("a"), .make("b"))
    try finish([numbers[0]])
    #expect(try inbox.counts() == InboxCounts(unread: 1, done: 1))
    #expect(try done() == [numbers[0]])
    #expect(try inbox.count(matching: .all) == 1)
    #expect(try inbox.message(numbers[0])?.status == .read)
    #expect(try inbox.message(numbers[0])?.doneAt == .testing)
    #expect(try inbox.perform(.done, on: .numbers(numbers)).changedCount == 1)
    #expect(try inbox.perform(.read, on: .numbers(numbers)).changedCount == 0)
    let words = "is:done"
    #expect(try MessageFilter(parsing: words, now: .testing, timeZone: .gmt) == .done)
  }

  @Test func `by hand it comes back as read, by undo as it was`() throws {
    let numbers = try push(.make("a"))
    let before = try state(numbers[0])
    try finish(numbers)
    let finished = try state(numbers[0])
    #expect(try inbox.undo()?.verb == .done)
    #expect(try state(numbers[0]) == before)
    #expect(try inbox.redo()?.verb == .done)
    #expect(try state(numbers[0]) == finished)
    #expect(try inbox.perform(.undone, on: .matching(.done)).changedCount == 1)
    #expect(try inbox.counts() == InboxCounts(read: 1))
    #expect(try inbox.entries().map(\.verb.rawValue).last == "reopened")
  }

  @Test(arguments: [Verb.done, .read, .delete, .snooze(until: .date(.testing(60)))])
  func `undo and redo hide no news`(_ verb: Verb) throws {
    let numbers = try push(.make("a", id: "1"), .make("b", id: "2"))
    func news() throws {
      _ = try inbox.push([.make("a", id: "1", body: UUID().uuidString)], defaultSource: "ci")
    }
    _ = try inbox.perform(verb, on: .numbers(numbers))
    _ = try inbox.undo()
    try news()
    let redone = try #require(try inbox.redo())
    #expect(redone.changedCount == 1 && redone.changedSince == [numbers[0]])
    #expect(try state(numbers[0]) == MessageState(status: .unread))
    #expect(try state(numbers[1]) != MessageState(status: .unread))
    _ = try inbox.perform(verb, on: .numbers([numbers[0]]))
    _ = try inbox.perform(.unread, on: .numbers([numbers[0]]))
    try news()
    if case .snooze = verb { return }
    #expect(try inbox.undo()?.changedSince == [numbers[0]])
    #expect(try state(numbers[0]) == MessageState(status: .unread))
  }

  @Test(arguments: [Verb.undone, .snooze(until: .date(.testing(60))), .delete])
  func `undo of what followed does not make news done again`(_ verb: Verb) throws {
    let numbers = try push(.make("a", id: "1"))
    try finish(numbers)
    _ = try inbox.perform(verb, on: .numbers(numbers))
    let before = try state(numbers[0])
    _ = try inbox.push([.make("a", id: "1", body: "other")], defaultSource: "ci")
    #expect(try inbox.undo()?.changedSince == numbers)
    #expect(try state(numbers[0]).doneAt == nil || before.status == .deleted)
    #expect(try done() == [])
  }

  @Test func `unread and a snooze bring it back, and delete keeps that it was done`() throws {
    let numbers = try push(.make("a"), .make("b"), .make("c"))
    try finish(numbers)
    _ = try inbox.perform(.unread, on: .numbers([numbers[0]]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([numbers[1]]))
    _ = try inbox.perform(.delete, on: .numbers([numbers[2]]))
    #expect(try inbox.counts() == InboxCounts(unread: 1, deleted: 1, hidden: 1))
    #expect(try inbox.at(.testing(60)).counts().unread == 2)
    _ = try inbox.perform(.restore, on: .numbers([numbers[2]]))
    #expect(try done() == [numbers[2]])
  }

  @Test func `what is snoozed can be done, and does not wake`() throws {
    let numbers = try push(.make("a"))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers(numbers))
    try finish(numbers)
    #expect(try inbox.at(.testing(90)).counts() == InboxCounts(done: 1))
  }

  @Test func `one more occurrence brings it back as unread`() throws {
    for fold in [nil, "disk"] {
      func payload() -> Payload {
        var payload = Payload.make("disk \(fold ?? "")", id: nil)
        if let fold { payload.fold = .set(fold) }
        return payload
      }
      let numbers = try push(payload())
      try finish(numbers)
      #expect(try push(payload()) == numbers)
      let message = try #require(try inbox.message(numbers[0]))
      #expect(message.status == .unread && message.doneAt == nil && message.occurrences == 2)
    }
  }

  @Test func `a push with its id brings it back when a text changes`() throws {
    let numbers = try push(.make("build", id: "1", body: "runs"))
    try finish(numbers)
    _ = try inbox.at(.testing(9)).push([.make("build", id: "1", body: "runs")], defaultSource: "ci")
    #expect(try done() == numbers)
    _ = try inbox.at(.testing(9)).push([.make("build", id: "1", body: "over")], defaultSource: "ci")
    #expect(try done() == [])
    let message = try #require(try inbox.message(numbers[0]))
    #expect(message.status == .unread && message.receivedAt == .testing(9))
    #expect(try inbox.entries().map(\.verb).last == .resurfaced)
  }

  @Test func `a push with its id brings it back when it is more urgent`() throws {
    let numbers = try push(.make("disk", id: "1"))
    func raise(to priority: Priority) throws {
      var payload = Payload(source: "ci", id: "1")
      payload.priority = .set(priority)
      _ = try push(payload)
    }
    try finish(numbers)
    try raise(to: .low)
    #expect(try done() == numbers)
    try raise(to: .max)
    #expect(try done() == [])
    #expect(try inbox.message(numbers[0])?.status == .unread)
    #expect(try inbox.entries().map(\.verb).last == .resurfaced)
    try finish(numbers)
    try raise(to: .max)
    #expect(try done() == numbers)
  }

  @Test func `a message in its thread brings back the newest one alone`() throws {
    let numbers = try push(
      .make("1", thread: "t"), .make("2", thread: "t"), .make("3", thread: "u"))
    try finish(numbers)
    _ = try push(.make("4", thread: "t", delivery: .alert))
    #expect(try done() == numbers.reversed())
    let sequence = try inbox.lastSequence()
    _ = try push(.make("5", thread: "t"))
    #expect(try done() == [numbers[2], numbers[0]])
    #expect(try inbox.message(numbers[1])?.status == .unread)
    let entries = try inbox.entries(after: sequence)
    #expect(entries.map(\.verb) == [.received, .reopened])
    #expect(entries.last?.numbers == [numbers[1]])
    // It was no person's step.
    #expect(try inbox.undo()?.verb == .done)
  }

  @Test func `a rule can mark messages and their repeats as done`() throws {
    var (configuration, actions) = (InboxConfiguration.testing(), RuleActions())
    actions.finishes = true
    configuration.foldRepeats = .identical
    configuration.rules = [Rule(name: "r", filter: .all, actions: actions)]
    let inbox = try Inbox.inMemory(configuration: configuration)
    for _ in 1...3 { _ = try inbox.push([.make("a", id: nil)], defaultSource: "ci") }
    #expect(try inbox.counts() == InboxCounts(done: 1))
    #expect(try inbox.stored().map(\.occurrences) == [3])
    #expect(try inbox.arrivals(.numbers([MessageNumber(1)])).isEmpty)
  }

  @Test func `rules see a message that is done as any other, also by its id`() throws {
    var (configuration, actions) = (InboxConfiguration.testing(), RuleActions())
    (actions.mutes, actions.addedTags) = (true, ["t"])
    let filter = try MessageFilter(parsing: "source:ci", now: .testing, timeZone: .gmt)
    configuration.rules = [Rule(name: "r", filter: filter, actions: actions)]
    let inbox = try Inbox.inMemory(configuration: configuration)
    func push(_ body: String) throws {
      _ = try inbox.push([.make("a", id: "1", body: body)], defaultSource: "ci")
    }
    try push("one")
    _ = try inbox.perform(.done, on: .matching(.all))
    try push("two")
    #expect(try inbox.stored().map(\.delivery) == [.inbox])
    #expect(try inbox.counts().unread == 1)
    actions.finishes = true
    configuration.rules = [Rule(name: "r", filter: filter, actions: actions)]
    inbox.update(configuration: configuration)
    for body in ["three", "four"] {
      try push(body)
      #expect(try inbox.counts() == InboxCounts(done: 1))
    }
    _ = try inbox.perform(.delete, on: .matching(.done))
    try push("five")
    #expect(try inbox.counts() == InboxCounts(deleted: 1))
  }

  @Test func `it is pruned before what was read`() throws {
    let numbers = try push(.make("a", id: "1"), .make("b", id: "2"), .make("c", id: "3"))
    try finish([numbers[2]])
    _ = try inbox.perform(.read, on: .numbers([numbers[0]]))
    inbox.update(configuration: .testing(maximumCount: 2))
    _ = try push(.make("d", id: "4"))
    #expect(try inbox.stored().map(\.title) == ["b", "d"])
  }

  @Test func `an export has it, and an import keeps it`() throws {
    let numbers = try push(.make("a"))
    try finish(numbers)
    let message = try #require(try inbox.message(numbers[0]))
    #expect(MessageJSON(message, as: .export).text.contains(#""done_at":"2026-01-31T12:00:00Z""#))
    var payload = Payload.make("b", id: "b")
    (payload.local.doneAt, payload.local.status) = (.testing, .unread)
    _ = try inbox.importMessages([payload])
    #expect(try inbox.counts() == InboxCounts(done: 2))
  }

  @Test func `health finds the counts right, and metrics count it`() throws {
    try finish(try push(.make("a"), .make("b")))
    let health = try inbox.health()
    #expect(health.counts == health.recount && health.recount.done == 2)
    let counted = try inbox.metrics(since: .distantPast).filter { $0.event == .done }
    #expect(counted.map(\.count) == [2])
  }
}
