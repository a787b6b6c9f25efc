import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Answers that come when another list lies on the one that asked.
struct CoveredListTests {
  /// A list whose next unread message is far away, while the store answers nothing.
  private func covered(_ keys: String...) -> ScreenDriver {
    var inbox = ScreenDriver(count: 500) { number, payload in
      if number > 200 { payload.local.status = .read }
      if [500, 200].contains(number) { payload.thread = .set("build") }
    }
    inbox.holdsEffects = true
    for key in keys { inbox.press(key) }
    return inbox
  }

  @Test func `a search that ended below another list lets the next one start`() {
    var inbox = covered("Tab", "t")
    // The thread is that of the message which the search leads to.
    #expect(inbox.state.screen == .list)
    inbox.release()
    #expect(inbox.state.screen == .thread)
    #expect(inbox.selected(after: "q") == 200)
    #expect(inbox.selected(after: "Tab") == 199)
  }

  @Test func `a search that failed below another list lets the next one start`() {
    var inbox = covered()
    guard let seek = inbox.press("Tab").first?.request(Seek.self) else {
      Issue.record("no search")
      return
    }
    inbox.press("t")
    inbox.send(.failed(seek, "busy"))
    inbox.press("q")
    #expect(inbox.press("Tab").contains { $0.request(Seek.self) != nil })
  }

  @Test func `a place that was found out below another list is shown there`() {
    var inbox = covered()
    guard let seek = inbox.press("Tab").first?.request(Seek.self) else {
      Issue.record("no search")
      return
    }
    inbox.send(.answered(seek, MessageNumber(200)))
    #expect(inbox.state.list.position == nil)
    inbox.press("t")
    #expect(inbox.state.screen == .thread)
    inbox.release()
    inbox.press("q")
    #expect(inbox.state.list.position == 301)
  }
}
