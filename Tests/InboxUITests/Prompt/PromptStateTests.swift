import InboxTestSupport
import InboxUI
import Testing

struct PromptStateTests {
  @Test func `editing keys work on whole characters`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/")
    inbox.send(.pasted("one two 👩‍👩‍👧é"))
    inbox.press("Backspace", "Backspace")
    #expect(inbox.state.prompt?.text == "one two ")
    inbox.press("C-w", "Left", "Left", "x", "Home", "y", "Delete", "End", "z")
    #expect(inbox.state.prompt?.text == "ynxe z")
    inbox.press("Left", "C-u")
    #expect(inbox.state.prompt?.text == "z")
    #expect(inbox.state.prompt?.cursor == 0)
  }

  @Test func `a pasted text has no control characters and no second line`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/")
    inbox.send(.pasted("a\nb\tc\u{1B}[31m"))
    #expect(inbox.state.prompt?.text == "a b c[31m")
  }

  @Test func `erasing in an empty prompt leaves it`() {
    var inbox = ScreenDriver(count: 0)
    inbox.press("/", "a", "Backspace", "Backspace")
    #expect(inbox.state.prompt == nil)
  }
}
