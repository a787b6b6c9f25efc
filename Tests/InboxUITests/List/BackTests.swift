import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What Esc takes away in a list, one thing at a time.
struct BackTests {
  @Test func `first the marks, then the search, then the filter`() {
    var inbox = ScreenDriver(count: 30).running("filter message")
    inbox.run("search 17", then: "Space")
    #expect(!inbox.state.list.marked.isEmpty)
    inbox.press("Esc")
    #expect(inbox.state.list.marked.isEmpty)
    #expect(inbox.state.list.search != nil)
    inbox.press("Esc")
    #expect(inbox.state.list.search == nil)
    #expect(inbox.state.list.filterText == "message")
    inbox.press("Esc")
    #expect(inbox.state.list.query.filter == .all)
    #expect(inbox.state.list.filterText == "")
    #expect(inbox.press("Esc") == [])
  }

  @Test func `the cursor stays on its message when the filter goes`() {
    var inbox = ScreenDriver(count: 300) { number, payload in
      payload.tags = .set(number.isMultiple(of: 50) ? ["x"] : [])
    }
    inbox.run("filter tag:x", then: "j", "j")
    #expect(inbox.state.list.selected == MessageNumber(200))
    #expect(inbox.selected(after: "Esc") == 200)
    #expect(inbox.state.list.snapshot.rows.contains { $0.number == MessageNumber(201) })
  }

  @Test func `from a message that the whole list lacks it goes to the top`() {
    var inbox = ScreenDriver(count: 300).pressing("G", "d")
    inbox.run("filter is:deleted")
    #expect(inbox.state.list.selected == MessageNumber(1))
    inbox.press("Esc")
    #expect(inbox.state.list.query.filter == .all)
    #expect(inbox.state.list.selected == MessageNumber(300))
  }

  @Test func `in the trash a narrower filter goes before the screen does`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T")
    inbox.run("filter is:deleted 3")
    #expect(inbox.state.list.snapshot.rows.count == 1)
    inbox.press("Esc")
    #expect(inbox.state.screen == .trash)
    #expect(inbox.state.list.snapshot.rows.count == 2)
    inbox.press("Esc")
    #expect(inbox.state.screen == .list)
  }

  @Test func `in a thread the filter goes before the thread does`() {
    var inbox = ScreenDriver(count: 3) { $1.thread = .set("ana") }
    inbox.press("t")
    inbox.run("filter is:pinned", then: "Esc")
    #expect(inbox.state.screen == .thread)
    #expect(inbox.state.list.snapshot.rows.count == 3)
  }
}
