import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Numbers before keys, as in vim.
struct CountTests {
  private func counting(
    count: Int, prepare: (Int64, inout Payload) -> Void = { _, _ in }
  ) -> ScreenDriver {
    var inbox = ScreenDriver(count: count, prepare: prepare)
    inbox.countDigits()
    return inbox
  }

  private func selected(_ inbox: ScreenDriver) -> Int64? { inbox.state.list.selected?.rawValue }

  @Test(
    arguments: [
      (["5", "j"], 295), (["1", "0", "G"], 291), (["1", "0", "g g"], 291),
      (["2", "5", "0", "G"], 51),
      (["9", "9", "9", "G"], 1), (["G", "5", "k"], 6), (["2", "9", "0", "j"], 10),
      (["G", "2", "9", "0", "k"], 291), (["9", "9", "9", "9", "j"], 1), (["3", "Esc", "j"], 299),
      (["2", "Tab"], 298), (["2", "C-d"], nil),
    ] as [([String], Int64?)])
  func `a number before a motion is how far it goes, or where`(
    _ keys: [String], _ expected: Int64?
  ) {
    var inbox = counting(count: 300)
    for key in keys { inbox.press(key) }
    if let expected {
      #expect(selected(inbox) == expected)
    } else {
      let twice = counting(count: 300).pressing("C-d", "C-d")
      #expect(selected(inbox) == selected(twice))
    }
  }

