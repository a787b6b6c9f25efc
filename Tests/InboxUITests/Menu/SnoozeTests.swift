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

  @Test func `the menu shows when each choice would end`() {
    let inbox = opened(3).pressing("s")
    #expect(inbox.menu?.title == "Snooze")
    #expect(
      inbox.menu?.items.map { "\($0.key ?? " ") \($0.label) \($0.detail)" } == [
        "1 10 minutes until 12:10", "2 1 hour until 13:00", "3 3 hours until 15:00",
        "4 Tonight until 20:00", "5 Tomorrow until Sun 09:00", "6 Next week until Mon 09:00",
        "7 Weekend until Sat 2026-02-07 09:00", "r When it repeats ",
        "e When it is resolved ", "n At the next of its source ", "b When I am back here ",
        "o Other… ",
      ])
  }

  @Test func `only what is snoozed can be back now, whatever the list shows`() {
    var inbox = opened(2).pressing("s", "2").running("filter is:any", then: "g g", "s")
    #expect(inbox.menu?.items.first?.label == "Back now")
    #expect(inbox.after("Esc", "j", "s").menu?.items.first?.label == "10 minutes")
  }

  @Test func `no resolution is offered for what has no fold key, nor taken when typed`() {
    var inbox = ScreenDriver(count: 2, now: .testing) { if $0 == 1 { $1.fold = .set("a") } }
    #expect(inbox.after("s").menu?.items.contains { $0.label == "When it is resolved" } == false)
    inbox.press("Esc")
    #expect(inbox.after(running: "snooze resolved").numbers == [2, 1])
    #expect(inbox.status == "Nothing can resolve it: it has no fold key; choose another end")
    #expect(inbox.selected == 2)
    #expect(inbox.after("Home", "Space", "Space", "s", "e").numbers == [2])
    #expect(
      inbox.status == "Snoozed 1 message until it is resolved"
        + " · 1 cannot be resolved · u undo")
  }

  @Test func `what is resolved cannot wait for that`() {
    var inbox = ScreenDriver(count: 1, now: .testing) { $1.fold = .set("disk") }
    var end = Payload.make("Disk is fine")
    end.resolves = "disk"
    inbox.push(end)
    #expect(inbox.after(running: "snooze resolved").numbers == [1])
    #expect(inbox.status == "It is resolved already; choose another end")
  }

  @Test func `what has passed or comes twice is no choice`() {
    var inbox = opened(1)
    inbox.now = .testing(33 * 3_600)
    inbox.press("s")
    #expect(
      inbox.menu?.items.map(\.label) == [
        "10 minutes", "1 hour", "3 hours", "Tomorrow", "Weekend", "When it repeats",
        "When it is resolved", "At the next of its source", "When I am back here", "Other…",
      ])
  }

  @Test func `a choice hides the message and the cursor goes on`() {
    let inbox = opened(3).pressing("s", "2")
    #expect(inbox.effects.contains(snooze(3, until: .testing(3_600))))
    #expect(inbox.numbers == [2, 1])
    #expect(inbox.selected == 2)
    #expect(inbox.status == "Snoozed “Message 3” until 13:00 · u undo")
  }

  @Test(arguments: [
    ("r", SnoozeEnd.repetition, "it repeats"), ("e", .resolution, "it is resolved"),
    ("n", .next, "the next of its source"), ("b", .visit(machine: nil), "you are back"),
  ])
  func `an event ends it as well`(key: String, end: SnoozeEnd, words: String) {
    var inbox = opened(3)
    inbox.press("s", key)
    let effect = Effect.perform(.snooze(until: end), .numbers([3]))
    #expect(inbox.effects.contains(effect))
    #expect(inbox.numbers == [2, 1])
    #expect(inbox.status == "Snoozed “Message 3” until \(words) · u undo")
    #expect(inbox.after(running: "filter is:snoozed").rows.first?.isSnoozed == true)
  }

  @Test func `a machine that the exchange does not have is told`() {
    #expect(
      opened(3).running("snooze on nowhere").status
        == "Snoozed “Message…” until you are on nowhere (no such machine) · u undo")
  }

  @Test func `an absence begins with the screen, before any key`() {
    var inbox = opened(2)
    inbox.elsewhere {
      try $0.perform(.snooze(until: .visit(machine: nil)), on: .numbers([2]))
    }
    inbox.now += 301
    #expect(inbox.after("j").numbers == [2, 1])
  }

  @Test func `the first key after an absence brings back what waits for that`() {
    var inbox = opened(2).pressing("s", "b", "j")
    #expect(inbox.numbers == [1])
    inbox.now += 299
    #expect(inbox.after("j").numbers == [1])
    inbox.now += 300
    #expect(inbox.after("j").numbers == [2, 1])
  }

  @Test func `keys typed fast each snooze the next message`() {
    var inbox = opened(3).holdingEffects()
    #expect(inbox.after("s", "1", "s", "1").state.list.isPending(3))
    #expect(inbox.release().numbers == [1])
  }

  @Test func `the selection is snoozed as one step`() {
    var inbox = opened(4).pressing("Space", "Space", "s")
    #expect(inbox.menu?.title == "Snooze 2 messages")
    #expect(inbox.after("5").effects.contains(snooze(3, 4, until: .testing(21 * 3_600))))
    #expect(inbox.state.list.marked.isEmpty)
    #expect(inbox.status == "Snoozed 2 messages until Sun 09:00 · u undo")
  }

  @Test func `what is typed is read as on the command line`() {
    var inbox = opened(2).pressing("s", "o")
    #expect(inbox.state.overlays.prompt?.purpose == .snooze([2]))
    inbox.send(.pasted("mon 14:00"))
    #expect(inbox.after("Enter").prompt == nil)
    #expect(inbox.effects.contains(snooze(2, until: .testing(50 * 3_600))))
  }

  @Test(arguments: [
    ("tomorow", 1, "'tomorow' is not a time; did you mean 'tomorrow'?"),
    ("mon 25:00", 5, "'25:00' is not a time of day"),
    ("2026-01-30", 1, "Fri 2026-01-30 09:00 has passed"),
  ]) func `a mistake is reported where it was typed`(text: String, column: Int, words: String) {
    var inbox = opened(2)
    inbox.press("s", "o", pasting: text)
    #expect(inbox.press("Enter") == [])
    #expect(inbox.state.overlays.prompt?.error == PromptError(column: column, message: words))
    #expect(inbox.prompt == text)
  }

  @Test func `the command line takes the moment too`() {
    var inbox = opened(2)
    inbox.press(":", pasting: "snooze mon 25:00", then: "Enter")
    #expect(inbox.state.overlays.prompt?.error?.column == 12)
    inbox.press("C-u", pasting: "snooze until mon 25:00", then: "Enter")
    #expect(inbox.state.overlays.prompt?.error?.column == 18)
    inbox.press("C-u", pasting: "snooze until mon 14:00", then: "Enter")
    #expect(inbox.effects.contains(snooze(2, until: .testing(50 * 3_600))))
  }

  @Test func `the message is the one for which the menu was opened`() {
    var inbox = opened(3).pressing("j", "s")
    inbox.change([2], to: .deleted)
    inbox.arrive()
    #expect(inbox.after("1").effects.contains(snooze(2, until: .testing(600))))
  }

  @Test func `among the snoozed ones the menu brings back`() {
    var inbox = opened(3, query: MessageQuery(filter: MessageFilter([.init(.phase(.snoozed))])))
    inbox.perform(.snooze(until: .date(.testing(3_600))), on: 1, 2, 3)
    #expect(inbox.after("s", "s", "s", "s").numbers == [1])
    #expect(inbox.status == "Unsnoozed “Message 2” · u undo")
    #expect(inbox.after("s", "1").numbers == [1])
    #expect(inbox.state.list.selectedRow?.snoozedUntil == .testing(600))
  }

  @Test func `the reader goes on to the next message, and back to the list after the last`() {
    var inbox = opened(2).pressing("Enter", "s", "1")
    #expect(inbox.reader == 1)
    #expect(inbox.after("s", "1").screens == [.list])
    #expect(inbox.numbers.isEmpty)
  }

  @Test func `an empty list and the trash offer nothing`() {
    #expect(opened(0).pressing("s").menu == nil)
    #expect(opened(2).pressing("d", "T", "s").menu == nil)
  }

  @Test func `a typed snooze leaves what is in the trash alone, in the reader too`() {
    var inbox = opened(3).pressing("d", "T", "Enter")
    #expect(inbox.run("snooze 2h") == [])
    #expect(inbox.status == "What is in the trash cannot be snoozed")
    #expect(inbox.reader == 3)
  }

  @Test func `a moment that passed while the menu was open is offered anew`() {
    var inbox = opened(2).pressing("s")
    inbox.now += 700
    #expect(inbox.after("1").numbers == [2, 1])
    #expect(inbox.menu?.items.first?.detail == "until 12:21")
    #expect(inbox.after("1").effects.contains(snooze(2, until: .testing(1_300))))
  }
}
