import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ScreensTests {
  @Test func `the reader offers what can be done in the trash, and does it`() {
    var inbox = ScreenDriver(count: 2).pressing("d", "T", "Enter")
    let hints = inbox.frame.lines.last?.spans.map(\.text).joined()
    #expect(hints?.contains("z z restore") == true)
    #expect(hints?.contains("delete") == false)
    #expect(inbox.after("z z").messages.allSatisfy { $0.status == .unread })
  }

  @Test func `groups of the trash fold as well, and no key of theirs restores a message`() {
    var inbox = ScreenDriver(count: 9) { $1.source = $0 % 3 == 0 ? "ci" : "chat" }.countingDigits()
    #expect(inbox.after("9", "d", "T", "g", "s", "z", "M").rows.count == 2)
    #expect(inbox.after("z", "R").rows.count == 9)
    #expect(inbox.messages.allSatisfy { $0.status == .deleted })
    #expect(inbox.after("z", "z").messages.count { $0.status != .deleted } == 1)
  }

  @Test func `on a terminal too small to show anything no key acts but those that leave`() {
    var inbox = ScreenDriver(count: 2)
    inbox.send(.resized(Size(columns: 19, rows: 5)))
    #expect(inbox.press("d", "Enter", "M", "y").isEmpty)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.press("q") == [.host(.quit)])
    inbox.send(.resized(Size(columns: 20, rows: 5)))
    #expect(inbox.after("d").numbers(.deleted).count == 1)
  }

  @Test func `viewing marks read, loads and comes back to the same row`() {
    var inbox = ScreenDriver(count: 3).pressing("j")
    let number = MessageNumber(2)
    #expect(
      inbox.press("Enter") == [.perform(.view, .numbers([number])), .fetch([number], .reader)])
    #expect(inbox.state.reader?.message?.title == "Message 2")
    #expect(inbox.state.list.selectedRow?.status == .read)
    #expect(inbox.after("q").screen == .list)
    #expect(inbox.selected == number)
  }

  @Test func `the reader turns to the neighbours and deletes its way on`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter", "J")
    #expect(inbox.reader == 2)
    #expect(inbox.after("d").reader == 1)
    #expect(inbox.after("d").screen == .list)
    #expect(inbox.numbers == [3])
  }

  @Test func `a search goes to its matches and round the end`() {
    var inbox = ScreenDriver(count: 300).pressing("/", "2", "9", "0", "Enter")
    #expect(inbox.selected == 290)
    #expect(inbox.state.list.search?.text == "290")
    #expect(inbox.after("n").selected == 290)
    #expect(inbox.status == "Search wrapped to the top · 1 of 1")
    #expect(inbox.after("/", "2", "3", "Enter", "n").selected == 238)
    #expect(inbox.after("N").selected == 239)
    #expect(inbox.after("/", "x", "x", "Enter").status == "No match for “xx”")
  }

  @Test func `searches typed ahead are done one after the other`() {
    var inbox = ScreenDriver(count: 300).pressing("/", "1", "Enter")
    #expect(inbox.selected == 291)
    inbox.holdsEffects = true
    inbox.press("n", "n")
    #expect(inbox.release().selected == 271)
  }

  @Test func `a cancelled search changes nothing`() {
    var inbox = ScreenDriver(count: 30)
    let before = inbox.state.list
    #expect(inbox.after("/", "1", "Esc").selected == before.selected)
    #expect(inbox.state.list.scroll == before.scroll)
    #expect(inbox.state.list.search == nil)
  }

  @Test func `a filter that cannot be read stays in the prompt with its column`() {
    var inbox = ScreenDriver(count: 3)
    inbox.press("F", pasting: "is:unraed")
    #expect(inbox.press("Enter") == [])
    #expect(inbox.prompt == "is:unraed")
    #expect(inbox.promptError?.contains("unread") == true)
    inbox.press("C-u", pasting: "is:unread", then: "Enter")
    #expect(inbox.state.list.query.filter == .unread)
    #expect(inbox.filterText == "is:unread")
  }

  @Test func `pasted text and unknown keys never act`() {
    var inbox = ScreenDriver(count: 3)
    let before = inbox.state.list
    #expect(inbox.send(.pasted("dddQ")) == [])
    #expect(inbox.send(.key(.unknown)) == [])
    #expect(inbox.after("D", pasting: "y").question != nil)
    #expect(inbox.state.list == before)
  }

  @Test func `q leaves screen after screen, and the list at last`() {
    var inbox = ScreenDriver(count: 2).pressing("Enter", "?")
    #expect(inbox.screens == [.list, .reader, .help])
    #expect(inbox.press("q", "q", "q") == [.host(.quit)])
    #expect(inbox.press("Esc") == [])
  }

  @Test func `nothing is due in an empty, quiet inbox`() {
    let inbox = ScreenDriver(count: 0)
    #expect(inbox.state.nextDeadline(at: inbox.now) == nil)
  }

  @Test func `a status line goes by itself, and a due transition settles once`() throws {
    var inbox = ScreenDriver(count: 0).pressing("S", "o")
    let due = try #require(inbox.state.nextDeadline(at: inbox.now))
    inbox.now = due
    #expect(inbox.send(.tick) == [])
    #expect(inbox.state.status == nil)
    inbox.state.list.snapshot.nextTransition = due
    inbox.holdsEffects = true
    #expect(inbox.send(.tick) == [Settle().effect])
    #expect(inbox.send(.tick) == [])
    #expect(inbox.state.nextDeadline(at: inbox.now) == nil)
  }
}
