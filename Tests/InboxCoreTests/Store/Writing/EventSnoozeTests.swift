import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// A snooze that an event ends.
@Suite struct EventSnoozeTests {
  private let inbox = Inbox.folding()

  private func push(_ payload: Payload, at seconds: Double = 0) throws -> MessageNumber {
    try inbox.at(seconds).pushed(payload)[0]
  }

  private func snooze(_ number: MessageNumber, until end: SnoozeEnd) throws {
    #expect(try inbox.perform(.snooze(until: end), on: [number]).changedCount == 1)
  }

  private func shown(_ words: String = "", at seconds: Double = 0) throws -> [MessageNumber] {
    try inbox.at(seconds).rows(words).map(\.number)
  }

  private func folded(_ title: String, priority: Priority? = nil) -> Payload {
    .make(title, priority: priority, fold: "disk")
  }

  private let resolution = Payload.make("fine", resolves: "disk")

  @Test(arguments: [
    SnoozeEnd.repetition, .resolution, .next, .visit(machine: nil), .visit(machine: "laptop"),
  ])
  func `hides without an end in time, and is undone`(end: SnoozeEnd) throws {
    let number = try push(folded("a"))
    try inbox.perform(.read, on: [number])
    try snooze(number, until: end)
    #expect(try shown(at: 1e9) == [])
    #expect(try shown("is:snoozed", at: 1e9) == [number])
    #expect(try inbox.counts() == InboxCounts(hidden: 1))
    let message = try #require(try inbox.message(number))
    #expect(message.snoozedFor == end)
    #expect(message.snoozedUntil == nil)
    #expect(message.phase(at: .testing(1e9)) == .snoozed)
    #expect(try inbox.snapshot(of: .init(), in: .init(limit: 9)).nextTransition == nil)

    #expect(try inbox.undo()?.verb == .snoozed)
    #expect(try shown() == [number])
    #expect(try inbox.redo()?.verb == .snoozed)
    #expect(try inbox.message(number)?.snoozedFor == end)
    try inbox.perform(.unsnooze, on: [number])
    #expect(try shown("is:read") == [number])
  }

  @Test func `a time and an event replace each other`() throws {
    let number = try push(.make("a"))
    try snooze(number, until: .date(.testing(60)))
    try snooze(number, until: .next)
    #expect(try inbox.message(number)?.snoozedUntil == nil)
    try snooze(number, until: .date(.testing(60)))
    #expect(try inbox.message(number)?.snoozedFor == nil)
    #expect(try shown(at: 61) == [number])
  }

  @Test func `done, and a repeat with a higher priority, end it`() throws {
    let numbers = try [push(folded("a")), push(.make("b"))]
    for (number, end) in zip(numbers, [SnoozeEnd.resolution, .next]) {
      try snooze(number, until: end)
    }
    try inbox.perform(.done, on: [numbers[1]])
    #expect(try inbox.message(numbers[1])?.snoozedFor == nil)
    _ = try push(folded("again"), at: 1)
    #expect(try shown(at: 1) == [])
    _ = try push(folded("urgent", priority: .max), at: 2)
    #expect(try shown(at: 2) == [numbers[0]])
    #expect(try inbox.message(numbers[0])?.snoozedFor == nil)
  }

  @Test func `a repeat ends it by its fold, by its text, and by its title`() throws {
    let numbers = try [push(folded("a")), push(.make("b")), push(.make("c", body: "1"))]
    for number in numbers { try snooze(number, until: .repetition) }
    _ = try push(.make("d"), at: 1)
    #expect(try shown("is:snoozed", at: 1).count == 3)

    #expect(try push(folded("a 2"), at: 2) == numbers[0])
    #expect(try shown("is:unread", at: 2).first == numbers[0])
    #expect(try push(.make("b"), at: 3) == numbers[1])
    #expect(try shown("is:unread", at: 3).first == numbers[1])
    let new = try push(.make("c", body: "2"), at: 4)
    #expect(try Set(shown("is:unread", at: 4).prefix(2)) == [numbers[2], new])
    #expect(try inbox.verbs().last == .woken)
    #expect(try shown("is:snoozed", at: 4) == [])
  }

