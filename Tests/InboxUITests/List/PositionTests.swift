import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// What the bars tell of the place in the list and of its length.
struct PositionTests {
  private func place(_ inbox: ScreenDriver) -> String {
    let line = inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text ?? ""
    return line.split(separator: " ").last.map(String.init) ?? ""
  }

  @Test func `rows that are kept in view count, so that no position is past the end`() {
    var inbox = ScreenDriver(count: 3, query: MessageQuery(filter: .unread))
    inbox.press("Enter", "q", "G")
    #expect(place(inbox) == "3/3")
    inbox.press("g g", "Enter", "J", "q", "G")
    #expect(place(inbox) == "3/3")
    inbox.press("r", "G")
    #expect(place(inbox) == "1/1")
  }

  @Test func `in a long list, too`() {
    var inbox = ScreenDriver(count: 300, query: MessageQuery(filter: .unread))
    inbox.press("m", "j", "m", "G")
    #expect(place(inbox) == "298/298")
    inbox.press("k")
    #expect(place(inbox) == "297/298")
    inbox.press("g g", "j")
    #expect(place(inbox) == "2/300")
  }

  @Test func `the bar tells the length of a filtered list, in the reader as well`() {
    var inbox = ScreenDriver(count: 30) { number, payload in
      payload.local.isPinned = number < 4
      payload.tags = .set(number == 7 ? ["x"] : [])
    }
    #expect(inbox.topBar.hasPrefix(" 🔔 30 unread of 30 "))
    inbox.run("filter is:pinned")
    #expect(inbox.topBar.hasPrefix(" 🔔 3 messages "))
    inbox.press("Enter")
    #expect(inbox.topBar.hasPrefix(" 🔔 3 messages "))
    inbox.press("q")
    inbox.run("filter tag:x")
    #expect(inbox.topBar.hasPrefix(" 🔔 1 message "))
    inbox.run("filter is:unread")
    #expect(inbox.topBar.hasPrefix(" 🔔 29 unread "))
  }

  @Test func `a message of another thread is not told as one of the thread below`() {
    var inbox = ScreenDriver(count: 3) { number, payload in
      payload.thread = number < 3 ? .set("ana") : .absent
    }
    inbox.press("j", "t")
    #expect(inbox.topBar.hasPrefix(" 💬 Thread “ana” · 2 messages"))
    inbox.send(.linked(.message(MessageNumber(3))))
    #expect(inbox.state.screen == .reader)
    #expect(inbox.topBar.hasPrefix(" 🔔 "))
    #expect(!place(inbox).contains("/"))
    #expect(inbox.state.status == nil)
    inbox.press("q")
    #expect(inbox.topBar.hasPrefix(" 💬 Thread “ana” · 2 messages"))
  }
}
