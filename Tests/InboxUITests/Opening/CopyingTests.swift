import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct CopyingTests {
  @Test func `y copies title and text, and says so`() {
    var inbox = ScreenDriver(count: 1).pressing("y")
    #expect(inbox.effects.last == CopyText(text: "Message 1", choice: .auto).effect)
    #expect(inbox.status == "Copied “Message 1” by test")
    inbox.revise(1) { $0.body = .set("first\nsecond\n") }
    inbox.press("y")
    #expect(
      inbox.effects.last == CopyText(text: "Message 1\n\nfirst\nsecond", choice: .auto).effect)
    #expect(inbox.status == "Copied by test (3 lines)")
  }

  @Test func `Y copies what opening goes to, else the first link of the text`() {
    var inbox = ScreenDriver(count: 1).pressing("Y")
    #expect(inbox.status == "There is no link to copy")
    inbox.revise(1) { $0.body = .set("é see https://a.org/x, then https://b.org") }
    #expect(
      inbox.after("Y").effects.last == CopyText(text: "https://a.org/x", choice: .auto).effect)
    inbox.revise(1) { $0.tap = .set(.url("https://c.org")) }
    #expect(inbox.after("Y").effects.last == CopyText(text: "https://c.org", choice: .auto).effect)
  }

  @Test func `a digit after y copies a link of the reader, any other key acts`() {
    var inbox = ScreenDriver(count: 1)
    inbox.revise(1) { $0.body = .set("see https://a.org and https://b.org") }
    #expect(inbox.after("Enter", "y").status?.hasSuffix(" · 1 to 2 copy a link") == true)
    #expect(inbox.after("2").effects.last == CopyText(text: "https://b.org", choice: .auto).effect)
    #expect(inbox.after("y", "q").screen == .list)
  }

  @Test func `a selection is copied whole, by the way that is configured`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state.environment.preferences.clipboard = .command(["tee", "clip"])
    inbox.press("Space", "Space", "y")
    #expect(
      inbox.effects.last
        == CopyText(text: "Message 2\n\nMessage 3", choice: .command(["tee", "clip"])).effect)
  }

  @Test func `a message that is gone is reported`() {
    var inbox = ScreenDriver(count: 1).pressing("a")
    inbox.purge(1)
    #expect(inbox.after("y").state.status?.isError == true)
  }

  @Test func `the text goes to the command that was typed`() {
    var inbox = ScreenDriver(count: 2).pressing("|", "w", "c", "Space")
    #expect(inbox.prompt == "wc ")
    inbox.press("-", "l", "Enter")
    #expect(inbox.effects.last == .host(.launch(.pipe("Message 2\n", command: "wc -l"))))
    #expect(inbox.prompt == nil)
  }

  @Test(arguments: ["Enter", "Esc", "Backspace"]) func `no command means none`(_ key: String) {
    let inbox = ScreenDriver(count: 1).pressing("|", key)
    #expect(inbox.prompt == nil)
    #expect(!inbox.effects.contains { $0.request(FetchMessages.self) != nil })
  }

  @Test func `a command line comes back for another message`() {
    let inbox = ScreenDriver(count: 2).pressing("|", typing: "jq .", then: "Enter", "j", "|", "Up")
    #expect(inbox.prompt == "jq .")
    #expect(inbox.state.overlays.prompt?.purpose == .pipe([1]))
  }
}
