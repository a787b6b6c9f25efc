import Foundation
import InboxText
import InboxTestSupport
import Testing

@testable import InboxCore

/// What is done is out of the list and kept, and comes back when there is news.
@Suite struct DoneTests {
  private let inbox = Inbox.folding()

  private func finish(_ numbers: [MessageNumber]) throws {
    #expect(try inbox.perform(.done, on: .numbers(numbers)).changedCount == numbers.count)
  }

  private func done() throws -> [MessageNumber] { try inbox.rows("is:done").map(\.number) }

  private func state(_ number: MessageNumber) throws -> MessageState {
    let message = try #require(try inbox.message(number))
    return MessageState(
      status: message.status, statusBeforeDelete: message.statusBeforeDelete,
      isPinned: message.isPinned, snoozedUntil: message.snoozedUntil?.milliseconds,
      doneAt: message.doneAt?.milliseconds)
  }

  @Test func `what is done is read, in no list but its own, and counted`() throws {
    let numbers = try inbox.pushed(.make("a"), .make("b"))
    try finish([numbers[0]])
    #expect(try inbox.counts() == InboxCounts(unread: 1, done: 1))
    #expect(try done() == [numbers[0]])
    #expect(try inbox.count(matching: .all) == 1)
    #expect(try inbox.message(numbers[0])?.status == .read)
    #expect(try inbox.message(numbers[0])?.doneAt == .testing)
    #expect(try inbox.perform(.done, on: .numbers(numbers)).changedCount == 1)
    #expect(try inbox.perform(.read, on: .numbers(numbers)).changedCount == 0)
    #expect(try MessageFilter("is:done") == .done)
  }

