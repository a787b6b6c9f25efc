import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// What the bars tell of the place in the list and of its length.
struct PositionTests {
  @Test func `rows that are kept in view count, so that no position is past the end`() {
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: .unread))
    #expect(inbox.after("Enter", "q", "G").place == "3/3")
    #expect(inbox.after("g g", "Enter", "J", "q", "G").place == "3/3")
    #expect(inbox.after("r", "G").place == "1/1")
  }

  @Test func `in a long list, too`() {
    var inbox = ScreenDriver(count: 300, query: MessageQuery(filter: .unread))
    #expect(inbox.after("m", "j", "m", "G").place == "298/298")
    #expect(inbox.after("k").place == "297/298")
    #expect(inbox.after("g g", "j").place == "2/300")
  }

  @Test func `the bar tells the length of a filtered list, in the reader as well`() {
    var inbox = ScreenDriver(count: 30) { number, payload in
      payload.local.isPinned = number < 4
      payload.tags = .set(number == 7 ? ["x"] : [])
    }
    #expect(inbox.topBar.hasPrefix(" 🔔 30 unread of 30 "))
    #expect(inbox.after(running: "filter is:pinned").topBar.hasPrefix(" 🔔 3 messages "))
    #expect(inbox.after("Enter").topBar.hasPrefix(" 🔔 3 messages "))
    inbox.press("q")
    #expect(inbox.after(running: "filter tag:x").topBar.hasPrefix(" 🔔 1 message "))
    #expect(inbox.after(running: "filter is:unread").topBar.hasPrefix(" 🔔 29 unread "))
  }

  @Test func `a message of another thread is not told as one of the thread below`() {
    var inbox = ScreenDriver(count: 3) { $1.thread = $0 < 3 ? .set("ana") : .absent }
    #expect(inbox.after("j", "t").topBar.hasPrefix(" 💬 Thread “ana” · 2 messages"))
    #expect(inbox.after(.linked(.message(3))).screen == .reader)
    #expect(inbox.topBar.hasPrefix(" 🔔 "))
    #expect(!inbox.place.contains("/"))
    #expect(inbox.state.status == nil)
    #expect(inbox.after("q").topBar.hasPrefix(" 💬 Thread “ana” · 2 messages"))
  }
}
