import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The keys of other programs' users.
struct KeymapPresetTests {
  @Test(arguments: KeymapPreset.allCases)
  func `a preset has no mistake, and takes no needed command its last key`(_ preset: KeymapPreset) {
    var keymap = Keymap.default
    #expect(keymap.apply(preset.entries).map(\.message) == [])
    for info in CommandInfo.table {
      for context in info.contexts where ![.prompt, .menu, .confirm].contains(context) {
        let isMissing = keymap.names(of: info.command, in: context).isEmpty
        #expect(!isMissing, "\(info.command.name) in \(context) of \(preset)")
      }
    }
  }

  private func inbox(_ preset: KeymapPreset) -> ScreenDriver {
    ScreenDriver(count: 30) { _, payload in
      payload.body = .set(
        (1...60).map { "line \($0)" }.joined(separator: "\n")
          + "\nhttps://a.example.org and https://b.example.org")
    }.with { $0.environment.keymap = preset.keymap }
  }

  /// The keys of the guide in the list, and those that presets have in their place.
  private static let guide: [(key: String, command: Command)] = [
    ("e", .acting(.done)), ("E", .acting(.doneAll)), ("M", .acting(.markAllRead)),
    ("g e", .finding(.showDone)), ("g w", .finding(.catchUp)), ("A", .finding(.always)),
    ("x", .finding(.narrow)), ("s", .acting(.snooze)), ("a", .acting(.actions)),
  ]
  private static let others: [KeymapPreset: [String: String]] = [
    .vim: ["M": "g M"], .mutt: ["M": "g M"],
    .newsboat: ["g e": "z v", "g w": "z w", "A": "z A"],
  ]

  @Test(arguments: KeymapPreset.allCases)
  func `the keys of the guide are those of each preset`(_ preset: KeymapPreset) {
    for (key, command) in Self.guide {
      let key = Self.others[preset]?[key] ?? key
      let names = preset.keymap.names(of: command, in: .list)
      #expect(names.contains(key), "\(command.name): \(names)")
    }
  }

  @Test func `in vim, d d deletes one message`() {
    var inbox = inbox(.vim).pressing("d", "d")
    #expect(inbox.numbers(.deleted) == [30])
    #expect(inbox.after("3", "d", "d", "u", "C-r").numbers(.deleted).count == 4)
    #expect(inbox.after("m", "a", "G", "'", "a").selected == 26)
  }

  @Test func `in vim, V begins a range that the cursor extends and one key acts on`() {
    var vim = inbox(.vim).pressing("j", "V", "j", "j", "j", "k")
    #expect(vim.state.list.marked.keys.map(\.rawValue).sorted() == [27, 28, 29])
    vim.press("d")
    let deleted = vim.messages.filter { $0.status == .deleted }
    #expect(deleted.map(\.number.rawValue).sorted() == [27, 28, 29])
    vim.press("u", "G", "V", "2", "k", "r")
    let read = vim.messages.filter { $0.status == .read }
    #expect(read.map(\.number.rawValue).sorted() == [1, 2, 3])
    #expect(vim.after("g g", "V", "j", "Esc", "j").state.list.marked.isEmpty)
    #expect(vim.after("V", "V", "j").state.list.marked.count == 1)
  }

  @Test func `a range shrinks with the cursor, and takes in nothing that arrives meanwhile`() {
    var inbox = inbox(.default).pressing("V", "j", "j", "k")
    #expect(inbox.state.list.marked.keys.map(\.rawValue).sorted() == [29, 30])
    #expect(inbox.arrive().state.list.marked.count == 2)
    #expect(inbox.after("V", "j", "j").state.list.marked.count == 2)
    #expect(inbox.after("d").numbers(.deleted).count == 2)
  }

