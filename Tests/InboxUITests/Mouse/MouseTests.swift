import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What the mouse does on lists, in the reader, in help and on the bars.
struct MouseTests {
  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, count: Int = 60, body: String? = nil
  ) -> ScreenDriver {
    ScreenDriver(count: count, size: Size(columns: columns, rows: rows)) { number, payload in
      payload.body = body.map { .set("\($0) of \(number)") } ?? payload.body
    }
  }

  // MARK: Clicks

  @Test func `a click selects a row, a second one shows it in the reader and marks it read`() {
    var inbox = screen()
    #expect(inbox.after(clicking: "Message 55").selected == 55)
    #expect(inbox.screen == .list && inbox.numbers(.unread).count == 60)
    inbox.now += 5
    #expect(inbox.after(clicking: "Message 55").reader == 55)
    #expect(inbox.screen == .reader && inbox.numbers(.unread).count == 59)
  }

  @Test func `a double click reads the message of its first half, whatever comes in its place`() {
    var inbox = screen()
    let place = inbox.position(of: "Message 55")
    inbox.click(place)
    inbox.perform(.delete, on: 60, 59)
    inbox.now += 0.3
    #expect(inbox.frame.target(at: place) != .row(55))
    #expect(inbox.after(clicking: place).reader == 55)
  }

  @Test func `a click counts by what it began on, also when that moves meanwhile`() {
    var inbox = screen()
    let place = inbox.position(of: "Message 55")
    inbox.mouse(.press, at: place)
    inbox.arrive(3)
    inbox.mouse(.release, at: place)
    #expect(inbox.selected == 55)
  }

  @Test func `a press that ends elsewhere, or never began, does nothing`() {
    var inbox = screen()
    let before = inbox.selected
    inbox.mouse(.press, at: inbox.position(of: "Message 55"))
    inbox.mouse(.drag, .release, at: inbox.position(of: "Message 52"))
    inbox.mouse(.release, at: inbox.position(of: "Message 55"))
    #expect(inbox.selected == before && inbox.screen == .list)
  }

  @Test func `a row that is cut by the end of the list comes into sight whole`() {
    var inbox = screen(80, 24, count: 20, body: "text")
    let last = Position(column: 20, row: 21)
    #expect(inbox.after(clicking: last).selected != 20 && inbox.isWhole)
  }

  @Test func `the second button opens the actions of a row, and selects it`() throws {
    var inbox = screen(80, 24)
    let before = try #require(inbox.selected)
    let place = inbox.position(of: "Message 55")
    inbox.mouse(.secondPress, at: place)
    #expect(inbox.selected == 55 && before != 55)
    #expect(inbox.screen == .list && inbox.menu != nil)
    inbox.click(inbox.position(of: "Done"))
    #expect(inbox.message(55)?.isDone == true && inbox.menu == nil)
    inbox.run("filter is:done")
    inbox.mouse(.secondPress, at: inbox.position(of: "Message 55"))
    #expect(inbox.after(clicking: inbox.position(of: "Not done")).message(55)?.isDone == false)
    inbox.press("Esc")
    inbox.mouse(.secondPress, at: Position(column: 0, row: 0))
    #expect(inbox.menu == nil)
  }

  @Test func `the hidden cursor stays on the selected row or item`() {
    var inbox = screen(80, 24)
    let row = { (inbox: ScreenDriver) in
      inbox.frame.selection.map { inbox.frame.lines[$0.row].text }
    }
    #expect(row(inbox)?.contains("Message") == true)
    let first = inbox.frame.selection
    #expect(inbox.after("j").frame.selection != first && inbox.frame.selection?.column == 1)
    inbox.press("S", "j")
    #expect(row(inbox)?.contains("Oldest") == true || row(inbox)?.contains("oldest") == true)
    #expect(row(inbox.after("Esc", "?", "j"))?.contains("Open in reader") == true)
  }

  @Test func `a hint does what its key does`() {
    for (hint, key) in [
      ("m mark read", "m"), ("d delete", "d"), ("Enter read", "Enter"), ("/ search", "/"),
      ("F filter", "F"), (" help", "?"),
    ] {
      var (clicked, pressed) = (screen(120), screen(120))
      clicked.click(hint)
      pressed.press(key)
      #expect(clicked.frame == pressed.frame, "\(hint)")
    }
    var inbox = screen(120)
    #expect(inbox.click(" quit").contains(.host(.quit)))
  }

  @Test func `a hint in the middle of a sequence does the whole of it`() {
    var (clicked, pressed) = (screen(120), screen(120))
    clicked.press("j", "j", "g")
    pressed.press("j", "j", "g g")
    #expect(clicked.after(clicking: "g top").selected == pressed.selected)
    #expect(clicked.state.interaction.pendingKeys == [])
  }

  @Test func `a double click on a hint does not do what has come in its place`() {
    var inbox = screen(120)
    let place = inbox.position(of: "Enter read")
    #expect(inbox.after(clicking: place).screen == .reader && inbox.position(of: "J next") == place)
    let number = inbox.reader
    #expect(inbox.after(clicking: place).reader == number)
    inbox.now += 1
    #expect(inbox.after(clicking: place).reader != number)
  }

  @Test func `a hint of a menu that has gone does nothing`() {
    var inbox = screen(120).pressing("S")
    let shown = inbox.frame
    let place = inbox.position(of: "Enter choose")
    inbox.press("Esc")
    let order = inbox.state.list.query.order
    inbox.click(place, on: shown)
    #expect(inbox.screen == .list && inbox.state.list.query.order == order)
  }

  @Test func `a tab is shown by a click, also from the reader`() {
    var inbox = screen()
    inbox.state.environment.preferences.tabs = [
      ListTab(name: "All", filter: ""), ListTab(name: "Urgent", filter: "priority>=high"),
      ListTab(name: "Gone", filter: "is:deleted"),
    ]
    inbox.send(.tick)
    #expect(inbox.after(clicking: "Urgent").filterText == "priority>=high")
    inbox.click(" All")
    inbox.press("Enter")
    #expect(inbox.after(clicking: "Gone").screen == .list && inbox.filterText == "is:deleted")
  }

  @Test func `a click on the banner goes to its message`() {
    var inbox = screen().pressing("Enter")
    let number = inbox.push(.make("Disk full"))
    #expect(inbox.after(clicking: "Disk full").reader == number && inbox.banner == nil)
  }

  @Test func `a click on the number of new messages goes to the top`() {
    var inbox = screen().pressing("G")
    inbox.arrive(2)
    inbox.click("2 new")
    #expect(inbox.state.list.selectedIndex == 0 && inbox.state.list.arrivals.isEmpty)
  }

  // MARK: The wheel

  @Test func `the wheel scrolls the list by lines, and the cursor stays in sight`() {
    var inbox = screen(80, 24, count: 60, body: "text").pressing("j", "j", "j", "j", "j")
    inbox.turn(2, over: "Message 58")
    #expect(inbox.state.list.scroll == ScrollAnchor(57))
    #expect(inbox.selected == 55)
    inbox.turn(3, over: "Message 53")
    #expect(inbox.selected == inbox.state.list.scroll?.number || inbox.isWhole)
    #expect(inbox.isWhole)
    inbox.turn(-100, over: "Message 51")
    #expect(inbox.state.list.scroll == ScrollAnchor(60) && inbox.isWhole)
  }

  @Test func `a flood of it stops at the ends, and reads on where rows are missing`() {
    var inbox = screen(80, 24, count: 1_000)
    let place = Position(column: 10, row: 5)
    for _ in 0..<40 { inbox.mouse(.wheel(10_000), at: place) }
    #expect(inbox.frame.text.contains("Message 1 ") && inbox.isWhole)
    let end = inbox.state.list.scroll
    inbox.mouse(.wheel(5), at: place)
    #expect(inbox.state.list.scroll == end)
    for _ in 0..<40 { inbox.mouse(.wheel(-10_000), at: place) }
    #expect(inbox.state.list.scroll == ScrollAnchor(1_000) && inbox.isWhole)
  }

  @Test(arguments: [Size(columns: 20, rows: 5), Size(columns: 40, rows: 12)])
  func `each row comes into sight by the wheel, higher ones than the screen too`(size: Size) {
    var inbox = ScreenDriver(count: 30, size: size) { number, payload in
      payload.body = .set(String(repeating: "word ", count: number.isMultiple(of: 3) ? 40 : 1))
    }
    var seen: Set<MessageNumber> = []
    for _ in 0..<120 {
      seen.formUnion([inbox.selected].compactMap(\.self))
      inbox.mouse(.wheel(1), at: Position(column: 3, row: 2))
    }
    #expect(inbox.isInSight(1) && inbox.isWhole)
    #expect(seen.count >= 10)
    for _ in 0..<120 { inbox.mouse(.wheel(-1), at: Position(column: 3, row: 2)) }
    #expect(inbox.isInSight(30) && inbox.isWhole)
  }

  @Test func `the wheel scrolls the preview alone, and the reader`() {
    let text = (1...80).map { "line \($0)" }.joined(separator: "\n")
    var inbox = screen(150, 24, count: 30, body: text).waiting(1)
    let list = inbox.state.list.scroll
    let place = Position(column: 100, row: 8)
    inbox.mouse(.wheel(2), at: place)
    #expect(inbox.state.preview.reader?.scroll == 6 && inbox.state.list.scroll == list)
    #expect(inbox.selected == 30)
    inbox.mouse(.wheel(-9), at: place)
    #expect(inbox.state.preview.reader?.scroll == 0)
    inbox.press("Enter")
    inbox.mouse(.wheel(2), at: place)
    #expect(inbox.state.reader?.scroll == 6)
    inbox.mouse(.wheel(1_000), at: place)
    #expect(inbox.frame.text.contains("line 80"))
  }

  @Test func `the wheel scrolls help`() {
    var inbox = screen().pressing("?", "?")
    inbox.mouse(.wheel(2), at: Position(column: 5, row: 5))
    #expect(inbox.state.stack.help?.scroll == 6)
    inbox.mouse(.wheel(-3), at: Position(column: 5, row: 5))
    #expect(inbox.state.stack.help?.scroll == 0)
  }

  // MARK: The border

  @Test func `dragging the border moves it, as far as list and preview stay usable`() {
    var inbox = screen(150, 24)
    let border = Position(column: inbox.state.split?.list.columns ?? 0, row: 10)
    #expect(inbox.frame.target(at: border) == .split)
    inbox.mouse(.press, at: border)
    inbox.mouse(.drag, at: Position(column: 100, row: 12))
    #expect(inbox.state.split?.list.columns == 100)
    inbox.mouse(.drag, at: Position(column: 9_999, row: 9_999))
    #expect(inbox.state.split?.preview.columns == 24)
    inbox.mouse(.drag, at: Position(column: 0, row: 0))
    #expect(inbox.state.split?.list.columns == 40)
    inbox.mouse(.drag, .release, at: Position(column: 80, row: 10))
    inbox.mouse(.drag, at: Position(column: 90, row: 10))
    #expect(inbox.state.split?.list.columns == 80)
  }

  @Test func `the border below the list is dragged by its rows`() {
    var inbox = screen(100, 42)
    let border = Position(column: 30, row: 2 + (inbox.state.split?.list.contentRows ?? 0))
    #expect(inbox.frame.target(at: border) == .split)
    inbox.mouse(.press, at: border)
    inbox.mouse(.drag, .release, at: Position(column: 3, row: 20))
    #expect(inbox.state.split?.list.contentRows == 18)
    #expect(inbox.frame.target(at: Position(column: 30, row: 20)) == .split)
  }
}

extension ScreenDriver {
  /// Whether the row under the cursor is whole in sight.
  fileprivate var isWhole: Bool { state.list.selected.map { isInSight($0.rawValue) } ?? false }

  fileprivate func isInSight(_ number: Int64) -> Bool {
    state.list.isInSight(MessageNumber(number), in: state.listLayout)
  }
}

extension Frame {
  fileprivate var text: String {
    lines.map { $0.spans.map(\.text).joined() + " " }.joined(separator: "\n")
  }
}