  @Test func `a number before an action is how many messages it is about`() {
    var inbox = counting(count: 10).pressing("j", "3", "d")
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number.rawValue) == [9, 8, 7])
    #expect(selected(inbox) == 6)
    #expect(inbox.state.status?.text == "Deleted 3 messages · u undo")
    inbox.press("u")
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    inbox.press("g g", "2", "Space", "m")
    #expect(inbox.messages.filter { $0.status == .read }.map(\.number.rawValue) == [10, 9])
  }

  @Test func `a count above nine asks before it changes messages, which are marked meanwhile`() {
    var inbox = counting(count: 30).pressing("1", "2", "d")
    #expect(inbox.state.overlays.question?.sentence == "Delete 12 messages?")
    #expect(inbox.state.list.marks.count == 12)
    inbox.press("n")
    #expect(inbox.state.list.marks.isEmpty)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    inbox.press("1", "2", "m", "y")
    #expect(inbox.messages.count { $0.status == .read } == 12)
    inbox.press("1", "2", "y")
    #expect(inbox.state.overlays.question == nil && inbox.state.list.marks.isEmpty)
  }

  @Test(
    arguments: [
      ["2", "A"], ["2", "X"], ["2", "P"], ["2", "C"], ["3", "o"], ["3", "a"], ["2", "t"],
      ["3", "V"], ["2", "M"], ["2", "D"], ["2", "x"], ["1", "2", "A"],
      ["2", "g u"], ["2", "z a"], ["2", "`"],
    ]
  )
  func `a count before a key that takes none is refused by name, and nothing is done`(
    _ keys: [String]
  ) {
    var inbox = counting(count: 30) { $1.thread = .set("deploys") }
    let entries = [
      KeymapEntry(key: "A", commands: ["toggle-read", "delete"]),
      KeymapEntry(key: "X", commands: [":snooze 2h"]), KeymapEntry(key: "P", commands: ["!true"]),
      KeymapEntry(key: "C", commands: ["|wc"]),
    ]
    #expect(inbox.state.environment.keymap.apply(entries) == [])
    inbox.run("10")
    let (messages, query) = (inbox.messages, inbox.state.list.query)
    for key in keys { inbox.press(key) }
    let name = keys[keys.count - 1]
    #expect(inbox.state.status?.text == "\(keys.joined()): \(name) takes no count")
    #expect(inbox.state.list.query == query)
    #expect(selected(inbox) == 21)
    #expect(inbox.messages == messages)
    #expect(inbox.state.context == .list && inbox.state.stack.screens == [.list])
    #expect(
      inbox.state.interaction.pendingCount == nil
        && inbox.state.interaction.bookmarkOperation == nil)
    #expect(!inbox.effects.contains { if case .host(.launch) = $0 { true } else { false } })
  }

  // Before: the message that was read was deleted, and no word said why only that one.
  @Test(arguments: ["d", "m", "p", "s", "y", "Y", "|", "i", "w"])
  func `in the reader a count before a key that acts is refused, and nothing is done`(
    _ key: String
  ) {
    var inbox = counting(count: 5).pressing("j", "Enter")
    let messages = inbox.messages
    inbox.press("3", key)
    #expect(inbox.state.status?.text == "3\(key): \(key) takes no count")
    #expect(inbox.messages == messages)
    #expect(inbox.state.reader?.number == MessageNumber(4))
    #expect(inbox.state.menu == nil && inbox.state.overlays.prompt == nil)
  }

  @Test func `in the reader a count goes before steps of undo`() {
    let inbox = counting(count: 5).pressing("d", "d", "Enter", "2", "u")
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `more steps than there are say how many were taken`() {
    var inbox = counting(count: 5).pressing("d", "2", "u")
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(
      inbox.state.status?.text == "Undid 1 step · nothing more to undo · U redo")
    inbox.press("d", "d", "9", "u")
    #expect(
      inbox.state.status?.text == "Undid 2 steps · nothing more to undo · U redo")
    inbox.press("3", "U")
    #expect(
      inbox.state.status?.text == "Redid 2 steps · nothing more to redo · u undo")
    #expect(inbox.status(after: "U") == "Nothing to redo")
  }

  @Test func `so many steps are undone`() {
    let inbox = counting(count: 5).pressing("d", "d", "d", "2", "u")
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number.rawValue) == [5])
  }

  @Test func `a line number goes there`() {
    var inbox = counting(count: 300).running("120")
    #expect(selected(inbox) == 181)
    inbox.press("C-o")
    #expect(selected(inbox) == 300)
    inbox.press("A-o")
    #expect(selected(inbox) == 181)
    #expect(inbox.status(after: "A-o") == "No later place")
  }

  @Test func `what was typed of a number is shown, and another screen forgets it`() {
    var inbox = counting(count: 30).pressing("1", "2")
    let bottom = inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text
    #expect(bottom?.hasPrefix(" 12 …") == true)
    inbox.send(.linked(.message(MessageNumber(9))))
    inbox.press("d")
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number.rawValue) == [9])
  }

  @Test func `a digit that is bound is its command, and a count only after another digit`() {
    var inbox = counting(count: 30)
    let entry = KeymapEntry(key: "3", commands: [":filter is:pinned"])
    #expect(inbox.state.environment.keymap.apply([entry]) == [])
    #expect(inbox.selected(after: "1", "3", "j") == 17)
    inbox.press("3")
    #expect(inbox.state.list.filterText == "is:pinned")
    #expect(inbox.state.interaction.pendingCount == nil)
  }

  @Test func `elsewhere a digit is no count, also where it shows no tab`() {
    var inbox = ScreenDriver(count: 30).pressing("Enter", "5", "d")
    #expect(inbox.messages.count { $0.status == .deleted } == 1)
    inbox.press("q", "2", "j")
    #expect(inbox.state.interaction.pendingCount == nil)
  }

  @Test func `numbers go before sequences, and to lines of a text`() {
    var inbox = counting(count: 1) {
      $1.body = .set((1...90).map { "line \($0)" }.joined(separator: "\n"))
    }
    inbox.press("Enter", "1", "0", "j")
    #expect(inbox.state.reader?.scroll == 10)
    inbox.press("5", "g g")
    #expect(inbox.state.reader?.scroll == 4)
  }

  @Test func `more than can be reached is said, and nothing is done`() {
    let inbox = counting(count: 3_000).pressing("2", "0", "0", "0", "d")
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }
}
