import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ListFollowingTests {
  @Test func `the first read puts the cursor on the newest`() {
    let inbox = ScreenDriver(count: 128)
    #expect(inbox.selected == 128)
    #expect(inbox.state.list.position == 1)
    #expect(inbox.state.list.total == 128)
    #expect(inbox.state.title == "(128) Inbox")
  }

  @Test func `an arrival shows on top while the cursor is there`() {
    var inbox = ScreenDriver(count: 50)
    #expect(inbox.arrive().state.list.scroll == ScrollAnchor(51))
    #expect(inbox.selected == 50)
    #expect(inbox.state.list.arrivals.isEmpty)
  }

  @Test func `the view follows the newest also when many come in`() {
    var inbox = ScreenDriver(count: 50)
    for _ in 0..<60 { inbox.arrive() }
    #expect(inbox.state.list.scroll == ScrollAnchor(110))
    #expect(inbox.state.list.selectedIndex.map { $0 < inbox.state.areas.contentRows } == true)
  }

  @Test func `arrivals above do not move what one looks at, and are counted`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn")
    let before = inbox.state.list
    #expect(inbox.arrive(3).selected == before.selected)
    #expect(inbox.state.list.scroll == before.scroll)
    #expect(inbox.state.list.arrivals.count == 3)
    #expect(inbox.after("g g").state.list.arrivals.isEmpty)
  }

  @Test
  func `a message pinned at the top of the list stays on screen, and so does the top without it`() {
    var inbox = ScreenDriver(count: 50).pressing("j", "p")
    #expect(inbox.selected == 49)
    #expect(inbox.state.list.scroll == ScrollAnchor(49))
    #expect(inbox.perform(.unpin, on: 49).selected == 49)
    #expect(inbox.state.list.scroll == ScrollAnchor(50))
  }

  @Test func `a pin takes a list that is scrolled down along to the pinned messages`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn", "k")
    let before = inbox.state.list
    #expect(inbox.after("p").selected == before.selected)
    #expect(inbox.rows.first?.number == before.selected)
  }

  @Test func `an arrival below the pinned group moves the view no more than without one`() {
    var inbox = ScreenDriver(count: 50).pressing("j", "p", "j")
    let before = inbox.state.list
    #expect(inbox.arrive().state.list.scroll == before.scroll)
    #expect(inbox.selected == before.selected)
  }

  @Test func `a message deleted elsewhere leaves the cursor to the next one`() {
    var inbox = ScreenDriver(count: 10).pressing("j", "j")
    #expect(inbox.change([8], to: .deleted).selected == 7)
  }

  @Test func `when the last one goes, the cursor goes to the previous one`() {
    var inbox = ScreenDriver(count: 3).pressing("G")
    #expect(inbox.change([1], to: .deleted).selected == 2)
    #expect(inbox.change([2, 3], to: .deleted).selected == nil)
  }

  @Test func `every step finds its row, however long the list`() {
    var inbox = ScreenDriver(count: 1_000)
    for step in 1...999 {
      #expect(inbox.after("j").selected == MessageNumber(Int64(1_000 - step)))
      #expect(inbox.state.list.position == step + 1)
    }
    for _ in 0..<400 { inbox.press("C-b") }
    #expect(inbox.selected == 1_000)
  }

  @Test func `the bottom is read once, and its position is counted from there`() {
    var inbox = ScreenDriver(count: 1_000)
    let asked = inbox.press("G")
    #expect(
      asked == [ReadRows(inbox.state.list.query, MessageWindow(anchor: .bottom, limit: 48)).effect])
    #expect(inbox.selected == 1)
    #expect(inbox.state.list.position == 1_000)
  }

  @Test func `a resize keeps the cursor in sight`() {
    var inbox = ScreenDriver(count: 300).pressing("PgDn", "PgDn", "PgDn")
    let selected = inbox.selected
    for size in [(80, 5), (20, 5), (1, 1), (0, 0), (200, 60)] {
      inbox.send(.resized(Size(columns: size.0, rows: size.1)))
      #expect(inbox.after("j", "k").selected == selected)
      #expect(inbox.state.list.scroll != nil)
    }
  }

  @Test func `what the log tells twice is read once`() {
    var inbox = ScreenDriver(count: 5)
    let entry = LogEntry(sequence: 1, time: inbox.now, verb: .received, numbers: [])
    #expect(inbox.send(.changed(.changed([entry]))) == [])
    #expect(inbox.send(.changed(.reload)).count { $0.request(ReadRows.self) != nil } == 1)
  }
}
