import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@Suite struct LongReadTests {
  @Test func `rows that are found so far are shown, and no more is asked for meanwhile`() {
    var inbox = ScreenDriver(count: 30)
    let query = inbox.state.list.query
    let whole = inbox.state.list.snapshot
    var found = whole
    found.rows = Array(whole.rows.prefix(2))
    (found.hasLater, found.isComplete) = (true, false)
    let request = ReadRows(query, MessageWindow(limit: 30))
    inbox.holdsEffects = true
    #expect(inbox.send(.answered(request, found)).isEmpty)
    #expect(inbox.rows.count == 2)
    #expect(inbox.state.list.isWaiting)
    #expect(inbox.after(.answered(request, whole)).rows.count == 30)
    #expect(!inbox.state.list.isWaiting)
  }
}
