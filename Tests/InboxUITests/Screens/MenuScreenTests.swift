import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// A menu over a list, as a person sees it.
struct MenuScreenTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
  ]

  private func listing(_ size: Size) -> SimulatedInbox {
    var inbox = SimulatedInbox(count: 30, size: size)
    for index in inbox.rows.indices { inbox.rows[index].title = "会議の通知 \(index) は三時から始まります" }
    inbox.send(.changed(nil))
    return inbox
  }

  private func check(_ inbox: SimulatedInbox, _ name: String) throws {
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    let size = inbox.state.size
    #expect(frame.lines.count == size.rows)
    for line in frame.lines {
      #expect(line.spans.reduce(0) { $0 + $1.columns } <= size.columns)
      #expect(line.spans.allSatisfy { $0.text.columns == $0.columns })
    }
    try Golden("\(name)-\(size.columns)x\(size.rows)").check(frame)
  }

  @Test(arguments: sizes) func `the orders over the list`(size: Size) throws {
    var inbox = listing(size)
    inbox.press("S", "j")
    try check(inbox, "menu-sort")
  }

  @Test(arguments: sizes) func `more choices than lines, in the middle of them`(size: Size) throws {
    var inbox = listing(size)
    let items = (1...40).map { number in
      MenuItem(
        "選択肢 \(number)\u{1B}[31m of many that is much too long for a small screen",
        detail: "in \(number) hours", choice: .sort(.newest))
    }
    inbox.state.menu = MenuState(title: "Snooze\nuntil 明日 or whenever it may be", items: items)
    for _ in 0..<20 { inbox.press("j") }
    try check(inbox, "menu-long")
  }
}
