import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Questions that are answered by a text.
struct ReplyTests {
  private func inbox(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    ScreenDriver(count: 3, size: size) { number, payload in
      if number == 3 {
        payload.title = .set("Which version?")
        payload.asks = .set(true)
      }
    }
  }

  @Test func `the key of actions opens a line, and Enter answers`() {
    var inbox = inbox()
    #expect(inbox.text.contains("? type a reply"))
    #expect(inbox.text.contains("a reply"))
    #expect(inbox.after("a").state.overlays.prompt?.purpose == .reply(3))
    inbox.type("  2.4.0, at night", then: "Enter")
    #expect(inbox.messages.first { $0.number == 3 }?.answer == "2.4.0, at night")
    #expect(inbox.status == "Answered “2.4.0, at night”")
    #expect(inbox.text.contains("✓ 2.4.0, at night"))
  }

  @Test func `an empty line is told not to be sent, and Esc leaves it open`() {
    var inbox = inbox().pressing("a", " ", "Enter")
    #expect(inbox.state.overlays.prompt?.purpose == .reply(3))
    #expect(inbox.promptError == "an empty reply is not sent; Esc leaves the question open")
    #expect(inbox.after("x", "Esc").prompt == nil)
    #expect(inbox.messages.allSatisfy { $0.answer == nil })
    #expect(inbox.state.list.selectedRow?.awaitsAnswer == true)
  }

  @Test func `the reader says how to reply, and the answer then`() {
    var inbox = inbox().pressing("Enter")
    #expect(inbox.text.contains("Answer: type a reply"))
    #expect(inbox.text.contains("Press a to reply"))
    #expect(inbox.after("a", typing: "2.5", then: "Enter").text.contains("✓ 2.5"))
  }

  @Test func `a reply that comes too late is told, and can be taken up again`() {
    var inbox = inbox().pressing("a", typing: "2.5")
    inbox.elsewhere { _ = try $0.withdraw(3) }
    #expect(inbox.after("Enter").status == "Too late: the question is closed")
  }

  @Test(arguments: Size.recorded) func `the line for a reply`(size: Size) throws {
    let inbox = inbox(size).pressing("a")
    try inbox.checkGolden("prompt-reply")
  }
}
