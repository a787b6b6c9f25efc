import InboxTestSupport
@testable import InboxUI
import Testing

struct PromptStateTests {
  @Test func `editing keys work on whole characters`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/", pasting: "one two 👩‍👩‍👧é", then: "Backspace", "Backspace")
    #expect(inbox.prompt == "one two ")
    inbox.press("C-w", "Left", "Left", "x", "Home", "y", "Delete", "End", "z")
    #expect(inbox.prompt == "ynxe z")
    #expect(inbox.after("Left", "C-u").prompt == "z")
    #expect(inbox.state.overlays.prompt?.cursor == 0)
  }

  @Test func `keys of words and of the rest of the line edit as in a shell`() {
    var inbox = ScreenDriver(count: 0).pressing(":", typing: "one two  three", then: "A-b", "A-b")
    #expect(inbox.state.overlays.prompt?.cursor == 4)
    #expect(inbox.after("A-f").state.overlays.prompt?.cursor == 7)
    #expect(inbox.after("A-d").prompt == "one two")
    #expect(inbox.after("A-f", "A-d", "C-k").prompt == "one two")
    #expect(inbox.after("Home", "A-d").prompt == " two")
    #expect(inbox.after("Right", "C-k").prompt == " ")
    #expect(inbox.after("Home", "C-k").prompt == "")
    #expect(inbox.prompt != nil)
  }

  @Test func `a pasted text has no control characters and no second line`() {
    var inbox = ScreenDriver(count: 0)
    #expect(inbox.after("/", pasting: "a\nb\tc\u{1B}[31m").prompt == "a b c[31m")
  }

  @Test func `erasing in an empty prompt leaves it`() {
    #expect(ScreenDriver(count: 0).pressing("/", "a", "Backspace", "Backspace").prompt == nil)
  }
}
