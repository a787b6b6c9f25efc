import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct TourTests {
  private func demo(size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    ScreenDriver(count: 6, size: size) { $1.body = .set("Some text.") }
      .with { $0.environment.heading = "Demo" }.with { $0.tour = Tour() }
  }

  private func line(_ demo: ScreenDriver) -> String? { demo.state.tourLine?.text }

  @Test(arguments: Size.recorded) func `its first step, and a bar that says Demo`(size: Size) throws
  {
    try demo(size: size).checkGolden("tour")
  }

  @Test func `each step goes on when its key is pressed, and the last one ends it`() {
    var demo = demo()
    let keys = ["j", "Enter", "q", "Space", "d", "u", "C-p Esc", "?"]
    let shown = [
      "1/7  j ", "2/7  Enter ", "2/7  q goes back", "3/7  Space ", "4/7  d ", "5/7  u ",
      "6/7  C-p ", "7/7  ? ",
    ]
    for (key, text) in zip(keys, shown) {
      #expect(line(demo)?.contains(text) == true, "\(text)")
      #expect(line(demo)?.contains("Tour ") == true, "\(text)")
      // In the reader and with marks Esc does something else first.
      let isOther = ["q goes", "4/7"].contains { text.hasPrefix($0) || text.contains($0) }
      #expect(line(demo)?.contains("Esc ends the tour") == !isOther, "\(text)")
      demo.press(key)
    }
    #expect(demo.state.tour == nil)
    #expect(demo.screen == .help)
  }

  @Test func `other keys act and leave it where it is`() {
    var demo = demo().pressing("m", "G")
    #expect(demo.state.tour?.place == 0)
    #expect(demo.after("k").state.tour?.place == 1)
  }

  @Test func `Esc ends it only where it does nothing else`() {
    var demo = demo().pressing("Space", "F")
    #expect(line(demo) == nil)
    #expect(demo.after("Esc", "S", "Esc").state.list.marked.count == 1)
    #expect(demo.after("Esc").state.list.marked.isEmpty)
    demo.run("filter is:unread", then: "?", "Esc")
    #expect(demo.screen == .list && demo.filterText == "is:unread")
    #expect(demo.after("Esc").filterText.isEmpty)
    #expect(line(demo)?.contains("Esc ends the tour") == true)
    #expect(demo.after("Esc").state.tour == nil)
  }

  @Test func `it leaves out what has no key`() {
    #expect(line(demo().with { $0.environment.keymap = Keymap() }) == nil)
  }
}
