import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The mouse on menus, questions and prompts, and where it must not act.
struct MouseOverlayTests {
  private func screen(_ columns: Int = 80, _ rows: Int = 24, count: Int = 30) -> ScreenDriver {
    ScreenDriver(count: count, size: Size(columns: columns, rows: rows))
  }

  @Test func `an item of a menu is chosen by a click`() {
    var inbox = screen().pressing("S")
    inbox.click("Oldest first")
    #expect(inbox.menu == nil && inbox.state.list.query.order == .oldest)
  }

  @Test func `the wheel goes through the titles of a jump, and a click goes there`() {
    var inbox = screen().pressing("C-p", typing: "Message 2")
    let first = inbox.state.prompting.titles?.selected
    let offered = inbox.state.prompting.titles?.matches.map(\.number) ?? []
    let name = "Message \(offered[1].rawValue)"
    inbox.turn(2, over: name)
    #expect(first == 0 && inbox.state.prompting.titles?.selected == 2)
    inbox.turn(-1, over: name)
    #expect(inbox.state.prompting.titles?.selected == 1)
    inbox.mouse(.wheel(1_000), at: inbox.position(of: name))
    #expect(inbox.state.prompting.titles?.selected == offered.count - 1)
    let last = offered[offered.count - 1]
    inbox.click("Message \(last.rawValue)")
    #expect(inbox.selected == last && inbox.state.context == .list)
    #expect(inbox.prompt == nil && inbox.state.prompting.titles == nil)
  }

  @Test func `a title that is offered no more is not gone to by a click`() {
    var inbox = screen().pressing("C-p")
    let shown = inbox.frame
    let place = inbox.position(of: "Message 29")
    inbox.type("Message 12")
    inbox.click(place, on: shown)
    #expect(inbox.selected == 30 && inbox.state.prompting.titles != nil)
  }

  @Test func `a click beside the keys closes them, one on them does not`() {
    var inbox = screen(160, 60).pressing("?", "?")
    #expect(inbox.after(clicking: "One message or line down").screen == .help)
    #expect(inbox.after(clicking: Position(column: 1, row: 30)).screen == .list)
  }

  @Test func `a click beside a menu closes it, one on its border does not`() {
    var inbox = screen().pressing("S")
    #expect(inbox.after(clicking: "Sort").menu != nil)
    #expect(inbox.after(clicking: "Message 30").menu == nil && inbox.screen == .list)
    #expect(inbox.state.list.query.order == .newest)
  }

  @Test func `the wheel goes through a menu, and shows themes on its way`() {
    var inbox = screen().running("theme")
    let name = inbox.menu?.selectedItem?.label ?? ""
    let effects = inbox.turn(1, over: name)
    let next = inbox.menu?.selectedItem?.label ?? ""
    #expect(next != name && effects == [PreviewTheme(name: next).effect])
    inbox.mouse(.wheel(1_000), at: inbox.position(of: next))
    #expect(inbox.menu?.selected == (inbox.menu?.items.count ?? 0) - 1)
  }

  @Test(arguments: [("[y", 0), ("N]", 30), ("Delete 30", -1)])
  func `a question is answered on its answers alone`(place: String, left: Int) {
    var inbox = screen().pressing("D")
    inbox.click(place)
    #expect((inbox.question != nil) == (left < 0))
    #expect(inbox.messages.count { $0.status == .unread } == (left < 0 ? 30 : left))
  }

  @Test func `an answer on a picture of another question answers nothing`() {
    var inbox = screen().pressing("M")
    let shown = inbox.frame
    let place = inbox.position(of: "[y")
    inbox.press("n", "D")
    inbox.click(place, on: shown)
    #expect(inbox.state.overlays.question?.action == .deleteAll)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  @Test func `an item on a picture of another menu chooses nothing`() {
    var inbox = screen().pressing("S")
    let shown = inbox.frame
    let place = inbox.position(of: "Oldest first")
    inbox.press("Esc", "s")
    inbox.click(place, on: shown)
    #expect(inbox.menu?.title.contains("Snooze") == true)
    #expect(inbox.state.list.query.order == .newest)
  }

  @Test(arguments: [[":"], ["/"], ["F"], ["|"]]) func `nothing is clicked while a line is typed`(
    keys: [String]
  ) {
    var inbox = screen().pressing(keys)
    let before = inbox.frame
    inbox.click("Message 25")
    inbox.mouse(.wheel(3), at: Position(column: 5, row: 5))
    #expect(inbox.frame == before)
  }

  @Test func `clicks and turns ahead of an answer are dropped`() {
    var inbox = screen(count: 300).pressing("/", typing: "Message 150").holdingEffects()
    #expect(inbox.after("Enter", "n").state.isAwaitingAnswer)
    let list = inbox.state.list
    inbox.click(Position(column: 20, row: 5))
    inbox.mouse(.wheel(3), at: Position(column: 5, row: 5))
    inbox.click(Position(column: 2, row: 23))
    #expect(inbox.state.list == list && inbox.state.interaction.typeAhead.isEmpty)
    #expect(inbox.release().screen == .list)
  }

  @Test func `a mouse that is turned off does nothing`() {
    var inbox = screen().running("set mouse=off")
    #expect(!inbox.state.preferences.mouse && inbox.status == "mouse = off")
    let before = inbox.frame
    inbox.click("Message 25")
    inbox.mouse(.wheel(3), at: Position(column: 5, row: 5))
    #expect(inbox.frame == before)
    inbox.run("set mouse=on")
    #expect(inbox.after(clicking: "Message 25").selected == 25)
    #expect(inbox.after(running: "set mouse=maybe").state.overlays.prompt?.error != nil)
  }

  @Test func `a click gives up a count and a sequence that were begun`() {
    var inbox = screen().countingDigits().pressing("3")
    inbox.click("Message 25")
    #expect(inbox.after("d").numbers(.deleted).count == 1)
  }

  /// Screens on which each cell is tried.
  private static let screens: [[String]] = [
    [], ["S"], ["D"], ["Enter"], ["?"], [":"], ["g"], ["T"], ["Space"], ["v"], ["v", "v"],
  ]

  @Test(arguments: screens, [Size(columns: 66, rows: 16), Size(columns: 20, rows: 5)])
  func `each cell, and each beside the screen, takes every event`(keys: [String], size: Size) {
    var start = ScreenDriver(count: 12, size: size)
    start.state.environment.preferences.tabs = [ListTab(name: "All", filter: "")]
    start.press(keys)
    let frame = start.frame
    for row in stride(from: -1, through: size.rows, by: 2) {
      for column in stride(from: -1, through: size.columns, by: 11) {
        let place = Position(column: column, row: row)
        var inbox = start
        inbox.holdsEffects = true
        inbox.mouse(.wheel(1), .wheel(-2), at: place, on: frame)
        inbox.click(place, on: frame)
        inbox.mouse(.press, .drag, at: place, on: frame)
        inbox.mouse(.drag, .release, at: Position(column: 3, row: 3), on: frame)
        #expect(inbox.frame.lines.count == size.rows)
        let inside = (0..<size.rows).contains(row) && (0..<size.columns).contains(column)
        #expect(inside || frame.target(at: place) == nil)
      }
    }
  }
}
