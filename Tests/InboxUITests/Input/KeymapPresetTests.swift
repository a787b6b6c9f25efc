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
    var inbox = ScreenDriver(count: 30)
    inbox.state.keymap = preset.keymap
    return inbox
  }

  @Test func `in vim, d d deletes one message`() {
    var inbox = inbox(.vim)
    inbox.press("d", "d")
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number.rawValue) == [30])
    inbox.press("3", "d", "d", "u", "C-r")
    #expect(inbox.messages.count { $0.status == .deleted } == 4)
    inbox.press("m", "a", "G", "'", "a")
    #expect(inbox.state.list.selected == MessageNumber(26))
  }

  @Test func `the first minutes with mutt's keys`() {
    var inbox = inbox(.mutt)
    inbox.press("j", "j", "N", "*", "=", "t", "t", "d")
    #expect(inbox.message(28)?.status == .read)
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number.rawValue) == [30, 29])
    inbox.press("l")
    inbox.type("is:read")
    inbox.press("Enter", "F")
    #expect(inbox.message(28)?.isPinned == true)
    inbox.press("Enter", "i")
    #expect(inbox.state.screen == .list)
  }

  @Test func `the first minutes with newsboat's keys`() {
    var inbox = inbox(.newsboat)
    inbox.press("n", "Enter", "n", "q", "N")
    #expect(inbox.message(29)?.status == .read)
    inbox.press("D")
    #expect(inbox.messages.count { $0.status == .deleted } == 1)
    inbox.press("A", "y")
    #expect(inbox.messages.allSatisfy { $0.status != .unread })
    inbox.press("U")
    #expect(inbox.messages.contains { $0.status == .unread })
  }

  @Test func `the first minutes with emacs' keys`() {
    var inbox = inbox(.emacs)
    inbox.press("C-n", "C-n", "C-k", "C-x", "u", "A->", "A-<", "A-x")
    #expect(inbox.state.list.selected == MessageNumber(30))
    #expect(inbox.state.prompt?.purpose == .command)
    inbox.press("C-g", "C-s")
    inbox.type("Message 17")
    inbox.press("Enter")
    #expect(inbox.state.list.selected == MessageNumber(17))
    inbox.press("C-g", "C-x", "C-c")
    #expect(inbox.effects.last == .host(.quit))
  }
}
