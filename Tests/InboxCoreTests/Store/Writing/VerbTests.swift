import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct VerbTests {
  let inbox: Inbox
  let first = MessageNumber(1)

  init() throws {
    inbox = try Inbox.testing()
    try inbox.push(.make("One"), .make("Two"), .make("Three"), from: "cli")
  }

  private func message(_ number: MessageNumber) throws -> Message? {
    try inbox.stored().first { $0.number == number }
  }

  private func counter(_ place: Int, _ status: Status) throws -> Int? {
    try inbox.value(
      "SELECT count FROM counter WHERE place = \(place) AND status = \(status.rawValue)")
  }

  @Test func `read and unread go both ways`() throws {
    #expect(try inbox.perform(.read, on: [first]).changedCount == 1)
    #expect(try message(first)?.status == .read)
    #expect(try inbox.perform(.unread, on: [first]).changedCount == 1)
    #expect(try message(first)?.status == .unread)
  }

  @Test func `a peek is counted and leaves the message unread`() throws {
    #expect(try inbox.perform(.peek, on: [first]).changedCount == 1)
    #expect(try message(first)?.status == .unread)
    #expect(try inbox.value("SELECT sum(count) FROM metric WHERE event = 'viewed'") == 1)
  }

  @Test func `what holds already is neither changed nor recorded`() throws {
    let before = try inbox.lastSequence()
    let outcome = try inbox.perform(.unread, on: [first, .init(99)])
    #expect(outcome == ChangeOutcome(unchangedCount: 1, unknown: [99]))
    #expect(try inbox.lastSequence() == before)
  }

  @Test func `deleting an unread message lowers the unread count, and restore returns it`() throws {
    try inbox.perform(.delete, on: [first])
    #expect(try counter(1, .unread) == 2)
    #expect(try counter(2, .deleted) == 1)
    try inbox.perform(.restore, on: [first])
    #expect(try counter(1, .unread) == 3)
    #expect(try message(first)?.status == .unread)
  }

  @Test func `a snooze ends on top and unread`() throws {
    try inbox.perform(.read, on: [first])
    try inbox.perform(.snooze(until: 60), on: [first])
    #expect(try counter(0, .read) == 1)
    #expect(try !inbox.at(59).settle())
    #expect(try inbox.at(60).settle())
    #expect(try counter(1, .unread) == 3)
    #expect(try message(first)?.sortDate == .testing(60))
  }

  @Test(arguments: [SnoozeEnd.date(.testing(60)), .next])
  func `what is moved while it is snoozed stays so, in its order`(end: SnoozeEnd) throws {
    func order() throws -> Int64? {
      try inbox.value("SELECT sort_at FROM message WHERE number = 1")
    }
    try inbox.perform(.snooze(until: end), on: [first])
    let (snoozed, before) = (try message(first), try order())
    for verb in [Verb.pin, .read, .delete, .restore, .unread, .unpin] {
      #expect(try inbox.perform(verb, on: [first]).changedCount == 1)
      #expect(try message(first)?.snoozedUntil == snoozed?.snoozedUntil)
      #expect(try message(first)?.snoozedFor == snoozed?.snoozedFor)
      #expect(try order() == before)
    }
    #expect(try message(first) == snoozed)
    #expect(try counter(0, .unread) == 1)
    try inbox.perform(.done, on: [first])
    #expect(try counter(0, .unread) == 0)
    #expect(try counter(3, .read) == 1)
    #expect(try inbox.undo()?.changedCount == 1)
    #expect(try message(first) == snoozed)
    #expect(try order() == before)
  }

  @Test(arguments: [
    MessageSelection.matching(.unread), .numbers((1...7).map { MessageNumber($0) }),
  ])
  func `what came, changed or came back since it was shown is left alone`(
    _ selection: MessageSelection
  ) throws {
    let (four, five) = (Payload.make("Four", id: "4"), Payload.make("Five", thread: "t"))
    try inbox.push(four, five, .make("Six"), from: "cli")
    try inbox.perform(.done, on: [5])
    try inbox.perform(.snooze(until: 60), on: [6])
    let shown = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 9))
    let later = inbox.at(90)
    try later.push(.make("Four has failed", id: "4"), .make("Seven", thread: "t"), from: "cli")
    let seen = MessageSelection.seen(selection, upTo: shown.sequence, before: shown.nextTransition)
    #expect(try later.forecast(of: .read, on: seen).changedCount == 3)
    #expect(try later.perform(.read, on: seen).changedCount == 3)
    let left = try later.snapshot(of: MessageQuery(filter: .unread), in: MessageWindow(limit: 9))
    #expect(left.rows.map(\.number.rawValue).sorted() == [4, 5, 6, 7])
  }

  @Test func `what was put away and is back since it was shown is left alone`() throws {
    let shown = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 9))
    let soon = inbox.at(70)
    let numbers = shown.rows.map(\.number)
    try soon.perform(.snooze(until: 80), on: [numbers[0]])
    for (there, back) in [(Verb.snooze(until: .next), Verb.unsnooze), (.done, .undone)] {
      try soon.perform(there, on: [numbers[1]])
      try soon.perform(back, on: [numbers[1]])
    }
    let seen = MessageSelection.seen(
      .matching(.all), upTo: shown.sequence, before: shown.nextTransition)
    let changed = try inbox.at(90).perform(.delete, on: seen).changedCount
    #expect(changed == numbers.count - 2)
  }

  @Test func `undo takes back the newest step, and redo does it again`() throws {
    try inbox.perform(.pin, on: [first])
    try inbox.perform(.delete, on: [first])
    let delete = UndoOutcome(verb: .deleted, changedCount: 1, newest: first)
    let pin = UndoOutcome(verb: .pinned, changedCount: 1, newest: first)
    #expect(try inbox.undo()?.withoutEntry == delete)
    #expect(try message(first)?.status == .unread)
    #expect(try inbox.undo()?.withoutEntry == pin)
    #expect(try inbox.undo() == nil)
    #expect(try inbox.redo()?.withoutEntry == pin)
    #expect(try inbox.redo()?.withoutEntry == delete)
    #expect(try inbox.redo() == nil)
  }

  @Test func `a new step ends what could be done again`() throws {
    try inbox.perform(.pin, on: [first])
    try inbox.undo()
    try inbox.perform(.read, on: [first])
    #expect(try inbox.redo() == nil)
  }

  @Test func `undo leaves alone what changed since`() throws {
    try inbox.perform(.read, on: [first, .init(2)])
    try inbox.perform(.view, on: [first])
    try inbox.at(1).push(.make("Again", id: "id-1").with { $0.resurfaces = true }, from: "cli")
    let outcome = try inbox.at(2).undo()?.withoutEntry
    let expected = UndoOutcome(verb: .read, changedCount: 1, newest: 2, changedSince: [first])
    #expect(outcome == expected)
  }

  @Test func `only the trash is purged`() throws {
    try inbox.perform(.delete, on: [first])
    let outcome = try inbox.purge([first, .init(2)])
    #expect(outcome == ChangeOutcome(changedCount: 1, unchangedCount: 1))
    #expect(try message(first) == nil)
  }
}
