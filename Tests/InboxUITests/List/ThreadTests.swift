import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ThreadTests {
  /// Ten messages, of which the even ones belong to a thread.
  private func inbox() -> ScreenDriver {
    ScreenDriver(count: 10) { number, payload in
      if number.isMultiple(of: 2) { payload.thread = .set("build") }
    }
  }

  @Test func `t shows the thread, oldest first, and goes back to the same row`() {
    var inbox = inbox().pressing("j", "j")
    #expect(inbox.state.list.selected == MessageNumber(8))
    inbox.press("t")
    #expect(inbox.state.stack.screens == [.list, .thread])
    #expect(inbox.numbers == [2, 4, 6, 8, 10])
    #expect(inbox.state.list.selected == MessageNumber(8))
    inbox.press("k", "q")
    #expect(inbox.state.stack.screens == [.list])
    #expect(inbox.state.list.selected == MessageNumber(8))
    inbox.press("t", "t")
    #expect(inbox.state.stack.screens == [.list])
  }

  @Test func `a message without a thread says so`() {
    let inbox = inbox().pressing("j", "t")
    #expect(inbox.state.stack.screens == [.list])
    #expect(inbox.state.status?.text == "This message belongs to no thread")
  }

  @Test func `the thread is read, deleted from and left like the list`() {
    var inbox = inbox().pressing("t", "Enter")
    #expect(inbox.state.stack.screens == [.list, .thread, .reader])
    #expect(inbox.state.reader?.message?.title == "Message 10")
    #expect(inbox.reader(after: "K") == 8)
    inbox.press("t")
    #expect(inbox.state.stack.screens == [.list, .thread])
    inbox.press("d")
    #expect(inbox.numbers == [2, 4, 6, 10])
    inbox.run("filter is:unread")
    #expect(inbox.numbers == [2, 4, 6])
    #expect(inbox.state.list.thread == "build")
    #expect(inbox.selected(after: "q") == 10)
    #expect(inbox.numbers == [10, 9, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `the reader goes to the thread, and back to the message it showed`() {
    var inbox = inbox().pressing("j", "j", "Enter", "t", "k", "Enter")
    #expect(inbox.state.stack.screens == [.list, .reader, .thread, .reader])
    #expect(inbox.state.reader?.number == MessageNumber(6))
    #expect(inbox.reader(after: "q", "q") == 8)
    #expect(inbox.state.screen == .reader)
    #expect(inbox.reader(after: "J") == 7)
  }

  @Test func `what comes into an open thread is seen at its end`() {
    var inbox = inbox().pressing("t", "G")
    inbox.arrive(thread: "build")
    #expect(inbox.numbers == [2, 4, 6, 8, 10, 11])
    #expect(inbox.state.list.selected == MessageNumber(10))
    for _ in 0..<40 { inbox.arrive(thread: "build") }
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    #expect(frame.lines.texts.contains { $0.contains("New @51") })
    inbox.press("g g")
    inbox.arrive(thread: "build")
    #expect(inbox.state.list.selected == MessageNumber(2))
  }

  @Test func `a thread whose last message goes says that it is empty`() {
    var inbox = inbox().pressing("t")
    inbox.change([2, 4, 6, 8, 10], to: .deleted)
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    #expect(frame.lines.texts.contains { $0.contains("No messages in the thread “build”") })
    inbox.press("t")
    #expect(inbox.state.stack.screens == [.list])
  }

  @Test func `z z in the reader restores from the trash and reads on`() {
    var inbox = inbox().pressing("d", "d", "T", "Enter")
    #expect(inbox.state.reader?.number == MessageNumber(10))
    let effects = inbox.press("z z")
    #expect(effects.first == .perform(.restore, .numbers([MessageNumber(10)])))
    #expect(inbox.state.reader?.number == MessageNumber(9))
    inbox.press("z z")
    #expect(inbox.state.stack.screens == [.list, .trash])
    #expect(inbox.status(after: "q", "Enter", "z z") == "Not in the trash")
  }
}