  @Test func `in vim, a count may stand behind the operator`() {
    var inbox = inbox(.vim).pressing("d", "3", "d")
    #expect(inbox.numbers(.deleted).count == 3)
    #expect(inbox.after("u", "d", "1", "2", "d", "y").numbers(.deleted).count == 12)
    #expect(inbox.after("u", "d", "x").status == "d x is not bound · ? help")
    #expect(inbox.after("2", "d", "3").status == "d 3 is not bound · ? help")
    #expect(inbox.state.interaction.pendingCount == nil)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  /// Keys that other programs have and that cannot be had here.
  private static let missing: [(KeymapPreset, [String], String)] = [
    (.vim, ["z", "z"], "the list scrolls with the cursor"),
    (.mutt, ["h"], "messages have no headers to show or hide"),
    (.mutt, [";"], "every key acts on the tagged messages where there are any"),
    (.mutt, ["!"], ":! runs a program"), (.mutt, ["m"], "r answers a message"),
    (.mutt, ["p"], "| gives the text to a program that prints"),
    (.mutt, ["<"], "the list scrolls with the cursor"),
  ]

  @Test(arguments: missing, [false, true])
  func `a key that cannot be had tells why, and does nothing`(
    _ missing: (preset: KeymapPreset, keys: [String], reason: String), _ isInTrash: Bool
  ) {
    var inbox = inbox(missing.preset)
    inbox.perform(.delete, on: 30, 29)
    inbox.press("j")
    if isInTrash { inbox.press("T") }
    let messages = inbox.messages
    inbox.press(missing.keys)
    let name = missing.keys.joined(separator: " ")
    #expect(inbox.status == "\(name) is not bound: \(missing.reason)")
    #expect(inbox.messages == messages)
    #expect(inbox.menu == nil && inbox.question == nil)
  }

  @Test(
    arguments: [
      (.default, "g m", "M"), (.vim, "M", "g M"), (.mutt, "M", "g M"), (.newsboat, "z m", "A"),
      (.emacs, "A-r", "M"),
    ] as [(KeymapPreset, String, String)])
  func `keys go to the ends and the middle of the screen, and all can be marked read as well`(
    _ preset: KeymapPreset, _ middle: String, _ markAll: String
  ) {
    var inbox = inbox(preset).pressing("L")
    let last = inbox.selected?.rawValue ?? 30
    inbox.press(middle)
    let between = inbox.selected?.rawValue ?? 30
    #expect(inbox.after("H").selected == 30)
    #expect(last < between && between < 30)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.after(markAll, "y").messages.allSatisfy { $0.status == .read })
  }

  @Test func `in vim's reader they are not bound, as a message has no cursor`() {
    #expect(inbox(.vim).pressing("Enter", "M").status == "M is not bound · ? help")
  }

  @Test func `in vim a count of an operator in the reader is refused, and nothing is deleted`() {
    var inbox = inbox(.vim).pressing("Enter", "3", "d", "d")
    #expect(inbox.status == "3d d: d d takes no count")
    #expect(inbox.after("d", "3", "d").status == "3d d: d d takes no count")
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
    #expect(inbox.reader == 30)
  }

  @Test func `in mutt's pager j and k change the message, Enter and Backspace scroll`() {
    var inbox = inbox(.mutt).pressing("j", "j", "j", "j")
    #expect(inbox.screen == .list)
    #expect(inbox.selected == 26)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.after("Enter", "j").reader == 25)
    #expect(inbox.after("k", "Enter", "Enter", "Backspace").reader == 26)
    #expect(inbox.state.reader?.scroll == 1)
    inbox.press("$")
    #expect((inbox.state.reader?.scroll ?? 0) > 20)
    #expect(inbox.after("^", "h").state.reader?.scroll == 0)
    #expect(inbox.screen == .reader)
    #expect(inbox.after("i", "]").state.list.query.filter == .all)
    #expect((inbox.selected?.rawValue ?? 26) < 26)
  }

  @Test func `in newsboat l shows all again, and digits open links`() {
    var inbox = inbox(.newsboat).pressing("N", "l")
    #expect(inbox.filterText == "is:unread")
    #expect(inbox.after("l").state.list.query.filter == .all)
    #expect(inbox.after("g").menu?.title == "Sort")
    #expect(inbox.after("Esc", "l", "C-f").state.list.query.filter == .all)
    inbox.press("Enter", "2")
    let urls = inbox.effects.compactMap { effect -> String? in
      guard case .host(.launch(.open(let links, _))) = effect else { return nil }
      return links.first?.text
    }
    #expect(urls == ["https://b.example.org"])
    #expect(inbox.after("7").status == "No link 7: there are 2 links")
  }

  @Test func `in emacs C-s within a search goes on, and C-r back`() {
    var inbox = inbox(.emacs).pressing("C-s", typing: "Message 2")
    #expect(inbox.selected == 29)
    #expect(inbox.after("C-s").selected == 28)
    #expect(inbox.prompt == "Message 2")
    #expect(inbox.after("C-s", "C-r").selected == 28)
    #expect(inbox.after("C-r", "C-r").selected == 2)
    #expect(inbox.after("Enter", "C-s", "C-s").prompt == "Message 2")
    #expect(inbox.after("C-g", "C-h").screen == .help)
  }

  @Test func `the first minutes with mutt's keys`() {
    var inbox = inbox(.mutt).pressing("j", "j", "N", "*", "=", "t", "t", "d")
    #expect(inbox.message(28)?.status == .read)
    #expect(inbox.numbers(.deleted) == [30, 29])
    #expect(inbox.after("l", typing: "is:read", then: "Enter", "F").message(28)?.isPinned == true)
    #expect(inbox.after("Enter", "i").screen == .list)
  }

  @Test func `the first minutes with newsboat's keys`() {
    var inbox = inbox(.newsboat).pressing("n", "Enter", "n", "q", "N")
    #expect(inbox.message(29)?.status == .read)
    #expect(inbox.after("D").numbers(.deleted).count == 1)
    #expect(inbox.after("A", "y").messages.allSatisfy { $0.status != .unread })
    #expect(inbox.after("U").messages.contains { $0.status == .unread })
  }

  @Test func `the first minutes with emacs' keys`() {
    var inbox = inbox(.emacs).pressing("C-n", "C-n", "C-k", "C-x", "u", "A->", "A-<", "A-x")
    #expect(inbox.selected == 30)
    #expect(inbox.state.overlays.prompt?.purpose == .command)
    #expect(inbox.after("C-g", "C-s", typing: "Message 17", then: "Enter").selected == 17)
    #expect(inbox.after("C-g", "C-x", "C-c").effects.last == .host(.quit))
  }
}
