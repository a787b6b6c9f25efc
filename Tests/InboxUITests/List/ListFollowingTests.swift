import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct ListFollowingTests {
  @Test func `the first read puts the cursor on the newest`() {
    let inbox = ScreenDriver(count: 128)
    #expect(inbox.state.list.selected == MessageNumber(128))
    #expect(inbox.state.list.position == 1)
    #expect(inbox.state.list.total == 128)
    #expect(inbox.state.title == "(128) Inbox")
  }

  @Test func `an arrival shows on top while the cursor is there`() {
    var inbox = ScreenDriver(count: 50)
    inbox.arrive()
    #expect(inbox.state.list.scroll == ScrollAnchor(MessageNumber(51)))
    #expect(inbox.state.list.selected == MessageNumber(50))
    #expect(inbox.state.list.arrivals.isEmpty)
  }

  @Test func `the view follows the newest also when many come in`() {
    var inbox = ScreenDriver(count: 50)
    for _ in 0..<60 { inbox.arrive() }
    #expect(inbox.state.list.scroll == ScrollAnchor(MessageNumber(110)))
    #expect(inbox.state.list.selectedIndex.map { $0 < inbox.state.areas.contentRows } == true)
  }

  @Test func `arrivals above do not move what one looks at, and are counted`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn")
    let before = inbox.state.list
    inbox.arrive(3)
    #expect(inbox.state.list.selected == before.selected)
    #expect(inbox.state.list.scroll == before.scroll)
    #expect(inbox.state.list.arrivals.count == 3)
    inbox.press("g g")
    #expect(inbox.state.list.arrivals.isEmpty)
  }

  @Test
  func `a message pinned at the top of the list stays on screen, and so does the top without it`() {
    var inbox = ScreenDriver(count: 50).pressing("j", "p")
    #expect(inbox.state.list.selected == MessageNumber(49))
    #expect(inbox.state.list.scroll == ScrollAnchor(MessageNumber(49)))
    inbox.perform(.unpin, on: 49)
    #expect(inbox.state.list.selected == MessageNumber(49))
    #expect(inbox.state.list.scroll == ScrollAnchor(MessageNumber(50)))
  }

  @Test func `a pin takes a list that is scrolled down along to the pinned messages`() {
    var inbox = ScreenDriver(count: 200).pressing("PgDn", "PgDn", "k")
    let before = inbox.state.list
    inbox.press("p")
    #expect(inbox.state.list.selected == before.selected)
    #expect(inbox.state.list.snapshot.rows.first?.number == before.selected)
  }

  @Test func `an arrival below the pinned group moves the view no more than without one`() {
    var inbox = ScreenDriver(count: 50).pressing("j", "p", "j")
    let before = inbox.state.list
    inbox.arrive()
    #expect(inbox.state.list.scroll == before.scroll)
    #expect(inbox.state.list.selected == before.selected)
  }

  @Test func `a message deleted elsewhere leaves the cursor to the next one`() {
    var inbox = ScreenDriver(count: 10).pressing("j", "j")
    inbox.change([8], to: .deleted)
    #expect(inbox.state.list.selected == MessageNumber(7))
  }

  @Test func `when the last one goes, the cursor goes to the previous one`() {
    var inbox = ScreenDriver(count: 3).pressing("G")
    inbox.change([1], to: .deleted)
    #expect(inbox.state.list.selected == MessageNumber(2))
    inbox.change([2, 3], to: .deleted)
    #expect(inbox.state.list.selected == nil)
  }

  @Test func `every step finds its row, however long the list`() {
    var inbox = ScreenDriver(count: 1_000)
    for step in 1...999 {
      inbox.press("j")
      #expect(inbox.state.list.selected == MessageNumber(Int64(1_000 - step)))
      #expect(inbox.state.list.position == step + 1)
    }
    for _ in 0..<400 { inbox.press("C-b") }
    #expect(inbox.state.list.selected == MessageNumber(1_000))
  }

  @Test func `the bottom is read once, and its position is counted from there`() {
    var inbox = ScreenDriver(count: 1_000)
    let asked = inbox.press("G")
    #expect(
      asked == [ReadRows(inbox.state.list.query, MessageWindow(anchor: .bottom, limit: 48)).effect])
    #expect(inbox.state.list.selected == MessageNumber(1))
    #expect(inbox.state.list.position == 1_000)
  }

  @Test func `a resize keeps the cursor in sight`() {
    var inbox = ScreenDriver(count: 300).pressing("PgDn", "PgDn", "PgDn")
    let selected = inbox.state.list.selected
    for size in [(80, 5), (20, 5), (1, 1), (0, 0), (200, 60)] {
      inbox.send(.resized(Size(columns: size.0, rows: size.1)))
      inbox.press("j", "k")
      #expect(inbox.state.list.selected == selected)
      #expect(inbox.state.list.scroll != nil)
    }
  }

  @Test func `what the log tells twice is read once`() {
    var inbox = ScreenDriver(count: 5)
    let entry = LogEntry(sequence: 1, time: inbox.now, verb: .received, numbers: [])
    #expect(inbox.send(.changed(.changed([entry]))) == [])
    let asked = inbox.send(.changed(.reload))
    #expect(asked.count { $0.request(ReadRows.self) != nil } == 1)
  }
}
