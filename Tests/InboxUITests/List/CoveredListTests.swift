import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Answers that come when another list lies on the one that asked.
struct CoveredListTests {
  /// A list whose next unread message is far away, while the store answers nothing.
  private func covered(_ keys: String...) -> ScreenDriver {
    ScreenDriver(count: 500) { number, payload in
      if number > 200 { payload.local.status = .read }
      if [500, 200].contains(number) { payload.thread = .set("build") }
    }.holdingEffects().pressing(keys)
  }

  @Test func `a search that ended below another list lets the next one start`() {
    var inbox = covered("Tab", "t")
    // The thread is that of the message which the search leads to.
    #expect(inbox.screen == .list)
    #expect(inbox.release().screen == .thread)
    #expect(inbox.after("q").selected == 200)
    #expect(inbox.after("Tab").selected == 199)
  }

  @Test func `a search that failed below another list lets the next one start`() throws {
    var inbox = covered()
    let seek = try #require(inbox.press("Tab").first?.request(Seek.self))
    inbox.press("t")
    inbox.send(.failed(seek, "busy"))
    inbox.press("q")
    #expect(inbox.press("Tab").contains { $0.request(Seek.self) != nil })
  }

  @Test func `a place that was found out below another list is shown there`() throws {
    var inbox = covered()
    let seek = try #require(inbox.press("Tab").first?.request(Seek.self))
    #expect(inbox.after(.answered(seek, 200)).state.list.position == nil)
    #expect(inbox.after("t").screen == .thread)
    inbox.release()
    #expect(inbox.after("q").state.list.position == 301)
  }
}
