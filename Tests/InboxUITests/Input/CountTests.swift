import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Numbers before keys, as in vim.
struct CountTests {
  private func counting(
    count: Int, prepare: (Int64, inout Payload) -> Void = { _, _ in }
  ) -> ScreenDriver {
    ScreenDriver(count: count, prepare: prepare).countingDigits()
  }

  @Test(
    arguments: [
      (["5", "j"], 295), (["1", "0", "G"], 291), (["1", "0", "g g"], 291),
      (["2", "5", "0", "G"], 51), (["9", "9", "9", "G"], 1), (["G", "5", "k"], 6),
      (["2", "9", "0", "j"], 10),
      (["G", "2", "9", "0", "k"], 291), (["9", "9", "9", "9", "j"], 1), (["3", "Esc", "j"], 299),
      (["2", "Tab"], 298), (["2", "C-d"], nil),
    ] as [([String], MessageNumber?)])
  func `a number before a motion is how far it goes, or where`(
    _ keys: [String], _ expected: MessageNumber?
  ) {
    let twice = counting(count: 300).pressing("C-d", "C-d")
    #expect(counting(count: 300).pressing(keys).selected == expected ?? twice.selected)
  }

  @Test func `a number before an action is how many messages it is about`() {
    var inbox = counting(count: 10).pressing("j", "3", "d")
    #expect(inbox.numbers(.deleted) == [9, 8, 7])
    #expect(inbox.selected == 6)
    #expect(inbox.status == "Deleted 3 messages · u undo")
    #expect(inbox.after("u").messages.allSatisfy { $0.status == .unread })
    #expect(inbox.after("g g", "2", "Space", "m").numbers(.read) == [10, 9])
  }

  @Test func `a count above nine asks before it changes messages, which are marked meanwhile`() {
    var inbox = counting(count: 30).pressing("1", "2", "d")
    #expect(inbox.question == "Delete 12 messages?")
    #expect(inbox.state.list.marks.count == 12)
    #expect(inbox.after("n").state.list.marks.isEmpty)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.after("1", "2", "m", "y").numbers(.read).count == 12)
    #expect(inbox.after("1", "2", "y").question == nil && inbox.state.list.marks.isEmpty)
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
    inbox.press(keys)
    let name = keys[keys.count - 1]
    #expect(inbox.status == "\(keys.joined()): \(name) takes no count")
    #expect(inbox.state.list.query == query)
    #expect(inbox.selected == 21)
    #expect(inbox.messages == messages)
    #expect(inbox.state.context == .list && inbox.screens == [.list])
    #expect(
      inbox.state.interaction.pendingCount == nil
        && inbox.state.interaction.bookmarkOperation == nil)
    #expect(inbox.launches.isEmpty)
  }

  // Before: the message that was read was deleted, and no word said why only that one.
  @Test(arguments: ["d", "m", "p", "s", "y", "Y", "|", "i", "w"])
  func `in the reader a count before a key that acts is refused, and nothing is done`(key: String) {
    var inbox = counting(count: 5).pressing("j", "Enter")
    let messages = inbox.messages
    #expect(inbox.after("3", key).status == "3\(key): \(key) takes no count")
    #expect(inbox.messages == messages)
    #expect(inbox.reader == 4)
    #expect(inbox.menu == nil && inbox.prompt == nil)
  }

  @Test func `in the reader a count goes before steps of undo`() {
    let inbox = counting(count: 5).pressing("d", "d", "Enter", "2", "u")
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `more steps than there are say how many were taken`() {
    var inbox = counting(count: 5).pressing("d", "2", "u")
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.status == "Undid 1 step · nothing more to undo · U redo")
    inbox.press("d", "d", "9", "u")
    #expect(inbox.status == "Undid 2 steps · nothing more to undo · U redo")
    #expect(inbox.after("3", "U").status == "Redid 2 steps · nothing more to redo · u undo")
    #expect(inbox.after("U").status == "Nothing to redo")
  }

  @Test func `so many steps are undone`() {
    #expect(counting(count: 5).pressing("d", "d", "d", "2", "u").numbers(.deleted) == [5])
  }

  @Test func `a line number goes there`() {
    var inbox = counting(count: 300).running("120")
    #expect(inbox.selected == 181)
    #expect(inbox.after("C-o").selected == 300)
    #expect(inbox.after("A-o").selected == 181)
    #expect(inbox.after("A-o").status == "No later place")
  }

  @Test func `what was typed of a number is shown, and another screen forgets it`() {
    var inbox = counting(count: 30).pressing("1", "2")
    #expect(inbox.bottomBar.hasPrefix(" 12 …"))
    inbox.send(.linked(.message(9)))
    #expect(inbox.after("d").numbers(.deleted) == [9])
  }

  @Test func `a digit that is bound is its command, and a count only after another digit`() {
    var inbox = counting(count: 30)
    let entry = KeymapEntry(key: "3", commands: [":filter is:pinned"])
    #expect(inbox.state.environment.keymap.apply([entry]) == [])
    #expect(inbox.after("1", "3", "j").selected == 17)
    #expect(inbox.after("3").filterText == "is:pinned")
    #expect(inbox.state.interaction.pendingCount == nil)
  }

  @Test func `elsewhere a digit is no count, also where it shows no tab`() {
    var inbox = ScreenDriver(count: 30).pressing("Enter", "5", "d")
    #expect(inbox.numbers(.deleted).count == 1)
    #expect(inbox.after("q", "2", "j").state.interaction.pendingCount == nil)
  }

  @Test func `numbers go before sequences, and to lines of a text`() {
    var inbox = counting(count: 1) {
      $1.body = .set((1...90).map { "line \($0)" }.joined(separator: "\n"))
    }
    #expect(inbox.after("Enter", "1", "0", "j").state.reader?.scroll == 10)
    #expect(inbox.after("5", "g g").state.reader?.scroll == 4)
  }

  @Test func `more than can be reached is said, and nothing is done`() {
    let inbox = counting(count: 3_000).pressing("2", "0", "0", "0", "d")
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }
}
