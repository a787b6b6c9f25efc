import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct DeepLinkTests {
  private func link(_ number: Int64) -> Event { .linked(.message(MessageNumber(number))) }

  @Test func `a link shows the message, marks it viewed and moves the cursor along`() {
    var inbox = ScreenDriver(count: 500)
    let effects = inbox.send(link(7))
    #expect(effects == [.fetch([MessageNumber(7)], .reader)])
    #expect(inbox.effects.contains(.perform(.view, .numbers([MessageNumber(7)]))))
    #expect(inbox.state.reader?.message?.title == "Message 7")
    inbox.press("q")
    #expect(inbox.state.screen == .list)
    #expect(inbox.state.list.selected == MessageNumber(7))
    #expect(inbox.state.list.selectedRow?.status == .read)
  }

  @Test func `a request in the log is reached for, and what is got is gone to`() {
    var inbox = ScreenDriver(count: 3)
    let entry = LogEntry(sequence: 9, time: inbox.now, verb: .requested, numbers: [])
    #expect(inbox.send(.changed(.changed([entry]))).contains(.claimLink))
    inbox.send(.answered(ClaimLink(), nil))
    #expect(inbox.state.screen == .list)
    inbox.send(.answered(ClaimLink(), .message(MessageNumber(2))))
    #expect(inbox.state.reader?.number == MessageNumber(2))
  }

  @Test func `typed text waits below the message and comes back with its list`() {
    var inbox = ScreenDriver(count: 3)
    inbox.press("F", pasting: "is:unread sou")
    inbox.send(link(1))
    #expect(inbox.state.overlays.prompt == nil)
    #expect(inbox.prompt(after: "j", "q") == "is:unread sou")
    #expect(inbox.state.context == .prompt)
  }

  @Test func `a question that a link covers is answered with no`() {
    var inbox = ScreenDriver(count: 3).pressing("D")
    #expect(inbox.state.overlays.question != nil)
    inbox.send(link(1))
    inbox.press("y")
    #expect(inbox.state.overlays.question == nil)
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `from help and the trash it leads there and back`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "T", "?")
    inbox.send(link(1))
    #expect(inbox.state.stack.screens == [.list, .trash, .help, .reader])
    inbox.press("d")
    #expect(inbox.message(1)?.status == .deleted)
    #expect(inbox.state.stack.screens == [.list, .trash, .help])
    inbox.press("q", "q")
    #expect(inbox.state.stack.screens == [.list])
  }

  @Test func `a message that is read comes back after the link's`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter", "/", typing: "abc")
    inbox.send(link(1))
    #expect(inbox.state.stack.screens == [.list, .reader, .reader])
    inbox.send(link(2))
    #expect(inbox.state.stack.screens == [.list, .reader, .reader])
    #expect(inbox.state.reader?.number == MessageNumber(2))
    #expect(inbox.reader(after: "q") == 3)
    #expect(inbox.state.reader?.message?.title == "Message 3")
    #expect(inbox.state.overlays.prompt?.text == "abc")
  }

  @Test func `a link that leads nowhere leaves what is read`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter")
    inbox.send(link(9_999))
    #expect(inbox.state.stack.screens == [.list, .reader])
    #expect(inbox.state.reader?.number == MessageNumber(3))
    #expect(inbox.state.status?.text == "@9999 is no longer in the inbox")
  }

  @Test func `a line typed in a link's message is not taken up in the list`() {
    var inbox = ScreenDriver(count: 3)
    inbox.send(link(1))
    inbox.press("/", typing: "abc")
    inbox.send(link(2))
    inbox.press("q")
    #expect(inbox.state.stack.screens == [.list])
    #expect(inbox.state.overlays.prompt == nil)
  }

  @Test func `a second link takes the place of the first`() {
    var inbox = ScreenDriver(count: 3)
    inbox.send(link(1))
    inbox.send(link(2))
    #expect(inbox.state.stack.screens == [.list, .reader])
    #expect(inbox.state.reader?.number == MessageNumber(2))
  }

  @Test func `a deleted message is shown, reported and not viewed`() {
    var inbox = ScreenDriver(count: 3).pressing("d")
    inbox.send(link(3))
    #expect(inbox.state.reader?.message?.status == .deleted)
    #expect(inbox.state.status?.text == "@3 is in the trash")
    #expect(!inbox.effects.contains(.perform(.view, .numbers([MessageNumber(3)]))))
    inbox.press("z z")
    #expect(inbox.message(3)?.status == .unread)
  }

  @Test func `a message outside the filter is shown, acted on, and moves no cursor`() {
    var inbox = ScreenDriver(count: 300)
    inbox.change([20], to: .read)
    inbox.run("filter is:unread", then: "j")
    inbox.send(link(20))
    #expect(inbox.state.reader?.message?.title == "Message 20")
    #expect(inbox.state.status == nil)
    inbox.press("p")
    #expect(inbox.messages.first { $0.isPinned }?.number == MessageNumber(20))
    inbox.press("d")
    #expect(inbox.state.stack.screens == [.list])
    #expect(inbox.state.list.selected == MessageNumber(299))
    #expect(inbox.messages.filter { $0.status == .deleted }.map(\.number) == [MessageNumber(20)])
  }

  @Test func `a hidden message is shown with the reason why no list has it`() {
    var inbox = ScreenDriver(count: 1)
    var message = Message.make(9, title: "hidden")
    message.snoozedUntil = inbox.now.addingTimeInterval(60)
    let number = MessageNumber(9)
    _ = inbox.state.update(link(9), at: inbox.now)
    let effects = inbox.state.update(
      .answered(FetchMessages([number], for: .reader), [message]), at: inbox.now)
    #expect(effects.contains(.perform(.view, .numbers([number]))))
    #expect(inbox.state.status?.text == "@9 is snoozed; the list shows it when its snooze ends")
  }

  @Test func `a link to a thread opens it, or goes back to it`() {
    var inbox = ScreenDriver(count: 6) { $1.thread = .set("build") }
    inbox.send(.linked(.thread("build")))
    #expect(inbox.state.stack.screens == [.list, .thread])
    #expect(inbox.state.list.selected == MessageNumber(6))
    inbox.press("k", "Enter")
    inbox.send(.linked(.thread("build")))
    #expect(inbox.state.stack.screens == [.list, .thread])
    #expect(inbox.state.list.selected == MessageNumber(6))
  }

  @Test func `a file that goes is reported, and so is the next one`() {
    var inbox = ScreenDriver(count: 2)
    inbox.send(.changed(.gone))
    #expect(inbox.state.status?.isError == true)
    inbox.send(.changed(.reload))
    #expect(inbox.state.status?.text == "The inbox is back")
  }
}
