import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ActingTests {
  @Test func `d d d deletes three messages though the store is slow`() {
    var inbox = ScreenDriver(count: 10).holdingEffects()
    let asked = inbox.press("d", "d", "d")
    #expect(
      asked == [10, 9, 8].map { .perform(.delete, .numbers([MessageNumber($0)])) })
    #expect(inbox.state.list.isPending(MessageNumber(9)))
    inbox.release()
    #expect(inbox.state.list.pending.isEmpty)
    #expect(inbox.state.list.snapshot.rows.first?.number == MessageNumber(7))
    #expect(inbox.state.list.selected == MessageNumber(7))
  }

  @Test func `d at the bottom goes on to the row above`() {
    var inbox = ScreenDriver(count: 4).holdingEffects()
    inbox.press("G", "d", "d")
    inbox.release()
    #expect(inbox.state.list.snapshot.rows.map(\.number.rawValue) == [4, 3])
  }

  @Test func `a change that failed is reported and the row is free again`() {
    var inbox = ScreenDriver(count: 2).holdingEffects()
    let asked = inbox.press("d")
    inbox.send(.requestFailed(asked[0], "disk full"))
    #expect(inbox.state.status?.text == "disk full")
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.state.list.pending.isEmpty)
  }

  @Test func `toggling twice in a hurry goes there and back`() {
    var inbox = ScreenDriver(count: 3).holdingEffects()
    let asked = inbox.press("m", "m")
    let number = MessageSelection.numbers([MessageNumber(3)])
    #expect(asked == [.perform(.read, number), .perform(.unread, number)])
  }

  @Test func `rows just read stay in an unread view until it is refreshed`() {
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: .unread)).pressing("m")
    #expect(inbox.state.list.snapshot.rows.count == 3)
    #expect(inbox.state.list.snapshot.counts.unread == 2)
    inbox.press("r")
    #expect(inbox.state.list.snapshot.rows.map(\.number.rawValue) == [2, 1])
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
    #expect(inbox.question(after: "D") == "Delete 5 messages?")
    inbox.arrive()
    let asked = inbox.press("y")
    let shown = MessageSelection.seen(.matching(.all), upTo: last, before: nil)
    #expect(asked == [.perform(.delete, shown, asked: 5)])
    #expect(inbox.state.list.snapshot.rows.map(\.number.rawValue) == [6])
    #expect(inbox.state.status?.text == "Deleted 5 messages · u undo")
  }

  @Test(arguments: ["E", "M", "g s z c e"])
  func `what asks for attention under a question is neither done nor read`(keys: String) {
    var inbox = ScreenDriver(count: 5)
    inbox.perform(.snooze(until: .date(inbox.now + 30)), on: 1)
    inbox.press(keys)
    #expect(inbox.state.overlays.question?.count == 4)
    inbox.revise(3) { $0.title = .set("Failed") }
    inbox.resurface(2)
    inbox.arrive()
    inbox.now += 60
    inbox.press("y")
    let unread = inbox.messages.filter { $0.status == .unread }
    #expect(unread.map(\.number.rawValue) == [6, 3, 2, 1])
    let status = inbox.state.status?.text
    #expect(status?.hasSuffix(" · 2 messages gone or changed since · u undo") == true)
  }

  @Test func `a question about messages that all changed since says so`() throws {
    var inbox = ScreenDriver(count: 2)
    inbox.press("D")
    inbox.revise(1, 2) { $0.title = .set("Failed") }
    inbox.press("y")
    #expect(
      inbox.state.status?.text
        == "Nothing changed · 2 messages gone or changed since; try again")
    inbox = ScreenDriver(count: 2).pressing("d", "T", "d")
    #expect(inbox.state.overlays.question?.count == 1)
    inbox.perform(.restore, on: try #require(inbox.state.list.selected).rawValue)
    inbox.press("y")
    #expect(
      inbox.state.status?.text == "Nothing changed · 1 message gone or changed since; try again")
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
    #expect(inbox.state.overlays.question == nil)
    #expect(inbox.state.list.snapshot.counts.unread == 5)
  }

  @Test func `the trash puts back, and removes for good after a question`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T")
    #expect(inbox.state.context == .trash)
    #expect(inbox.state.list.snapshot.rows.count == 2)
    inbox.press("z z", "d", "y")
    #expect(inbox.state.list.snapshot.rows.isEmpty)
    inbox.press("q")
    #expect(inbox.state.list.snapshot.rows.map(\.number.rawValue) == [3, 1])
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
    let outcome = UndoOutcome(
      verb: .deleted, changedCount: 2, newest: MessageNumber(3), changedSince: [MessageNumber(1)])
    inbox.send(.answered(HistoryStep.undo, outcome))
    #expect(
      inbox.state.status?.text
        == "Restored 2 messages · 1 message gone or changed since · U redo")
    inbox.press("u")
    inbox.send(.answered(HistoryStep.undo, nil))
    #expect(inbox.state.status?.text == "Nothing to undo")
  }

  @Test func `undo says what could not be taken back`() {
    var inbox = ScreenDriver(count: 3)
    let gone = UndoOutcome(
      verb: .deleted, changedCount: 0, changedSince: [MessageNumber(1), MessageNumber(2)])
    inbox.send(.answered(HistoryStep.undo, gone))
    #expect(
      inbox.state.status?.text
        == "Cannot undo: 2 messages gone or changed since")
  }

  @Test func `marking all read says how many were`() {
    let inbox = ScreenDriver(count: 5).pressing("M", "y")
    #expect(inbox.state.status?.text == "Marked 5 messages read · u undo")
  }

  @Test(arguments: [["/"], ["j"], ["T"], ["u", "y"]])
  func `a question whose count comes after another key is not asked`(_ keys: [String]) {
    var inbox = ScreenDriver(count: 5).holdingEffects()
    inbox.press("D")
    for key in keys { inbox.press(key) }
    inbox.release()
    #expect(inbox.state.overlays.question == nil)
    inbox.press("y")
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `a count that fails leaves no question behind`() {
    var inbox = ScreenDriver(count: 5).holdingEffects()
    inbox.press("D")
    inbox.send(.failed(CountMessages(filter: .all), "busy"))
    inbox.release()
    #expect(inbox.state.overlays.question == nil)
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
    inbox.press("y")
    #expect(inbox.messages.map(\.number.rawValue) == [1])
  }
}
