import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Places to go back to: the jump list, bookmarks, and the newest message.
struct JumpTests {
  private func selected(_ inbox: ScreenDriver) -> Int64? { inbox.state.list.selected?.rawValue }

  @Test func `jumps are gone back one by one`() {
    var inbox = ScreenDriver(count: 300).pressing("j", "j", "j", "j", "j", "G", "g g", "C-o")
    #expect(selected(inbox) == 1)
    inbox.press("C-o")
    #expect(selected(inbox) == 295)
    #expect(inbox.status(after: "C-o") == "No earlier place")
    inbox.press("A-o")
    #expect(selected(inbox) == 1)
  }

  @Test func `a bookmark leads back to its message, from anywhere`() {
    var inbox = ScreenDriver(count: 300).pressing("j", "j", "j", "`", "a")
    #expect(inbox.state.status?.text == "Bookmark a: “Message 297” · ' a goes back")
    inbox.press("G", "'", "a")
    #expect(selected(inbox) == 297)
    inbox.press("'", "'")
    #expect(selected(inbox) == 1)
    #expect(inbox.status(after: "'", "z") == "No bookmark z")
    inbox.press("'", "Esc")
    #expect(inbox.state.status == nil)
    #expect(inbox.status(after: "'", "Up") == "A bookmark is a letter; Up is not")
  }

  @Test func `the cursor follows the newest message until it is moved`() {
    var inbox = ScreenDriver(count: 30).pressing("j", "g f")
    inbox.arrive()
    #expect(selected(inbox) == 31)
    let bottom = inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text
    inbox.state.status = nil
    #expect(bottom?.contains("Following") == true)
    #expect(
      inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text.contains("following ·") == true)
    inbox.press("j")
    inbox.arrive()
    #expect(selected(inbox) == 30)
    #expect(inbox.status(after: "g f", "g f") == "No longer following")
  }

  @Test func `pinned messages are not the newest`() {
    var inbox = ScreenDriver(count: 30) { number, payload in
      if number <= 2 { payload.local.isPinned = true }
    }
    inbox.press("g f")
    #expect(selected(inbox) == 30)
    inbox.arrive()
    #expect(selected(inbox) == 31)
  }

  @Test func `Space reads on at the end of a message`() {
    var inbox = ScreenDriver(count: 3) { number, payload in
      if number == 3 { payload.body = .set(String(repeating: "x\n", count: 60)) }
      if number == 2 { payload.local.status = .read }
    }
    #expect(inbox.reader(after: "Enter", "Space") == 3)
    #expect(inbox.reader(after: "Space", "Space", "Space", "Space") == 1)
    #expect(inbox.status(after: "Space") == "No unread message")
  }

  @Test func `a pin leaves the cursor on its message`() {
    var inbox = ScreenDriver(count: 30).pressing("p")
    #expect(selected(inbox) == 30)
    inbox.press("p")
    #expect(selected(inbox) == 30)
    #expect(inbox.state.status?.text == "Unpinned “Message 30” · u undo")
    inbox.press("p", "j", "p")
    #expect(selected(inbox) == 29)
    inbox.press("j", "j", "p")
    #expect(selected(inbox) == 27)
  }

  @Test func `the list of undo says what was done, and undoes as far as is chosen`() {
    var inbox = ScreenDriver(count: 5).pressing("d", "m", "Space", "Space", "p", "g u")
    #expect(
      inbox.state.menu?.items.map(\.label) == [
        "Pinned 2 messages", "Marked “Message 4” read", "Deleted “Message 5”",
      ])
    inbox.press("j", "Enter")
    #expect(inbox.messages.map(\.status) == [.deleted, .unread, .unread, .unread, .unread])
    #expect(inbox.messages.allSatisfy { !$0.isPinned })
    #expect(inbox.status(after: "u", "g u") == "Nothing to undo")
  }

  @Test func `marked messages change the hints`() {
    var inbox = ScreenDriver(count: 5, size: Size(columns: 120, rows: 24))
    inbox.press("Space", "Space")
    let bottom = inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text ?? ""
    #expect(
      bottom.hasPrefix(" 2 marked: m read  e done  d delete  s snooze  p pin  y copy  Esc clear"))
  }
}
