import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ActingTests {
  @Test func `d d d deletes three messages though the store is slow`() {
    var inbox = ScreenDriver(count: 10).holdingEffects()
    let asked = inbox.press("d", "d", "d")
    #expect(asked == [10, 9, 8].map { .perform(.delete, .numbers([MessageNumber($0)])) })
    #expect(inbox.state.list.isPending(9))
    #expect(inbox.release().state.list.pending.isEmpty)
    #expect(inbox.rows.first?.number == 7)
    #expect(inbox.selected == 7)
  }

  @Test(arguments: ["d", "e"])
  func `at the bottom, the cursor goes on to the row above`(key: String) {
    var inbox = ScreenDriver(count: 4).holdingEffects().pressing("G", key, key, key)
    #expect(inbox.release().numbers == [4])
  }

  @Test func `a change that failed is reported and the row is free again`() {
    var inbox = ScreenDriver(count: 2).holdingEffects()
    let asked = inbox.press("d")
    #expect(inbox.after(.requestFailed(asked[0], "disk full")).status == "disk full")
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.state.list.pending.isEmpty)
    #expect(inbox.selected == 2)
  }

  @Test(arguments: [("", "d"), ("", "e"), ("", "s 2"), ("Enter", "d")])
  func `the cursor goes back to what a change left as it was`(before: String, keys: String) throws {
    var inbox = ScreenDriver(count: 4).pressing(before).holdingEffects()
    let change = inbox.press(keys).compactMap { $0.request(ChangeMessages.self) }.first
    #expect(inbox.state.stack.currentNumber == 3)
    let answer = Event.answered(try #require(change), ChangeOutcome(unchangedCount: 1))
    var moved = inbox.pressing("q", "G")
    moved.send(answer)
    #expect(moved.selected == 1)
    inbox.send(answer)
    #expect(inbox.state.stack.currentNumber == 4)
    #expect(inbox.selected == 4)
  }

  @Test func `the cursor stays until a change by a filter has taken its message`() {
    var inbox = ScreenDriver(count: 4) { $1.tags = .set($0 == 2 ? [] : ["a"]) }.pressing("j")
    #expect(inbox.after(running: "done -tag:a", then: "y").numbers == [4, 3, 1])
    #expect(inbox.selected == 3)
    #expect(inbox.after(running: "done tag:a", then: "y").numbers == [])
  }

  @Test(arguments: [("d", 3), ("e", 3), ("d", 1)])
  func `what is refused in the reader is shown again, and nothing is marked read`(
    key: String, count: Int
  ) {
    var inbox = ScreenDriver(count: count).pressing("Enter").holdingEffects()
    #expect(inbox.after(key).reader == (count == 1 ? nil : 2))
    inbox.failFirst { $0.request(ChangeMessages.self) != nil }
    #expect(inbox.release().reader == MessageNumber(Int64(count)))
    #expect(inbox.numbers(.read) == [Int64(count)])
    #expect(ScreenDriver(count: 3).pressing("Enter", "d").numbers(.read) == [2])
  }

  @Test func `the cursor stays on what a change of several messages did not meet`() throws {
    let marked = ScreenDriver(count: 5) { if $0 != 3 { $1.fold = .set("\($0)") } }
      .pressing("j", "Space", "Space", "Space")
    for back in [["k", "k"], ["k", "k", "k"]] {
      var inbox = marked.pressing(back)
      #expect(inbox.after(running: "snooze resolved").selected == 3)
      #expect(inbox.after("u").numbers == [5, 4, 3, 2, 1])
    }
    var inbox = ScreenDriver(count: 5).countingDigits().holdingEffects()
    let change = inbox.press("3", "e").compactMap { $0.request(ChangeMessages.self) }.first
    #expect(inbox.selected == 2)
    let outcome = ChangeOutcome(changedCount: 1, unchangedCount: 2)
    #expect(inbox.after(.answered(try #require(change), outcome)).selected == 5)
  }

  @Test func `the cursor goes back in the trash when nothing was removed for good`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T").holdingEffects()
    inbox.press("d", "y")
    #expect(inbox.selected == 2)
    inbox.failFirst { $0.request(PurgeMessages.self) != nil }
    #expect(inbox.selected == 3)
  }

  @Test func `toggling twice in a hurry goes there and back`() {
    var inbox = ScreenDriver(count: 3).holdingEffects()
    let asked = inbox.press("m", "m")
    let number = MessageSelection.numbers([3])
    #expect(asked == [.perform(.read, number), .perform(.unread, number)])
  }

  @Test func `rows just read stay in an unread view until it is refreshed`() {
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: .unread)).pressing("m")
    #expect(inbox.rows.count == 3)
    #expect(inbox.state.list.snapshot.counts.unread == 2)
    #expect(inbox.after("r").numbers == [2, 1])
  }

  @Test func `an action applies to what is selected`() {
    var inbox = ScreenDriver(count: 6)
    let asked = inbox.press("Space", "j", "V", "p")
    let numbers = MessageSelection.numbers([6, 5, 4].map { MessageNumber($0) })
    #expect(asked == [.perform(.pin, numbers)])
    #expect(inbox.state.list.marked.isEmpty)
  }

  @Test func `all shown means up to the newest when asked`() throws {
    var inbox = ScreenDriver(count: 5)
    let last = try inbox.inbox.lastSequence()
    #expect(inbox.after("D").question == "Delete 5 messages?")
    inbox.arrive()
    let asked = inbox.press("y")
    let shown = MessageSelection.seen(.matching(.all), upTo: last, before: nil)
    #expect(asked == [.perform(.delete, shown, asked: 5)])
    #expect(inbox.numbers == [6])
    #expect(inbox.status == "Deleted 5 messages · u undo")
  }

  @Test(arguments: ["E", "M", "g s z c e"])
  func `what asks for attention under a question is neither done nor read`(keys: String) {
    var inbox = ScreenDriver(count: 5)
    inbox.perform(.snooze(until: .date(inbox.now + 30)), on: 1)
    #expect(inbox.after(keys).state.overlays.question?.count == 4)
    inbox.revise(3) { $0.title = .set("Failed") }
    inbox.resurface(2)
    inbox.arrive()
    inbox.now += 60
    inbox.press("y")
    let unread = inbox.messages.filter { $0.status == .unread }
    #expect(unread.map(\.number.rawValue) == [6, 3, 2, 1])
    #expect(inbox.status?.hasSuffix(" · 2 messages gone or changed since · u undo") == true)
  }

  @Test func `a question about messages that all changed since says so`() throws {
    var inbox = ScreenDriver(count: 2).pressing("D")
    inbox.revise(1, 2) { $0.title = .set("Failed") }
    inbox.press("y")
    #expect(inbox.status == "Nothing changed · 2 messages gone or changed since; try again")
    inbox = ScreenDriver(count: 2).pressing("d", "T", "d")
    #expect(inbox.state.overlays.question?.count == 1)
    inbox.perform(.restore, on: try #require(inbox.selected).rawValue)
    inbox.press("y")
    #expect(inbox.status == "Nothing changed · 1 message gone or changed since; try again")
  }

  @Test(arguments: [("E", "Mark 9 done?"), ("M", "Mark 9 read?"), ("D", "Delete 9?")])
  func `a narrow screen still tells what is asked`(key: String, question: String) {
    let inbox = ScreenDriver(count: 9, size: Size(columns: 20, rows: 8)).pressing(key)
    #expect(inbox.bottomBar.contains(question + " [y/N]"))
  }

  @Test(arguments: ["n", "Enter", "Esc", "x", "j"])
  func `anything but yes means no`(_ key: String) {
    var inbox = ScreenDriver(count: 5)
    #expect(inbox.press("M", key) == [CountMessages(filter: .unread).effect])
    #expect(inbox.question == nil)
    #expect(inbox.state.list.snapshot.counts.unread == 5)
  }

  @Test func `the trash puts back, and removes for good after a question`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T")
    #expect(inbox.state.context == .trash)
    #expect(inbox.rows.count == 2)
    #expect(inbox.after("z z", "d", "y").rows.isEmpty)
    #expect(inbox.after("q").numbers == [3, 1])
  }

  @Test func `the trash has the order of the list, whichever way leads there`() {
    for goes in [{ $0.press("T") }, { $0.run("filter is:deleted") }]
      as [(inout ScreenDriver) -> Void]
    {
      var inbox = ScreenDriver(count: 3)
      #expect(inbox.state.list.query.order == .newest)
      inbox.press("S", "p")
      goes(&inbox)
      #expect(inbox.state.list.query.filter == .trash)
      #expect(inbox.state.list.query.order == .priority)
    }
  }

  @Test func `undo says what it undid`() {
    var inbox = ScreenDriver(count: 3).holdingEffects()
    #expect(inbox.press("u") == [HistoryStep.undo.effect])
    let outcome = UndoOutcome(verb: .deleted, changedCount: 2, newest: 3, changedSince: [1])
    inbox.send(.answered(HistoryStep.undo, outcome))
    #expect(inbox.status == "Restored 2 messages · 1 message gone or changed since · U redo")
    inbox.press("u")
    #expect(inbox.after(.answered(HistoryStep.undo, nil)).status == "Nothing to undo")
  }

  @Test func `undo says what could not be taken back`() {
    var inbox = ScreenDriver(count: 3)
    let gone = UndoOutcome(verb: .deleted, changedCount: 0, changedSince: [1, 2])
    inbox.send(.answered(HistoryStep.undo, gone))
    #expect(inbox.status == "Cannot undo: 2 messages gone or changed since")
  }

  @Test func `marking all read says how many were`() {
    #expect(ScreenDriver(count: 5).pressing("M", "y").status == "Marked 5 messages read · u undo")
  }

  @Test(arguments: [["/"], ["j"], ["T"], ["u", "y"]])
  func `a question whose count comes after another key is not asked`(_ keys: [String]) {
    var inbox = ScreenDriver(count: 5).holdingEffects().pressing("D").pressing(keys)
    #expect(inbox.release().question == nil)
    #expect(inbox.after("y").messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `a count that fails leaves no question behind`() {
    var inbox = ScreenDriver(count: 5).holdingEffects().pressing("D")
    inbox.send(.failed(CountMessages(filter: .all), "busy"))
    #expect(inbox.release().question == nil)
  }

  @Test func `u and U ask the store to take back and to do again`() {
    var inbox = ScreenDriver(count: 2)
    #expect(inbox.press("u") == [HistoryStep.undo.effect])
    #expect(inbox.press("U") == [HistoryStep.redo.effect])
  }

  @Test func `C-l and R ask the program around to draw and to read anew`() {
    var inbox = ScreenDriver(count: 2)
    #expect(inbox.press("C-l") == [.host(.redraw)])
    #expect(inbox.press("R") == [.pane(.reloadConfiguration)])
  }

  @Test func `D in the trash removes all of it for good, once that was answered`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T", "D")
    #expect(inbox.messages.count == 3)
    #expect(inbox.after("y").messages.map(\.number.rawValue) == [1])
  }
}
