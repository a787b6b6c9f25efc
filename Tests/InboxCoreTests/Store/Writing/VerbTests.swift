import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct VerbTests {
  let inbox: Inbox
  let first = MessageNumber(1)

  init() throws {
    inbox = try Inbox.testing()
    _ = try inbox.push(
      [.make("One"), .make("Two"), .make("Three")], defaultSource: "cli")
  }

  private func message(_ number: MessageNumber) throws -> Message? {
    var found: Message?
    try inbox.exportMessages { if $0.number == number { found = $0 } }
    return found
  }

  private func counter(_ place: Int, _ status: Status) throws -> Int? {
    try inbox.store.read {
      try Int.fetchOne(
        $0, sql: "SELECT count FROM counter WHERE place = ? AND status = ?",
        arguments: [place, status.rawValue])
    }
  }

  private func newestEntry() throws -> Int64? {
    try inbox.store.read { try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM log") }
  }

  @Test func `read and unread go both ways`() throws {
    #expect(try inbox.perform(.read, on: .numbers([first])).changedCount == 1)
    #expect(try message(first)?.status == .read)
    #expect(try inbox.perform(.unread, on: .numbers([first])).changedCount == 1)
    #expect(try message(first)?.status == .unread)
  }

  @Test func `a peek is counted and leaves the message unread`() throws {
    #expect(try inbox.perform(.peek, on: .numbers([first])).changedCount == 1)
    #expect(try message(first)?.status == .unread)
    let viewed = try inbox.store.read {
      try Int.fetchOne($0, sql: "SELECT sum(count) FROM metric WHERE event = 'viewed'")
    }
    #expect(viewed == 1)
  }

  @Test func `what holds already is neither changed nor recorded`() throws {
    let before = try newestEntry()
    let outcome = try inbox.perform(.unread, on: .numbers([first, .init(99)]))
    #expect(outcome == ChangeOutcome(unchangedCount: 1, unknown: [.init(99)]))
    #expect(try newestEntry() == before)
  }

  @Test func `deleting an unread message lowers the unread count, and restore returns it`() throws {
    _ = try inbox.perform(.delete, on: .numbers([first]))
    #expect(try counter(1, .unread) == 2)
    #expect(try counter(2, .deleted) == 1)
    _ = try inbox.perform(.restore, on: .numbers([first]))
    #expect(try counter(1, .unread) == 3)
    #expect(try message(first)?.status == .unread)
  }

  @Test func `a snooze ends on top and unread`() throws {
    _ = try inbox.perform(.read, on: .numbers([first]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([first]))
    #expect(try counter(0, .read) == 1)
    #expect(try !inbox.at(.testing(59)).settle())
    #expect(try inbox.at(.testing(60)).settle())
    #expect(try counter(1, .unread) == 3)
    #expect(try message(first)?.sortDate == .testing(60))
  }

  @Test(arguments: [SnoozeEnd.date(.testing(60)), .next])
  func `what is moved while it is snoozed stays so, in its order`(end: SnoozeEnd) throws {
    func order() throws -> Int64? {
      try inbox.store.read { try $0.value("SELECT sort_at FROM message WHERE number = 1") }
    }
    _ = try inbox.perform(.snooze(until: end), on: .numbers([first]))
    let (snoozed, before) = (try message(first), try order())
    for verb in [Verb.pin, .read, .delete, .restore, .unread, .unpin] {
      #expect(try inbox.perform(verb, on: .numbers([first])).changedCount == 1)
      #expect(try message(first)?.snoozedUntil == snoozed?.snoozedUntil)
      #expect(try message(first)?.snoozedFor == snoozed?.snoozedFor)
      #expect(try order() == before)
    }
    #expect(try message(first) == snoozed)
    #expect(try counter(0, .unread) == 1)
    _ = try inbox.perform(.done, on: .numbers([first]))
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
    _ = try inbox.push([four, five, .make("Six")], defaultSource: "cli")
    _ = try inbox.perform(.done, on: .numbers([MessageNumber(5)]))
    _ = try inbox.perform(.snooze(until: .date(.testing(60))), on: .numbers([MessageNumber(6)]))
    let shown = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 9))
    let later = inbox.at(.testing(90))
    _ = try later.push(
      [.make("Four has failed", id: "4"), .make("Seven", thread: "t")], defaultSource: "cli")
    let seen = MessageSelection.seen(
      selection, upTo: shown.sequence, before: shown.nextTransition)
    #expect(try later.forecast(of: .read, on: seen).changedCount == 3)
    #expect(try later.perform(.read, on: seen).changedCount == 3)
    let left = try later.snapshot(of: MessageQuery(filter: .unread), in: MessageWindow(limit: 9))
    #expect(left.rows.map(\.number.rawValue).sorted() == [4, 5, 6, 7])
  }

  @Test func `what was put away and is back since it was shown is left alone`() throws {
    let shown = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 9))
    let soon = inbox.at(.testing(70))
    let numbers = shown.rows.map(\.number)
    _ = try soon.perform(.snooze(until: .date(.testing(80))), on: .numbers([numbers[0]]))
    for (there, back) in [(Verb.snooze(until: .next), Verb.unsnooze), (.done, .undone)] {
      _ = try soon.perform(there, on: .numbers([numbers[1]]))
      _ = try soon.perform(back, on: .numbers([numbers[1]]))
    }
    let seen = MessageSelection.seen(
      .matching(.all), upTo: shown.sequence, before: shown.nextTransition)
    let changed = try inbox.at(.testing(90)).perform(.delete, on: seen).changedCount
    #expect(changed == numbers.count - 2)
  }

  @Test func `undo takes back the newest step, and redo does it again`() throws {
    _ = try inbox.perform(.pin, on: .numbers([first]))
    _ = try inbox.perform(.delete, on: .numbers([first]))
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
    _ = try inbox.perform(.pin, on: .numbers([first]))
    _ = try inbox.undo()
    _ = try inbox.perform(.read, on: .numbers([first]))
    #expect(try inbox.redo() == nil)
  }

  @Test func `undo leaves alone what changed since`() throws {
    _ = try inbox.perform(.read, on: .numbers([first, .init(2)]))
    _ = try inbox.perform(.view, on: .numbers([first]))
    var resurfacing = Payload.make("Again", id: "id-1")
    resurfacing.resurfaces = true
    _ = try inbox.at(.testing(1)).push([resurfacing], defaultSource: "cli")
    let outcome = try inbox.at(.testing(2)).undo()?.withoutEntry
    let expected = UndoOutcome(
      verb: .read, changedCount: 1, newest: .init(2), changedSince: [first])
    #expect(outcome == expected)
  }

  @Test func `only the trash is purged`() throws {
    _ = try inbox.perform(.delete, on: .numbers([first]))
    let outcome = try inbox.purge(.numbers([first, .init(2)]))
    #expect(outcome == ChangeOutcome(changedCount: 1, unchangedCount: 1))
    #expect(try message(first) == nil)
  }
}