  @Test func `a push with the id and another text ends it, the same one does not`() throws {
    let number = try push(.make("a", id: "k"))
    try snooze(number, until: .repetition)
    _ = try push(.make("a", id: "k"), at: 1)
    #expect(try shown(at: 1) == [])
    _ = try push(.make("b", id: "k"), at: 2)
    #expect(try shown("is:unread", at: 2) == [number])
  }

  @Test func `a resolution brings it back on top as unread, and else only ends it`() throws {
    let numbers = try [push(folded("a")), push(.make("b"), at: 1)]
    try inbox.perform(.read, on: .numbers(numbers))
    try snooze(numbers[0], until: .resolution)
    _ = try push(folded("still"), at: 2)
    #expect(try shown(at: 2) == [numbers[1]])
    #expect(try push(resolution, at: 3) == numbers[0])
    #expect(try shown(at: 3) == [numbers[0], numbers[1]])
    #expect(try shown("is:unread is:resolved", at: 3) == [numbers[0]])

    #expect(try inbox.verbs().suffix(2) == [.resolved, .woken])

    let other = try push(folded("b"), at: 4)
    try snooze(other, until: .visit(machine: nil))
    _ = try push(resolution, at: 5)
    #expect(try shown("is:read is:resolved", at: 5) == [other])
    #expect(try inbox.verbs().last == .resolved)
    // What is over waits for nothing, and a second resolution ends a snooze as well.
    let left = try inbox.perform(.snooze(until: .resolution), on: [other])
    #expect(left.changedCount == 0 && left.resolvedCount == 1 && left.keylessCount == 0)
    try snooze(other, until: .repetition)
    _ = try push(.make("fine", body: "really", resolves: "disk"), at: 6)
    #expect(try shown("is:read is:resolved", at: 6) == [other])
  }

  @Test func `nothing waits for a resolution without a fold key`() throws {
    let numbers = try [push(folded("a")), push(.make("b")), push(.make("c", id: "c"))]
    let outcome = try inbox.perform(.snooze(until: .resolution), on: .matching(.all))
    #expect(outcome.changedCount == 1 && outcome.unchangedCount == 2 && outcome.keylessCount == 2)
    #expect(try shown("is:snoozed") == [numbers[0]])
    // The same message is deleted, or waits for anything else.
    try inbox.perform(.delete, on: [numbers[1]])
    let again = try inbox.perform(.snooze(until: .resolution), on: [numbers[1]])
    #expect(again.keylessCount == 0)
    try snooze(numbers[2], until: .repetition)
  }

  @Test func `a push that takes its fold key away ends the wait for a resolution`() throws {
    let number = try push(.make("a", id: "k", fold: "disk"))
    try inbox.perform(.read, on: [number])
    try snooze(number, until: .resolution)
    _ = try push(.make("a", id: "k"), at: 1)
    #expect(try shown(at: 1) == [])
    _ = try push(.make("a", id: "k").with { $0.fold = .cleared }, at: 2)
    #expect(try shown("is:unread", at: 2) == [number])
    #expect(try inbox.verbs().suffix(2) == [.merged, .woken])
  }

  @Test func `the next of its source ends it, what is not listed does not`() throws {
    let number = try push(.make("a", source: "ci/main"))
    try snooze(number, until: .next)
    _ = try push(.make("b", source: "ci/other"), at: 1)
    _ = try push(.make("c", source: "ci/main", delivery: .alert), at: 2)
    _ = try push(.make("d", source: "ci/main", startsAt: .testing(99)), at: 3)
    #expect(try inbox.message(number)?.snoozedFor == .next)
    _ = try push(.make("e", source: "ci/main"), at: 4)
    let message = try #require(try inbox.message(number))
    #expect(message.snoozedFor == nil)
    #expect(message.status == .unread)
    #expect(message.sortDate == .testing(4))
    // It raises an alert, as at the end of a snooze by time.
    let last = try #require(try inbox.entries().last)
    #expect(last.mayAlert)
    #expect(try inbox.at(4).arrivals(.numbers(last.numbers)).map(\.number) == [number])
    #expect(try inbox.undo()?.verb != .woken)
  }

