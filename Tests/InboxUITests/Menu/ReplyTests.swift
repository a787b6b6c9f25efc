import Foundation
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

  private func screen(_ inbox: ScreenDriver) -> String {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.map(\.text).joined(separator: "\n")
  }

  @Test func `the key of actions opens a line, and Enter answers`() {
    var inbox = inbox()
    #expect(screen(inbox).contains("? type a reply"))
    #expect(screen(inbox).contains("a reply"))
    inbox.press("a")
    #expect(inbox.state.overlays.prompt?.purpose == .reply(MessageNumber(3)))
    inbox.type("  2.4.0, at night")
    inbox.press("Enter")
    #expect(inbox.messages.first { $0.number == MessageNumber(3) }?.answer == "2.4.0, at night")
    #expect(inbox.state.status?.text == "Answered “2.4.0, at night”")
    #expect(screen(inbox).contains("✓ 2.4.0, at night"))
  }

  @Test func `an empty line is told not to be sent, and Esc leaves it open`() {
    var inbox = inbox()
    inbox.press("a", " ", "Enter")
    #expect(inbox.state.overlays.prompt?.purpose == .reply(MessageNumber(3)))
    #expect(
      inbox.state.overlays.prompt?.error?.message
        == "an empty reply is not sent; Esc leaves the question open")
    inbox.press("x", "Esc")
    #expect(inbox.state.overlays.prompt == nil)
    #expect(inbox.messages.allSatisfy { $0.answer == nil })
    #expect(inbox.state.list.selectedRow?.awaitsAnswer == true)
  }

  @Test func `the reader says how to reply, and the answer then`() {
    var inbox = inbox()
    inbox.press("Enter")
    #expect(screen(inbox).contains("Answer: type a reply"))
    #expect(screen(inbox).contains("Press a to reply"))
    inbox.press("a")
    inbox.type("2.5")
    inbox.press("Enter")
    #expect(screen(inbox).contains("✓ 2.5"))
  }

  @Test func `a reply that comes too late is told, and can be taken up again`() {
    var inbox = inbox()
    inbox.press("a")
    inbox.type("2.5")
    inbox.elsewhere { _ = try $0.withdraw(MessageNumber(3)) }
    inbox.press("Enter")
    #expect(inbox.state.status?.text == "Too late: the question is closed")
  }

  @Test(arguments: Size.recorded) func `the line for a reply`(size: Size) throws {
    var inbox = inbox(size)
    inbox.press("a")
    try inbox.checkGolden("prompt-reply")
  }
}
