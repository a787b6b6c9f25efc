import InboxTestSupport
@testable import InboxUI
import Testing

struct PromptStateTests {
  @Test func `editing keys work on whole characters`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/", pasting: "one two 👩‍👩‍👧é", then: "Backspace", "Backspace")
    #expect(inbox.state.overlays.prompt?.text == "one two ")
    inbox.press("C-w", "Left", "Left", "x", "Home", "y", "Delete", "End", "z")
    #expect(inbox.state.overlays.prompt?.text == "ynxe z")
    #expect(inbox.prompt(after: "Left", "C-u") == "z")
    #expect(inbox.state.overlays.prompt?.cursor == 0)
  }

  @Test func `keys of words and of the rest of the line edit as in a shell`() {
    var inbox = ScreenDriver(count: 0).pressing(":", typing: "one two  three", then: "A-b", "A-b")
    #expect(inbox.state.overlays.prompt?.cursor == 4)
    inbox.press("A-f")
    #expect(inbox.state.overlays.prompt?.cursor == 7)
    #expect(inbox.prompt(after: "A-d") == "one two")
    #expect(inbox.prompt(after: "A-f", "A-d", "C-k") == "one two")
    #expect(inbox.prompt(after: "Home", "A-d") == " two")
    #expect(inbox.prompt(after: "Right", "C-k") == " ")
    #expect(inbox.prompt(after: "Home", "C-k") == "")
    #expect(inbox.state.overlays.prompt != nil)
  }

  @Test func `a pasted text has no control characters and no second line`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/", pasting: "a\nb\tc\u{1B}[31m")
    #expect(inbox.state.overlays.prompt?.text == "a b c[31m")
  }

  @Test func `erasing in an empty prompt leaves it`() {
    let inbox = ScreenDriver(count: 0).pressing("/", "a", "Backspace", "Backspace")
    #expect(inbox.state.overlays.prompt == nil)
  }
}
