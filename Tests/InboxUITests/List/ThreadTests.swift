import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ThreadTests {
  /// Ten messages, of which the even ones belong to a thread.
  private func inbox() -> ScreenDriver {
    ScreenDriver(count: 10) { if $0.isMultiple(of: 2) { $1.thread = .set("build") } }
  }

  @Test func `t shows the thread, oldest first, and goes back to the same row`() {
    var inbox = inbox().pressing("j", "j")
    #expect(inbox.selected == 8)
    #expect(inbox.after("t").screens == [.list, .thread])
    #expect(inbox.numbers == [2, 4, 6, 8, 10])
    #expect(inbox.selected == 8)
    #expect(inbox.after("k", "q").screens == [.list])
    #expect(inbox.selected == 8)
    #expect(inbox.after("t", "t").screens == [.list])
  }

  @Test func `a message without a thread says so`() {
    let inbox = inbox().pressing("j", "t")
    #expect(inbox.screens == [.list])
    #expect(inbox.status == "This message belongs to no thread")
  }

  @Test func `the thread is read, deleted from and left like the list`() {
    var inbox = inbox().pressing("t", "Enter")
    #expect(inbox.screens == [.list, .thread, .reader])
    #expect(inbox.state.reader?.message?.title == "Message 10")
    #expect(inbox.after("K").reader == 8)
    #expect(inbox.after("t").screens == [.list, .thread])
    #expect(inbox.after("d").numbers == [2, 4, 6, 10])
    #expect(inbox.after(running: "filter is:unread").numbers == [2, 4, 6])
    #expect(inbox.state.list.thread == "build")
    #expect(inbox.after("q").selected == 10)
    #expect(inbox.numbers == [10, 9, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `the reader goes to the thread, and back to the message it showed`() {
    var inbox = inbox().pressing("j", "j", "Enter", "t", "k", "Enter")
    #expect(inbox.screens == [.list, .reader, .thread, .reader])
    #expect(inbox.reader == 6)
    #expect(inbox.after("q", "q").reader == 8)
    #expect(inbox.screen == .reader)
    #expect(inbox.after("J").reader == 7)
  }

  @Test func `what comes into an open thread is seen at its end`() {
    var inbox = inbox().pressing("t", "G")
    #expect(inbox.arrive(thread: "build").numbers == [2, 4, 6, 8, 10, 11])
    #expect(inbox.selected == 10)
    for _ in 0..<40 { inbox.arrive(thread: "build") }
    #expect(inbox.frame.lines.texts.contains { $0.contains("New @51") })
    inbox.press("g g")
    #expect(inbox.arrive(thread: "build").selected == 2)
  }

  @Test func `a thread whose last message goes says that it is empty`() {
    var inbox = inbox().pressing("t")
    inbox.change([2, 4, 6, 8, 10], to: .deleted)
    #expect(inbox.frame.lines.texts.contains { $0.contains("No messages in the thread “build”") })
    #expect(inbox.after("t").screens == [.list])
  }

  @Test func `z z in the reader restores from the trash and reads on`() {
    var inbox = inbox().pressing("d", "d", "T", "Enter")
    #expect(inbox.reader == 10)
    #expect(inbox.press("z z").first == .perform(.restore, .numbers([10])))
    #expect(inbox.reader == 9)
    #expect(inbox.after("z z").screens == [.list, .trash])
    #expect(inbox.after("q", "Enter", "z z").status == "Not in the trash")
  }
}
