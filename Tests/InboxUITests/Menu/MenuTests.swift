import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct MenuTests {
  private let sorts = MessageOrder.allCases.map { MenuItem("\($0)", choice: .sort($0)) }

  @Test func `S shows the orders with the present one ticked under the cursor`() {
    var inbox = ScreenDriver(count: 3, query: MessageQuery(order: .priority))
    #expect(inbox.press("S") == [])
    #expect(inbox.state.context == .menu)
    #expect(inbox.menu?.items.map(\.isTicked) == [false, false, true, false])
    #expect(inbox.menu?.selectedItem?.choice == .sort(.priority))
  }

  @Test(arguments: [["o"], ["j", "Enter"], ["C-n", "Right"], ["G", "k", "k", "l"]])
  func `an item is taken by its key, or by the cursor`(_ keys: [String]) {
    let inbox = ScreenDriver(count: 3).pressing("S").pressing(keys)
    #expect(inbox.menu == nil)
    #expect(inbox.state.list.query.order == .oldest)
    #expect(inbox.status == "Oldest first")
  }

  @Test(arguments: ["Esc", "q", "h", "C-g"])
  func `a menu that is left changes nothing`(_ key: String) {
    var inbox = ScreenDriver(count: 3).pressing("j")
    let before = inbox.state.list
    #expect(inbox.press("S", "j", key) == [])
    #expect(inbox.menu == nil)
    #expect(inbox.screens == [.list])
    #expect(inbox.state.list == before)
  }

  @Test func `keys that mean nothing in a menu, and pasted text, never act`() {
    var inbox = ScreenDriver(count: 3).pressing("S")
    let before = inbox.menu
    #expect(inbox.press("d", "Q", "x") == [])
    #expect(inbox.send(.pasted("o")) == [])
    #expect(inbox.menu == before)
  }

  @Test func `each action has a letter of its label that nothing else has`() throws {
    let inbox = ScreenDriver(count: 1) { _, payload in
      payload.actions = .set(
        ["Retry", "Restart", "Log", "Open"].map { MessageAction(id: $0, label: $0) })
    }.pressing("a")
    let items = try #require(inbox.menu?.items)
    // Two labels begin with r. The letters of "Log" move the cursor or open the link.
    #expect(items.prefix(4).map(\.letter) == ["t", "s", nil, "p"])
  }

  @Test
  func `the menu of actions copies and pipes the marked messages, and says what is only of one`() {
    var inbox = ScreenDriver(count: 4) { $1.tap = .set(.url("https://example.org/\($0)")) }
    #expect(inbox.after("Space", "Space", "a").menu?.title == "This message: Message 2")
    let marked = [3, 4].map { MessageNumber($0) }
    #expect(
      inbox.menu?.items.map(\.label) == [
        "Open the link", "Copy the links of the 2 marked messages",
        "Copy the texts of the 2 marked messages",
        "Pipe the texts of the 2 marked messages to a command", "Mark the 2 marked messages done",
      ])
    #expect(inbox.press("y") == [.fetch(marked, .copyText)])
    #expect(inbox.press("a", "Y").last == .fetch(marked, .copyLink))
    #expect(inbox.after("a", "|").state.overlays.prompt?.purpose == .pipe(marked))
    #expect(inbox.after("Esc", "Enter", "a").menu?.title == "Message 2")
    #expect(inbox.press("y") == [.fetch([2], .copyText)])
    let plain = ScreenDriver(count: 4).pressing("Space", "Space", "a")
    #expect(plain.menu?.title == "2 marked messages")
  }

  @Test func `the menu of actions marks done, and restores what is in the trash`() {
    var inbox = ScreenDriver(count: 4).pressing("Space", "a")
    #expect(inbox.menu?.items.last?.label == "Mark the marked message done")
    #expect(inbox.after("e").messages.filter(\.isDone).map(\.number.rawValue) == [4])
    inbox.press("d", "T", "Enter", "a")
    #expect(
      inbox.menu?.items.map(\.label) == ["Copy the text", "Pipe the text to a command", "Restore"])
  }

  @Test func `a list of all tells what is in the trash, and names only keys that change it`() {
    var inbox = ScreenDriver(count: 2, size: Size(columns: 120, rows: 24)).pressing("d")
      .running("filter is:any", then: "g g").with { $0.status = nil }
    #expect(inbox.listLines.first { $0.contains("Message 2") }?.contains("✗") == true)
    #expect(inbox.bottomBar.hasPrefix(" Enter read  a actions  u undo  / search"))
    #expect(inbox.after("a", "z").numbers(.deleted) == [])
    #expect(!inbox.text.contains("✗"))
    let trash = inbox.pressing("d", "T")
    #expect(trash.text.contains("Message 2") && !trash.text.contains("✗"))
  }

  @Test func `items without a key get the digits that are free`() {
    var items = sorts
    items[1].key = "2"
    let menu = MenuState(title: "x", items: items)
    #expect(menu.items.map(\.key) == ["1", "2", "3", "4"])
    #expect(menu.item(for: "3")?.choice == .sort(.priority))
  }

  @Test func `more items than digits are reached by the cursor`() {
    let menu = MenuState(title: "x", items: Array(repeating: sorts[0], count: 11))
    #expect(menu.items.map(\.key).suffix(3) == ["9", nil, nil])
  }

  @Test func `a key of an item wins over a key that moves`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state.menu = MenuState(
      title: "x", items: [sorts[0], MenuItem("Other", key: "k", choice: .sort(.unread))])
    #expect(inbox.after("k").state.list.query.order == .unread)
  }

  @Test func `one step goes round at the ends, a page stops there`() {
    var inbox = ScreenDriver(count: 3).pressing("S", "k")
    #expect(inbox.menu?.selected == 3)
    #expect(inbox.after("j").menu?.selected == 0)
    #expect(inbox.after("PgDn").menu?.selected == 3)
    #expect(inbox.after("PgDn", "PgUp").menu?.selected == 0)
  }

  @Test func `a menu without items is left by Enter`() {
    var inbox = ScreenDriver(count: 3).with { $0.menu = MenuState(title: "x", items: []) }
    #expect(inbox.press("j", "Enter") == [])
    #expect(inbox.menu == nil)
  }
}