  @Test func `by hand it comes back as read, by undo as it was`() throws {
    let numbers = try inbox.pushed(.make("a"))
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

  @Test(arguments: [Verb.done, .read, .delete, .snooze(until: 60)])
  func `undo and redo hide no news`(_ verb: Verb) throws {
    let numbers = try inbox.pushed(.make("a", id: "1"), .make("b", id: "2"))
    func news() throws { try inbox.push(.make("a", id: "1", body: UUID().uuidString), from: "ci") }
    try inbox.perform(verb, on: .numbers(numbers))
    try inbox.undo()
    try news()
    let redone = try #require(try inbox.redo())
    #expect(redone.changedCount == 1 && redone.changedSince == [numbers[0]])
    #expect(try state(numbers[0]) == MessageState(status: .unread))
    #expect(try state(numbers[1]) != MessageState(status: .unread))
    try inbox.perform(verb, on: [numbers[0]])
    try inbox.perform(.unread, on: [numbers[0]])
    try news()
    if case .snooze = verb { return }
    #expect(try inbox.undo()?.changedSince == [numbers[0]])
    #expect(try state(numbers[0]) == MessageState(status: .unread))
  }

  @Test(arguments: [Verb.undone, .snooze(until: 60), .delete])
  func `undo of what followed does not make news done again`(_ verb: Verb) throws {
    let numbers = try inbox.pushed(.make("a", id: "1"))
    try finish(numbers)
    try inbox.perform(verb, on: .numbers(numbers))
    let before = try state(numbers[0])
    try inbox.push(.make("a", id: "1", body: "other"), from: "ci")
    #expect(try inbox.undo()?.changedSince == numbers)
    #expect(try state(numbers[0]).doneAt == nil || before.status == .deleted)
    #expect(try done() == [])
  }

  @Test func `unread and a snooze bring it back, and delete keeps that it was done`() throws {
    let numbers = try inbox.pushed(.make("a"), .make("b"), .make("c"))
    try finish(numbers)
    try inbox.perform(.unread, on: [numbers[0]])
    try inbox.perform(.snooze(until: 60), on: [numbers[1]])
    try inbox.perform(.delete, on: [numbers[2]])
    #expect(try inbox.counts() == InboxCounts(unread: 1, deleted: 1, hidden: 1))
    #expect(try inbox.at(60).counts().unread == 2)
    try inbox.perform(.restore, on: [numbers[2]])
    #expect(try done() == [numbers[2]])
  }

  @Test func `what is snoozed can be done, and does not wake`() throws {
    let numbers = try inbox.pushed(.make("a"))
    try inbox.perform(.snooze(until: 60), on: .numbers(numbers))
    try finish(numbers)
    #expect(try inbox.at(90).counts() == InboxCounts(done: 1))
  }

  @Test func `one more occurrence brings it back as unread`() throws {
    for fold in [nil, "disk"] {
      let payload = Payload.make("disk \(fold ?? "")", fold: fold)
      let numbers = try inbox.pushed(payload)
      try finish(numbers)
      #expect(try inbox.pushed(payload) == numbers)
      let message = try #require(try inbox.message(numbers[0]))
      #expect(message.status == .unread && message.doneAt == nil && message.occurrences == 2)
    }
  }

  @Test func `a push with its id brings it back when a text changes`() throws {
    let numbers = try inbox.pushed(.make("build", id: "1", body: "runs"))
    try finish(numbers)
    try inbox.at(9).push(.make("build", id: "1", body: "runs"), from: "ci")
    #expect(try done() == numbers)
    try inbox.at(9).push(.make("build", id: "1", body: "over"), from: "ci")
    #expect(try done() == [])
    let message = try #require(try inbox.message(numbers[0]))
    #expect(message.status == .unread && message.receivedAt == .testing(9))
    #expect(try inbox.entries().map(\.verb).last == .resurfaced)
  }

  @Test func `a push with its id brings it back when it is more urgent`() throws {
    let numbers = try inbox.pushed(.make("disk", id: "1"))
    func raise(to priority: Priority) throws {
      try inbox.push(Payload(source: "ci", id: "1", priority: priority))
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
    let numbers = try inbox.pushed(
      .make("1", thread: "t"), .make("2", thread: "t"), .make("3", thread: "u"))
    try finish(numbers)
    try inbox.push(.make("4", thread: "t", delivery: .alert), from: "ci")
    #expect(try done() == numbers.reversed())
    let sequence = try inbox.lastSequence()
    try inbox.push(.make("5", thread: "t"), from: "ci")
    #expect(try done() == [numbers[2], numbers[0]])
    #expect(try inbox.message(numbers[1])?.status == .unread)
    let entries = try inbox.entries(after: sequence)
    #expect(entries.map(\.verb) == [.received, .reopened])
    #expect(entries.last?.numbers == [numbers[1]])
    // It was no person's step.
    #expect(try inbox.undo()?.verb == .done)
  }

  @Test func `a rule can mark messages and their repeats as done`() throws {
    inbox.use(try .make { $0.finishes = true })
    for _ in 1...3 { try inbox.push(.make("a"), from: "ci") }
    #expect(try inbox.counts() == InboxCounts(done: 1))
    #expect(try inbox.stored().map(\.occurrences) == [3])
    #expect(try inbox.arrivals(.numbers([1])).isEmpty)
  }

  @Test func `a rule leaves a question in the list until it is answered, also one asked again`()
    throws
  {
    inbox.use(try .make { $0.finishes = true })
    let number = try inbox.pushed(.question(id: "q"))[0]
    #expect(try inbox.counts() == InboxCounts(unread: 1))
    #expect(try inbox.answer(number, action: "Yes") == .answered(.init(id: "yes", label: "Yes")))
    try inbox.push(.question("Deploy it?", id: "q"), from: "ci")
    #expect(try inbox.counts() == InboxCounts(done: 1))
    var again = Payload.question(id: "q")
    again.resurfaces = true
    try inbox.push(again, from: "ci")
    #expect(try inbox.counts() == InboxCounts(unread: 1))
  }

  @Test func `rules see a message that is done as any other, also by its id`() throws {
    let inbox = try Inbox.testing()
    inbox.use(try .make("source:ci") { ($0.mutes, $0.addedTags) = (true, ["t"]) })
    func push(_ body: String) throws { try inbox.push(.make("a", id: "1", body: body), from: "ci") }
    try push("one")
    try inbox.perform(.done, on: .matching(.all))
    try push("two")
    #expect(try inbox.stored().map(\.delivery) == [.inbox])
    #expect(try inbox.counts().unread == 1)
    let finishing = try Rule.make("source:ci") {
      ($0.mutes, $0.addedTags, $0.finishes) = (true, ["t"], true)
    }
    inbox.use(finishing)
    for body in ["three", "four"] {
      try push(body)
      #expect(try inbox.counts() == InboxCounts(done: 1))
    }
    try inbox.perform(.delete, on: .matching(.done))
    try push("five")
    #expect(try inbox.counts() == InboxCounts(deleted: 1))
  }

  @Test func `it is pruned before what was read`() throws {
    let numbers = try inbox.pushed(.make("a", id: "1"), .make("b", id: "2"), .make("c", id: "3"))
    try finish([numbers[2]])
    try inbox.perform(.read, on: [numbers[0]])
    inbox.update(configuration: .testing(maximumCount: 2))
    try inbox.push(.make("d", id: "4"), from: "ci")
    #expect(try inbox.stored().map(\.title) == ["b", "d"])
  }

  @Test func `an export has it, and an import keeps it`() throws {
    let numbers = try inbox.pushed(.make("a"))
    try finish(numbers)
    let message = try #require(try inbox.message(numbers[0]))
    #expect(MessageJSON(message, as: .export).text.contains(#""done_at":"2026-01-31T12:00:00Z""#))
    _ = try inbox.importMessages([
      .make("b", id: "b").with { ($0.local.doneAt, $0.local.status) = (.testing, .unread) }
    ])
    #expect(try inbox.counts() == InboxCounts(done: 2))
  }

  @Test func `health finds the counts right, and metrics count it`() throws {
    try finish(inbox.pushed(.make("a"), .make("b")))
    let health = try inbox.health()
    #expect(health.counts == health.recount && health.recount.done == 2)
    let counted = try inbox.metrics(since: .distantPast).filter { $0.event == .done }
    #expect(counted.map(\.count) == [2])
  }
}
