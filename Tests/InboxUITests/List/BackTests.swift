import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What Esc takes away in a list, one thing at a time.
struct BackTests {
  @Test func `first the marks, then the search, then the filter`() {
    var inbox = ScreenDriver(count: 30).running("filter message")
    #expect(!inbox.after(running: "search 17", then: "Space").state.list.marked.isEmpty)
    #expect(inbox.after("Esc").state.list.marked.isEmpty)
    #expect(inbox.state.list.search != nil)
    #expect(inbox.after("Esc").state.list.search == nil)
    #expect(inbox.filterText == "message")
    #expect(inbox.after("Esc").state.list.query.filter == .all)
    #expect(inbox.filterText == "")
    #expect(inbox.press("Esc") == [])
  }

  @Test func `the cursor stays on its message when the filter goes`() {
    var inbox = ScreenDriver(count: 300) { $1.tags = .set($0.isMultiple(of: 50) ? ["x"] : []) }
    #expect(inbox.after(running: "filter tag:x", then: "j", "j").selected == 200)
    #expect(inbox.after("Esc").selected == 200)
    #expect(inbox.rows.contains { $0.number == 201 })
  }

  @Test func `from a message that the whole list lacks it goes to the top`() {
    var inbox = ScreenDriver(count: 300).pressing("G", "d").running("filter is:deleted")
    #expect(inbox.selected == 1)
    #expect(inbox.after("Esc").state.list.query.filter == .all)
    #expect(inbox.selected == 300)
  }

  @Test func `in the trash a narrower filter goes before the screen does`() {
    var inbox = ScreenDriver(count: 3).pressing("d", "d", "T").running("filter is:deleted 3")
    #expect(inbox.rows.count == 1)
    #expect(inbox.after("Esc").screen == .trash)
    #expect(inbox.rows.count == 2)
    #expect(inbox.after("Esc").screen == .list)
  }

  @Test func `in a thread the filter goes before the thread does`() {
    var inbox = ScreenDriver(count: 3) { $1.thread = .set("ana") }.pressing("t")
    #expect(inbox.after(running: "filter is:pinned", then: "Esc").screen == .thread)
    #expect(inbox.rows.count == 3)
  }
}
