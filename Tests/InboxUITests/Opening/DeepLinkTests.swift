import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct DeepLinkTests {
  private func link(_ number: Int64) -> Event { .linked(.message(MessageNumber(number))) }

  @Test func `a link shows the message, marks it viewed and moves the cursor along`() {
    var inbox = ScreenDriver(count: 500)
    #expect(inbox.send(link(7)) == [.fetch([7], .reader)])
    #expect(inbox.effects.contains(.perform(.view, .numbers([7]))))
    #expect(inbox.state.reader?.message?.title == "Message 7")
    #expect(inbox.after("q").screen == .list)
    #expect(inbox.selected == 7)
    #expect(inbox.state.list.selectedRow?.status == .read)
  }

  @Test func `a request in the log is reached for, and what is got is gone to`() {
    var inbox = ScreenDriver(count: 3)
    let entry = LogEntry(sequence: 9, time: inbox.now, verb: .requested, numbers: [])
    #expect(inbox.send(.changed(.changed([entry]))).contains(.claimLink))
    #expect(inbox.after(.answered(ClaimLink(), nil)).screen == .list)
    #expect(inbox.after(.answered(ClaimLink(), .message(2))).reader == 2)
  }

  @Test func `typed text waits below the message and comes back with its list`() {
    var inbox = ScreenDriver(count: 3)
    inbox.press("F", pasting: "is:unread sou")
    #expect(inbox.after(link(1)).prompt == nil)
    #expect(inbox.after("j", "q").prompt == "is:unread sou")
    #expect(inbox.state.context == .prompt)
  }

  @Test func `a question that a link covers is answered with no`() {
    var inbox = ScreenDriver(count: 3).pressing("D")
    #expect(inbox.question != nil)
    inbox.send(link(1))
    #expect(inbox.after("y").question == nil)
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }

  @Test func `from help and the trash it leads there and back`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "T", "?")
    #expect(inbox.after(link(1)).screens == [.list, .trash, .help, .reader])
    #expect(inbox.after("d").message(1)?.status == .deleted)
    #expect(inbox.screens == [.list, .trash, .help])
    #expect(inbox.after("q", "q").screens == [.list])
  }

  @Test func `a message that is read comes back after the link's`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter", "/", typing: "abc")
    #expect(inbox.after(link(1)).screens == [.list, .reader, .reader])
    #expect(inbox.after(link(2)).screens == [.list, .reader, .reader])
    #expect(inbox.reader == 2)
    #expect(inbox.after("q").reader == 3)
    #expect(inbox.state.reader?.message?.title == "Message 3")
    #expect(inbox.prompt == "abc")
  }

  @Test func `a link that leads nowhere leaves what is read`() {
    var inbox = ScreenDriver(count: 3).pressing("Enter")
    #expect(inbox.after(link(9_999)).screens == [.list, .reader])
    #expect(inbox.reader == 3)
    #expect(inbox.status == "@9999 is no longer in the inbox")
  }

  @Test func `a line typed in a link's message is not taken up in the list`() {
    var inbox = ScreenDriver(count: 3)
    inbox.send(link(1))
    inbox.press("/", typing: "abc")
    inbox.send(link(2))
    #expect(inbox.after("q").screens == [.list])
    #expect(inbox.prompt == nil)
  }

  @Test func `a second link takes the place of the first`() {
    var inbox = ScreenDriver(count: 3)
    inbox.send(link(1))
    #expect(inbox.after(link(2)).screens == [.list, .reader])
    #expect(inbox.reader == 2)
  }

  @Test func `a deleted message is shown, reported and not viewed`() {
    var inbox = ScreenDriver(count: 3).pressing("d")
    #expect(inbox.after(link(3)).state.reader?.message?.status == .deleted)
    #expect(inbox.status == "@3 is in the trash")
    #expect(!inbox.effects.contains(.perform(.view, .numbers([3]))))
    #expect(inbox.after("z z").message(3)?.status == .unread)
  }

  @Test func `a message outside the filter is shown, acted on, and moves no cursor`() {
    var inbox = ScreenDriver(count: 300)
    inbox.change([20], to: .read)
    inbox.run("filter is:unread", then: "j")
    #expect(inbox.after(link(20)).state.reader?.message?.title == "Message 20")
    #expect(inbox.state.status == nil)
    #expect(inbox.after("p").messages.first { $0.isPinned }?.number == 20)
    #expect(inbox.after("d").screens == [.list])
    #expect(inbox.selected == 299)
    #expect(inbox.numbers(.deleted) == [20])
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
    #expect(inbox.status == "@9 is snoozed; the list shows it when its snooze ends")
  }

  @Test func `a link to a thread opens it, or goes back to it`() {
    var inbox = ScreenDriver(count: 6) { $1.thread = .set("build") }
    #expect(inbox.after(.linked(.thread("build"))).screens == [.list, .thread])
    #expect(inbox.selected == 6)
    inbox.press("k", "Enter")
    #expect(inbox.after(.linked(.thread("build"))).screens == [.list, .thread])
    #expect(inbox.selected == 6)
  }

  @Test func `a file that goes is reported, and so is the next one`() {
    var inbox = ScreenDriver(count: 2)
    #expect(inbox.after(.changed(.gone)).state.status?.isError == true)
    #expect(inbox.after(.changed(.reload)).status == "The inbox is back")
  }
}
