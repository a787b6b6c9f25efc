import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct HelpScreenTests {
  /// A screen with help, after `?` was pressed a number of times.
  private func help(
    columns: Int = 80, rows: Int = 400, keymap: Keymap = .default, over screen: Screen = .list,
    pressing count: Int = 2
  ) -> UIState {
    var state = UIState(size: Size(columns: columns, rows: rows), keymap: keymap)
    if screen != .list { state.stack.screens.append(screen) }
    if screen == .reader { state.reader = ReaderState(number: 1) }
    for _ in 0..<count { state.press("?") }
    return state
  }

  private func lines(_ state: UIState) -> [Line] {
    let content = HelpContent(state)
    return content.visibleLines(rows: content.areas.contentRows)
  }

  @Test func `the box and the bar show the content that is laid out once for both`() {
    let (state, other) = (help(rows: 12), help(rows: 12, over: .reader))
    let content = HelpContent(other)
    var lines = Array(repeating: Line(), count: 12)
    HelpBox(state: state, content: content).lay(over: &lines)
    let shown = lines.texts.joined(separator: "\n")
    for line in content.visibleLines(rows: 3) { #expect(shown.contains(line.text)) }
    #expect(BottomBar.lines(state, content).texts.last?.contains("Top") == true)
  }

  @Test(arguments: [(Screen.list, "j k "), (.trash, "j k "), (.reader, "Space")])
  func `help begins with the ten most used keys`(_ screen: Screen, _ first: String) {
    let state = help(over: screen, pressing: 1)
    let texts = lines(state).texts.filter { $0.contains { $0 != " " } }
    #expect((11...14).contains(texts.count))
    #expect(texts[0] == " Most used")
    #expect(texts[1].hasPrefix("  \(first)"))
    #expect(HelpContent(state).rows.count == 10)
  }

  @Test func `the selected row moves with the keys, and Enter runs its command`() {
    var state = help(pressing: 1)
    #expect(lines(state).texts(of: .selected).joined().contains("Down, up"))
    #expect(lines(state.after(typing: "jjjjjjj")).texts(of: .selected).joined().contains("Filter"))
    #expect(state.after("Enter").screen == .list && state.overlays.prompt?.purpose == .filter)
    state = help(pressing: 1)
    #expect(lines(state.after("G")).texts(of: .selected).joined().contains("quit from list"))
  }

  @Test func `a row of all keys runs after a search, one of another place does not`() {
    var state = help()
    #expect(state.after(typing: "/do not disturb", then: "Enter").screen == .help)
    #expect(state.after("Enter").screen == .list)
    #expect(state.alerts.isQuiet(by: state.preferences.alerts, at: .testing, in: .gmt))
    state = help(pressing: 3)
    #expect(HelpContent(state).rows.isEmpty)
    #expect(state.after("Enter").screen == .help)
  }

  @Test func `the selected row stays in sight of the keys that scroll`() {
    var state = help(columns: 60, rows: 16)
    state.type("jjjjjjjjjjjjjjjjjjjjjjjjj")
    #expect((state.stack.help?.scroll ?? 0) > 0)
    for key in [Key.control("f"), .control("b"), .control("b")] {
      #expect(!lines(state.after(.key(key))).texts(of: .selected).isEmpty)
    }
  }

  @Test func `help lists the keys of the list by heading`() {
    let texts = lines(help()).texts
    #expect(texts[0] == " Moving")
    #expect(texts[1] == "  j, Down          One message or line down")
    #expect(texts.filter { $0.hasPrefix(" ") && !$0.hasPrefix("  ") }.count == 7)
    #expect(texts.contains { $0.contains("Mark all listed") })
    #expect(!texts.contains { $0.contains("Restore from trash") })
    #expect(!texts.contains { $0.contains("  Yes") })
  }

  @Test func `pressed again it lists all keys of the place, then of all screens, then none`() {
    var state = help()
    state.press("?")
    let texts = lines(state).texts
    #expect(texts[0] == " Every screen")
    for heading in KeySection.all.map(\.title) { #expect(texts.contains(" " + heading)) }
    #expect(texts.contains { $0.contains("  Yes") })
    // The next `?` closes it, so no hint promises more.
    #expect(state.frame(at: .testing, in: .gmt).lines.last?.text.contains("?") == false)
    #expect(state.after("?").screen == .list && state.stack.help == nil)
  }

  @Test func `what is typed narrows the rows, and Esc shows all again, then leaves`() {
    var state = help()
    state.type("/TRASH move")
    let texts = lines(state).texts.filter { $0.contains { $0 != " " } }
    #expect(texts.count == 3)
    #expect(texts.allSatisfy { $0.hasPrefix(" ") && !$0.hasPrefix("  ") || $0.contains("trash") })
    #expect(state.after("Enter").context == .help && state.stack.help?.search == "TRASH move")
    #expect(state.after("Esc").screen == .help && state.stack.help?.search == "")
    #expect(lines(state.after(typing: "/zzz")).texts.first == " No such key here")
    #expect(state.after("Esc").stack.help?.search == "" && lines(state).count > 50)
    #expect(state.after("Esc").screen == .list)
  }

  @Test func `help over the reader lists the keys of the reader`() {
    let texts = lines(help(over: .reader)).texts
    #expect(texts.contains { $0.contains("  Next message") })
    #expect(!texts.contains { $0.contains("Mark all listed") })
  }

  @Test func `a key that was bound anew is listed in place of the old one`() {
    var keymap = Keymap.default
    keymap.unbind([.character("S")], in: .list)
    keymap.bind([.function(9)], to: .command(.finding(.sort)), in: .list)
    let lines = lines(help(keymap: keymap))
    #expect(lines.texts.contains { $0.hasPrefix("  F9 ") && $0.contains("order") })
    #expect(lines.texts(of: .helpKey).contains("F9"))
    #expect(!lines.texts(of: .helpKey).contains("S"))
  }

  @Test func `every command of the list has its line, on a screen of any width`() {
    let expected = CommandInfo.Group.allCases.flatMap { group in
      Keymap.default.rows(of: group, in: .list).map(\.summary)
    }
    #expect(expected.count > 60)
    for columns in [20, 31, 40, 57, 80, 100, 120, 200] {
      let lines = lines(help(columns: columns))
      let words = Set(lines.texts(of: .help).joined(separator: " ").split(separator: " "))
      for word in expected.flatMap({ $0.split(separator: " ") }) { #expect(words.contains(word)) }
      #expect(lines.allSatisfy { $0.spans.reduce(0) { $0 + $1.columns } <= columns })
    }
  }

  @Test func `a wide screen has two columns of about the same height`() {
    let narrow = HelpContent(help(columns: 99)).lines.count
    #expect(HelpContent(help(columns: 120)).lines.count < narrow * 4 / 5)
    #expect(lines(help(columns: 120)).texts[0].hasPrefix(" Moving    "))
  }

  @Test func `the bottom shows the last line at the end of the screen`() {
    var state = help(columns: 40, rows: 12)
    #expect(lines(state.after("G")).count == state.areas.contentRows)
    #expect(lines(state).texts.suffix(2).joined().contains("Muted"))
    #expect(lines(state.after("k", "j")).texts.suffix(2).joined().contains("Muted"))
    #expect(state.after(.resized(Size(columns: 200, rows: 200))).stack.help?.scroll == 0)
  }

  @Test func `what is left stands in the left column`() {
    var state = help(columns: 160, rows: 40, pressing: 3)
    state.type("/shell command")
    let found = lines(state).texts.filter { $0.contains("shell command") }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix("  |") })
  }
}
