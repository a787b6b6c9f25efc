import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// On Saturday, 31 January 2026, at noon.
struct SnoozeTests {
  private func opened(_ count: Int, query: MessageQuery = .init()) -> ScreenDriver {
    ScreenDriver(count: count, query: query, now: .testing) { $1.fold = .set("\($0)") }
  }

  private func snooze(_ numbers: Int64..., until: Date) -> Effect {
    .perform(.snooze(until: .date(until)), .numbers(numbers.map { MessageNumber($0) }))
  }

  private func shown(_ inbox: ScreenDriver) -> [Int64] {
    inbox.state.list.snapshot.rows.map(\.number.rawValue)
  }

  @Test func `the menu shows when each choice would end`() {
    var inbox = opened(3)
    inbox.press("s")
    #expect(inbox.state.menu?.title == "Snooze")
    #expect(
      inbox.state.menu?.items.map { "\($0.key ?? " ") \($0.label) \($0.detail)" } == [
        "1 10 minutes until 12:10", "2 1 hour until 13:00", "3 3 hours until 15:00",
        "4 Tonight until 20:00", "5 Tomorrow until Sun 09:00", "6 Next week until Mon 09:00",
        "7 Weekend until Sat 2026-02-07 09:00", "r When it repeats ",
        "e When it is resolved ", "n At the next of its source ", "b When I am back here ",
        "o Other… ",
      ])
  }

  @Test func `no resolution is offered for what has no fold key, nor taken when typed`() {
    var inbox = ScreenDriver(count: 2, now: .testing) { if $0 == 1 { $1.fold = .set("a") } }
    inbox.press("s")
    #expect(inbox.state.menu?.items.contains { $0.label == "When it is resolved" } == false)
    inbox.press("Esc")
    inbox.run("snooze resolved")
    #expect(shown(inbox) == [2, 1])
    #expect(
      inbox.state.status?.text
        == "Nothing can resolve it: it has no fold key; choose another end")
    inbox.press("Home", "Space", "Space", "s", "e")
    #expect(shown(inbox) == [2])
    #expect(
      inbox.state.status?.text == "Snoozed 1 message until it is resolved"
        + " · 1 cannot be resolved · u undo")
  }

  @Test func `what is resolved cannot wait for that`() {
    var inbox = ScreenDriver(count: 1, now: .testing) { $1.fold = .set("disk") }
    var end = Payload.make("Disk is fine")
    end.resolves = "disk"
    inbox.push(end)
    inbox.run("snooze resolved")
    #expect(shown(inbox) == [1])
    #expect(inbox.state.status?.text == "It is resolved already; choose another end")
  }

  @Test func `what has passed or comes twice is no choice`() {
    var inbox = opened(1)
    inbox.now = .testing(33 * 3_600)
    inbox.press("s")
    #expect(
      inbox.state.menu?.items.map(\.label) == [
        "10 minutes", "1 hour", "3 hours", "Tomorrow", "Weekend", "When it repeats",
        "When it is resolved", "At the next of its source", "When I am back here", "Other…",
      ])
  }

  @Test func `a choice hides the message and the cursor goes on`() {
    var inbox = opened(3)
    inbox.press("s", "2")
    #expect(inbox.effects.contains(snooze(3, until: .testing(3_600))))
    #expect(shown(inbox) == [2, 1])
    #expect(inbox.state.list.selected == MessageNumber(2))
    #expect(inbox.state.status?.text == "Snoozed “Message 3” until 13:00 · u undo")
  }

  @Test(arguments: [
    ("r", SnoozeEnd.repetition, "it repeats"), ("e", .resolution, "it is resolved"),
    ("n", .next, "the next of its source"), ("b", .visit(machine: nil), "you are back"),
  ])
  func `an event ends it as well`(key: String, end: SnoozeEnd, words: String) {
    var inbox = opened(3)
    inbox.press("s", key)
    let effect = Effect.perform(.snooze(until: end), .numbers([MessageNumber(3)]))
    #expect(inbox.effects.contains(effect))
    #expect(shown(inbox) == [2, 1])
    #expect(inbox.state.status?.text == "Snoozed “Message 3” until \(words) · u undo")
    inbox.run("filter is:snoozed")
    #expect(inbox.state.list.snapshot.rows.first?.isSnoozed == true)
  }

  @Test func `a machine that the exchange does not have is told`() {
    var inbox = opened(3)
    inbox.run("snooze on nowhere")
    #expect(
      inbox.state.status?.text
        == "Snoozed “Message 3” until you are on nowhere (no such machine) · u undo")
  }

  @Test func `an absence begins with the screen, before any key`() {
    var inbox = opened(2)
    inbox.elsewhere {
      try $0.perform(.snooze(until: .visit(machine: nil)), on: .numbers([MessageNumber(2)]))
    }
    inbox.now += 301
    inbox.press("j")
    #expect(shown(inbox) == [2, 1])
  }

  @Test func `the first key after an absence brings back what waits for that`() {
    var inbox = opened(2)
    inbox.press("s", "b", "j")
    #expect(shown(inbox) == [1])
    inbox.now += 299
    inbox.press("j")
    #expect(shown(inbox) == [1])
    inbox.now += 300
    inbox.press("j")
    #expect(shown(inbox) == [2, 1])
  }

  @Test func `keys typed fast each snooze the next message`() {
    var inbox = opened(3)
    inbox.holdsEffects = true
    inbox.press("s", "1", "s", "1")
    #expect(inbox.state.list.isPending(MessageNumber(3)))
    inbox.release()
    #expect(shown(inbox) == [1])
  }

  @Test func `the selection is snoozed as one step`() {
    var inbox = opened(4)
    inbox.press("Space", "Space", "s")
    #expect(inbox.state.menu?.title == "Snooze 2 messages")
    inbox.press("5")
    #expect(inbox.effects.contains(snooze(3, 4, until: .testing(21 * 3_600))))
    #expect(inbox.state.list.marked.isEmpty)
    #expect(inbox.state.status?.text == "Snoozed 2 messages until Sun 09:00 · u undo")
  }

  @Test func `what is typed is read as on the command line`() {
    var inbox = opened(2)
    inbox.press("s", "o")
    #expect(inbox.state.overlays.prompt?.purpose == .snooze([MessageNumber(2)]))
    inbox.send(.pasted("mon 14:00"))
    inbox.press("Enter")
    #expect(inbox.state.overlays.prompt == nil)
    #expect(inbox.effects.contains(snooze(2, until: .testing(50 * 3_600))))
  }

  @Test(arguments: [
    ("tomorow", 1, "'tomorow' is not a time; did you mean 'tomorrow'?"),
    ("mon 25:00", 5, "'25:00' is not a time of day"),
    ("2026-01-30", 1, "Fri 2026-01-30 09:00 has passed"),
  ]) func `a mistake is reported where it was typed`(_ text: String, _ column: Int, _ words: String)
  {
    var inbox = opened(2)
    inbox.press("s", "o")
    inbox.send(.pasted(text))
    #expect(inbox.press("Enter") == [])
    #expect(inbox.state.overlays.prompt?.error == PromptError(column: column, message: words))
    #expect(inbox.state.overlays.prompt?.text == text)
  }

  @Test func `the command line takes the moment too`() {
    var inbox = opened(2)
    inbox.press(":")
    inbox.send(.pasted("snooze mon 25:00"))
    inbox.press("Enter")
    #expect(inbox.state.overlays.prompt?.error?.column == 12)
    inbox.press("C-u")
    inbox.send(.pasted("snooze mon 14:00"))
    inbox.press("Enter")
    #expect(inbox.effects.contains(snooze(2, until: .testing(50 * 3_600))))
  }

  @Test func `the message is the one for which the menu was opened`() {
    var inbox = opened(3)
    inbox.press("j", "s")
    inbox.change([2], to: .deleted)
    inbox.arrive()
    inbox.press("1")
    #expect(inbox.effects.contains(snooze(2, until: .testing(600))))
  }

  @Test func `among the snoozed ones the menu brings back`() {
    var inbox = opened(3, query: MessageQuery(filter: MessageFilter([.init(.phase(.snoozed))])))
    inbox.perform(.snooze(until: .date(.testing(3_600))), on: 1, 2, 3)
    inbox.press("s", "s", "s", "s")
    #expect(shown(inbox) == [1])
    #expect(inbox.state.status?.text == "Unsnoozed “Message 2” · u undo")
    inbox.press("s", "1")
    #expect(shown(inbox) == [1])
    #expect(inbox.state.list.selectedRow?.snoozedUntil == .testing(600))
  }

  @Test func `the reader goes on to the next message, and back to the list after the last`() {
    var inbox = opened(2)
    inbox.press("Enter", "s", "1")
    #expect(inbox.state.reader?.number == MessageNumber(1))
    inbox.press("s", "1")
    #expect(inbox.state.stack.screens == [.list])
    #expect(shown(inbox).isEmpty)
  }

  @Test func `an empty list and the trash offer nothing`() {
    var empty = opened(0)
    empty.press("s")
    #expect(empty.state.menu == nil)
    var trash = opened(2)
    trash.press("d", "T", "s")
    #expect(trash.state.menu == nil)
  }

  @Test func `a typed snooze leaves what is in the trash alone, in the reader too`() {
    var inbox = opened(3)
    inbox.press("d", "T", "Enter")
    #expect(inbox.run("snooze 2h") == [])
    #expect(inbox.state.status?.text == "What is in the trash cannot be snoozed")
    #expect(inbox.state.reader?.number == MessageNumber(3))
  }

  @Test func `a moment that passed while the menu was open is offered anew`() {
    var inbox = opened(2)
    inbox.press("s")
    inbox.now += 700
    inbox.press("1")
    #expect(shown(inbox) == [2, 1])
    #expect(inbox.state.menu?.items.first?.detail == "until 12:21")
    inbox.press("1")
    #expect(inbox.effects.contains(snooze(2, until: .testing(1_300))))
  }
}
