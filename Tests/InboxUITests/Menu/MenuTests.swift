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
    #expect(inbox.state.menu?.items.map(\.isTicked) == [false, false, true, false])
    #expect(inbox.state.menu?.selectedItem?.choice == .sort(.priority))
  }

  @Test(arguments: [["o"], ["j", "Enter"], ["C-n", "Right"], ["G", "k", "k", "l"]])
  func `an item is taken by its key, or by the cursor`(_ keys: [String]) {
    var inbox = ScreenDriver(count: 3)
    inbox.press("S")
    for key in keys { inbox.press(key) }
    #expect(inbox.state.menu == nil)
    #expect(inbox.state.list.query.order == .oldest)
    #expect(inbox.state.status?.text == "Oldest first")
  }

  @Test(arguments: ["Esc", "q", "h", "C-g"])
  func `a menu that is left changes nothing`(_ key: String) {
    var inbox = ScreenDriver(count: 3)
    inbox.press("j")
    let before = inbox.state.list
    #expect(inbox.press("S", "j", key) == [])
    #expect(inbox.state.menu == nil)
    #expect(inbox.state.stack.screens == [.list])
    #expect(inbox.state.list == before)
  }

  @Test func `keys that mean nothing in a menu, and pasted text, never act`() {
    var inbox = ScreenDriver(count: 3)
    inbox.press("S")
    let before = inbox.state.menu
    #expect(inbox.press("d", "Q", "x") == [])
    #expect(inbox.send(.pasted("o")) == [])
    #expect(inbox.state.menu == before)
  }

  @Test func `each action has a letter of its label that nothing else has`() throws {
    var inbox = ScreenDriver(count: 1) { _, payload in
      payload.actions = .set(
        ["Retry", "Restart", "Log", "Open"].map { MessageAction(id: $0, label: $0) })
    }
    inbox.press("a")
    let items = try #require(inbox.state.menu?.items)
    // Two labels begin with r. The letters of "Log" move the cursor or open the link.
    #expect(items.prefix(4).map(\.letter) == ["t", "s", nil, "p"])
  }

  @Test
  func `the menu of actions copies and pipes the marked messages, and says what is only of one`() {
    var inbox = ScreenDriver(count: 4) { $1.tap = .set(.url("https://example.org/\($0)")) }
    inbox.press("Space", "Space", "a")
    #expect(inbox.state.menu?.title == "This message: Message 2")
    let marked = [3, 4].map { MessageNumber($0) }
    #expect(
      inbox.state.menu?.items.map(\.label) == [
        "Open the link", "Copy the links of the 2 marked messages",
        "Copy the texts of the 2 marked messages",
        "Pipe the texts of the 2 marked messages to a command",
        "Mark the 2 marked messages done",
      ])
    #expect(inbox.press("y") == [.fetch(marked, .copyText)])
    #expect(inbox.press("a", "Y").last == .fetch(marked, .copyLink))
    inbox.press("a", "|")
    #expect(inbox.state.overlays.prompt?.purpose == .pipe(marked))
    inbox.press("Esc", "Enter", "a")
    #expect(inbox.state.menu?.title == "Message 2")
    #expect(inbox.press("y") == [.fetch([MessageNumber(2)], .copyText)])
    var plain = ScreenDriver(count: 4)
    plain.press("Space", "Space", "a")
    #expect(plain.state.menu?.title == "2 marked messages")
  }

  @Test func `the menu of actions marks done, but nothing in the trash`() {
    var inbox = ScreenDriver(count: 4)
    inbox.press("Space", "a")
    #expect(inbox.state.menu?.items.last?.label == "Mark the marked message done")
    inbox.press("e")
    #expect(inbox.messages.filter(\.isDone).map(\.number.rawValue) == [4])
    inbox.press("d", "T", "Enter", "a")
    let labels = inbox.state.menu?.items.map(\.label)
    #expect(labels == ["Copy the text", "Pipe the text to a command"])
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
    inbox.press("k")
    #expect(inbox.state.list.query.order == .unread)
  }

  @Test func `one step goes round at the ends, a page stops there`() {
    var inbox = ScreenDriver(count: 3)
    inbox.press("S", "k")
    #expect(inbox.state.menu?.selected == 3)
    inbox.press("j")
    #expect(inbox.state.menu?.selected == 0)
    inbox.press("PgDn")
    #expect(inbox.state.menu?.selected == 3)
    inbox.press("PgDn", "PgUp")
    #expect(inbox.state.menu?.selected == 0)
  }

  @Test func `a menu without items is left by Enter`() {
    var inbox = ScreenDriver(count: 3)
    inbox.state.menu = MenuState(title: "x", items: [])
    #expect(inbox.press("j", "Enter") == [])
    #expect(inbox.state.menu == nil)
  }
}
