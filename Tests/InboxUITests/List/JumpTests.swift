import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Places to go back to: the jump list, bookmarks, and the newest message.
struct JumpTests {
  @Test func `jumps are gone back one by one`() {
    var inbox = ScreenDriver(count: 300).pressing("j", "j", "j", "j", "j", "G", "g g", "C-o")
    #expect(inbox.selected == 1)
    #expect(inbox.after("C-o").selected == 295)
    #expect(inbox.after("C-o").status == "No earlier place")
    #expect(inbox.after("A-o").selected == 1)
  }

  @Test func `a bookmark leads back to its message, from anywhere`() {
    var inbox = ScreenDriver(count: 300).pressing("j", "j", "j", "`", "a")
    #expect(inbox.status == "Bookmark a: “Message 297” · ' a goes back")
    #expect(inbox.after("G", "'", "a").selected == 297)
    #expect(inbox.after("'", "'").selected == 1)
    #expect(inbox.after("'", "z").status == "No bookmark z")
    #expect(inbox.after("'", "Esc").state.status == nil)
    #expect(inbox.after("'", "Up").status == "A bookmark is a letter; Up is not")
  }

  @Test func `the cursor follows the newest message until it is moved`() {
    var inbox = ScreenDriver(count: 30).pressing("j", "g f")
    #expect(inbox.arrive().selected == 31)
    #expect(inbox.bottomBar.contains("Following"))
    inbox.state.status = nil
    #expect(inbox.bottomBar.contains("following ·"))
    inbox.press("j")
    #expect(inbox.arrive().selected == 30)
    #expect(inbox.after("g f", "g f").status == "No longer following")
  }

  @Test func `pinned messages are not the newest`() {
    var inbox = ScreenDriver(count: 30) { if $0 <= 2 { $1.local.isPinned = true } }
    #expect(inbox.after("g f").selected == 30)
    #expect(inbox.arrive().selected == 31)
  }

  @Test func `Space reads on at the end of a message`() {
    var inbox = ScreenDriver(count: 3) { number, payload in
      if number == 3 { payload.body = .set(String(repeating: "x\n", count: 60)) }
      if number == 2 { payload.local.status = .read }
    }
    #expect(inbox.after("Enter", "Space").reader == 3)
    #expect(inbox.after("Space", "Space", "Space", "Space").reader == 1)
    #expect(inbox.after("Space").status == "No unread message")
  }

  @Test func `a pin leaves the cursor on its message`() {
    var inbox = ScreenDriver(count: 30).pressing("p")
    #expect(inbox.selected == 30)
    #expect(inbox.after("p").selected == 30)
    #expect(inbox.status == "Unpinned “Message 30” · u undo")
    #expect(inbox.after("p", "j", "p").selected == 29)
    #expect(inbox.after("j", "j", "p").selected == 27)
  }

  @Test func `the list of undo says what was done, and undoes as far as is chosen`() {
    var inbox = ScreenDriver(count: 5).pressing("d", "m", "Space", "Space", "p", "g u")
    #expect(
      inbox.menu?.items.map(\.label) == [
        "Pinned 2 messages", "Marked “Message 4” read", "Deleted “Message 5”",
      ])
    inbox.press("j", "Enter")
    #expect(inbox.messages.map(\.status) == [.deleted, .unread, .unread, .unread, .unread])
    #expect(inbox.messages.allSatisfy { !$0.isPinned })
    #expect(inbox.after("u", "g u").status == "Nothing to undo")
  }

  @Test func `marked messages change the hints`() {
    var inbox = ScreenDriver(count: 5, size: Size(columns: 120, rows: 24))
    inbox.press("Space", "Space")
    let bottom = inbox.bottomBar
    #expect(
      bottom.hasPrefix(" 2 marked: m read  e done  d delete  s snooze  p pin  y copy  Esc clear"))
  }
}
