import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// A menu over a list, as a person sees it.
struct MenuScreenTests {
  private func listing(_ size: Size) -> ScreenDriver {
    ScreenDriver(count: 30, size: size) { $1.title = .set("会議の通知 \(30 - $0) は三時から始まります") }
  }

  @Test(arguments: Size.recorded) func `the orders over the list`(size: Size) throws {
    let inbox = listing(size).pressing("S", "j")
    try inbox.checkGolden("menu-sort")
  }

  @Test func `a menu keeps clear of the row that it is about`() {
    let inbox = ScreenDriver(count: 30).pressing("G", "s")
    let lines = inbox.texts
    #expect(lines.contains { $0.contains("Message 1 ") })
    #expect(lines.contains { $0.contains("Other…") })
  }

  @Test func `where the box has no lower edge, the upper one points to the items below`() {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 20, rows: 5)).pressing("s")
    #expect(inbox.texts.contains { $0.contains("↓┐") })
    for _ in 0..<3 { inbox.press("j") }
    #expect(inbox.texts.contains { $0.contains("↑↓┐") })
  }

  @Test(arguments: Size.recorded) func `more choices than lines, in the middle of them`(size: Size)
    throws
  {
    var inbox = listing(size)
    let items = (1...40).map { number in
      MenuItem(
        "選択肢 \(number)\u{1B}[31m of many that is much too long for a small screen",
        detail: "in \(number) hours", choice: .sort(.newest))
    }
    inbox.state.menu = MenuState(title: "Snooze\nuntil 明日 or whenever it may be", items: items)
    for _ in 0..<20 { inbox.press("j") }
    try inbox.checkGolden("menu-long")
  }
}