  @Test(arguments: [SnoozeEnd.next, .repetition])
  func `a message that starts later ends it at its start`(end: SnoozeEnd) throws {
    let number = try push(.make("a"))
    try snooze(number, until: end)
    _ = try push(.make("a", body: "later", startsAt: .testing(9)), at: 1)
    #expect(try inbox.at(8).settle() == false)
    #expect(try inbox.message(number)?.snoozedFor == end)
    #expect(try inbox.at(10).settle())
    #expect(try shown(at: 10).first == number)
    #expect(try inbox.verbs().last == .woken)
  }

  @Test func `what is typed is an event, a time, or a machine where it is no time`() throws {
    let reader = TimeExpressionReader(now: .testing, timeZone: .gmt)
    for (text, end) in [
      (" Resolved ", SnoozeEnd.resolution), ("NEXT", .next), ("here", .visit(machine: nil)),
      ("on Läptop 2", .visit(machine: "Läptop 2")), ("On laptop", .visit(machine: "laptop")),
    ] {
      #expect(try SnoozeEnd(text, by: reader) == end)
    }
    guard case .date = try SnoozeEnd("on monday", by: reader) else {
      throw Unexpected("a day is taken for a machine")
    }
    for text in ["on", "nixt", "resolved 2h"] {
      #expect(throws: TimeExpressionError.self) { try SnoozeEnd(text, by: reader) }
    }
  }

  @Test(arguments: [
    ("tomorow 9", "'tomorow' is not a time; did you mean 'tomorrow'?"),
    ("repeet", "'repeet' is not a time; did you mean 'repeat'?"),
    ("Nxt", "'nxt' is not a time; did you mean 'next'?"),
    ("hear", "'hear' is not a time; did you mean 'here'?"),
    ("next foo", "'foo' is not a time; expected next week, next month or next year"),
    ("2 houres", "unknown unit 'houres'; expected y, mo, w, d, h, m or s"),
    (
      "foo",
      """
      'foo' is not a time; expected 2h, 1h30m, tomorrow 9am, monday, 17:30, 2026-12-24 18:00, \
      repeat, resolved, next, here or on laptop
      """
    ),
  ])
  func `what cannot be read gets what is near, and events where nothing is`(
    text: String, message: String
  ) {
    let reader = TimeExpressionReader(now: .testing, timeZone: .gmt)
    let error = #expect(throws: TimeExpressionError.self) { try SnoozeEnd(text, by: reader) }
    #expect(error?.message == message)
  }

  @Test func `opening a screen ends it, closing one does not, nor in the trash`() throws {
    let numbers = try [push(.make("a")), push(.make("b")), push(.make("c"))]
    for number in numbers.prefix(2) { try snooze(number, until: .visit(machine: nil)) }
    try inbox.perform(.delete, on: [numbers[1]])
    try inbox.record(.dismissed(seconds: 1))
    #expect(try inbox.message(numbers[0])?.snoozedFor != nil)
    try inbox.at(5).record(.presented)
    #expect(try shown(at: 5).first == numbers[0])
    #expect(try inbox.message(numbers[1])?.status == .deleted)
    #expect(try inbox.message(numbers[1])?.snoozedFor != nil)

    // Without an exchange, there is no machine of that name to wait for.
    try snooze(numbers[2], until: .visit(machine: "laptop"))
    #expect(try inbox.at(6).noteReturn() == 1)
    #expect(try inbox.noteReturn() == 0)
  }

  @Test func `is never pruned, and survives an export and a rescue of its text`() throws {
    let number = try push(.make("a"))
    try snooze(number, until: .visit(machine: "büro 2"))
    let snoozedFor = try inbox.message(number)?.snoozedFor
    let other = try Inbox.testing()
    _ = try other.importMessages([.make("a", id: "a").with { $0.local.snoozedFor = snoozedFor }])
    #expect(try other.stored().map(\.snoozedFor) == [.visit(machine: "büro 2")])
    #expect(SnoozeEnd(event: "on büro 2") == .visit(machine: "büro 2"))
    for text in ["", "on", "on ", "later", "Next"] { #expect(SnoozeEnd(event: text) == nil) }
  }
}
