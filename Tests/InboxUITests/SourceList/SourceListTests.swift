import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// The list of sources beside the list of messages.
struct SourceListTests {
  private static let sources = ["ci/shop", "ci/web", "chat", "cron", "ci/shop"]

  private func screen(
    _ columns: Int = 160, rows: Int = 24, _ sources: [String] = Self.sources
  ) -> ScreenDriver {
    let size = Size(columns: columns, rows: rows)
    var inbox = ScreenDriver(count: sources.count, size: size) { $1.source = sources[Int($0) - 1] }
    inbox.state.environment.preferences = ScreenPreferences()
    inbox.wait(0.2, times: 3)
    return inbox
  }

  /// The texts left of the border, without those of empty rows.
  private func shown(_ inbox: ScreenDriver) -> [String] {
    let lines = inbox.frame.lines
    return lines.dropFirst(2).dropLast(2).compactMap { line in
      let text = line.text.prefix { $0 != "│" }.split(separator: " ").joined(separator: " ")
      return line.text.contains("│") && !text.isEmpty ? text : nil
    }
  }

  private func sources(_ inbox: ScreenDriver) -> [String] {
    Array(Set(inbox.rows.map(\.source))).sorted()
  }

  @Test(arguments: [
    (SourceListChoice.auto, 160, true), (.auto, 159, false), (.on, 60, true), (.on, 59, false),
    (.off, 200, false),
  ])
  func `it is shown by the setting where there is room`(
    choice: SourceListChoice, columns: Int, isShown: Bool
  ) {
    var inbox = screen(columns).with { $0.environment.preferences.sourceList = choice }
    #expect(inbox.after(.tick).state.showsSources == isShown)
  }

  @Test(arguments: [
    (120, "cron/nightly-backups", 27), (120, "ci", 18), (160, "ci", 24), (60, "a/b", 18),
    (160, String(repeating: "x", count: 90), 40), (120, String(repeating: "x", count: 90), 30),
  ])
  func `it takes the columns that its names need, where there is room`(
    _ columns: Int, _ source: String, _ width: Int
  ) {
    var inbox = screen(columns, [source]).with { $0.environment.preferences.sourceList = .on }
    #expect(inbox.after(waiting: 0.2, times: 3).state.environment.sourceListColumns == width)
  }

  @Test func `a name stays whole beside a new sign`() {
    var inbox = screen(120, ["cron/nightly-backups"])
      .with { $0.environment.preferences.sourceList = .on }.waiting(0.2, times: 3)
    var preferences = inbox.state.environment.preferences
    preferences.mutes = [ActiveMute(.source("cron"))]
    inbox.send(.configured(theme: nil, keymap: nil, preferences: preferences, problems: []))
    #expect(shown(inbox).last == "cron/nightly-backups 🔕 1")
  }

  @Test func `the first frame has it with its counts`() {
    #expect(shown(screen()) == ["› All 5", "chat 1", "▾ ci 3", "shop 2", "web 1", "cron 1"])
  }

  @Test func `what has no room is told below, with its sum, and a click goes to it`() {
    let names = ["a", "b/1", "b/2", "c/1", "c/1", "c/2", "d", "d", "e"]
    var inbox = screen(160, rows: 10, names)
    #expect(shown(inbox) == ["› All 9", "a 1", "▾ b 2", "1 1", "2 1", "… 5 more 6"])
    let line = inbox.frame.lines[7]
    guard
      case .source(let row, false) = line.spans.first(where: { $0.text.contains("more") })?.target
    else { return #expect(Bool(false), "no target") }
    #expect(row.filter == MessageFilter(sourcesAt: "c"))
    inbox.press("g b", "j", "j", "j", "j", "j")
    #expect(shown(inbox) == ["a 1", "▾ b 2", "1 1", "2 1", "▌▾ c 3", "… 4 more 6"])
    #expect(shown(inbox.after("G")).last == "▌ e 1")
  }

  @Test(arguments: [("g g", 1), ("G", -1)])
  func `a menu opens below or above its row, not over the sources`(key: String, side: Int) throws {
    let inbox = screen(160, rows: 40, (1...60).map { "s\($0)" }).pressing(key, "s")
    let lines = inbox.texts
    let edge = try #require(lines.firstIndex { $0.contains(side > 0 ? "│ ┌─ Snooze" : "│ └──") })
    #expect(lines[edge - side].contains("▌"))
  }

  @Test func `an empty inbox, the reader and the inbox of a host have none`() {
    #expect(!screen(160, []).state.showsSources)
    var inbox = screen().pressing("Enter")
    #expect(!inbox.state.showsSources)
    #expect(inbox.after("q").state.showsSources)
    inbox.state.hostOptions = HostOptions()
    #expect(!inbox.state.showsSources)
  }

  @Test func `its key shows it, goes to it, and hides it`() {
    var inbox = screen(100).pressing("g b")
    #expect(inbox.state.isOnSources && inbox.state.context == .sources)
    #expect(inbox.after("Enter").state.showsSources && inbox.state.context == .list)
    #expect(!inbox.after("g b", "g b").state.showsSources && inbox.state.context == .list)
  }

  @Test func `without room its key says what it needs`() {
    var inbox = screen(59).pressing("g b")
    #expect(inbox.status?.contains("60 columns") == true)
    inbox.send(.resized(Size(columns: 60, rows: 24)))
    #expect(inbox.state.showsSources && inbox.state.context == .list)
  }

  @Test func `in an empty inbox its key takes no focus`() {
    var inbox = screen(160, []).pressing("g b")
    #expect(inbox.after(pushing: .make("New")).state.showsSources && inbox.state.context == .list)
  }

  @Test func `a key selects a row, and a filter or search goes to the messages`() {
    var inbox = screen().pressing("g b", "g g", "j", "j")
    #expect(inbox.filterText == "source:ci")
    #expect(inbox.after("F", typing: "cron", then: "Enter").state.context == .list)
  }

  @Test func `the source of the list is marked without the focus`() {
    #expect(shown(screen().running("filter source:ci")).contains("›▾ ci 3"))
  }

  @Test func `from a source that is gone the cursor goes on above it`() throws {
    var inbox = screen().pressing("g b", "G", "k")
    #expect(inbox.filterText == "source:ci/web")
    _ = try inbox.inbox.perform(.delete, on: .numbers([2]))
    inbox.send(.tick)
    #expect(shown(inbox.after(waiting: 0.2, times: 3)).contains("▌ ci/shop 2"))
  }

  @Test func `the cursor in it filters the list`() {
    var inbox = screen().pressing("g b", "j", "j")
    #expect(inbox.filterText == "source:ci")
    #expect(sources(inbox) == ["ci/shop", "ci/web"])
    #expect(sources(inbox.after("j")) == ["ci/shop"])
    #expect(inbox.after("g g").state.list.query.filter == .all)
    #expect(inbox.after("j", "j").filterText == "source:ci")
    #expect(sources(inbox.after("G")) == ["cron"])
    #expect(inbox.after("Esc").state.context == .list && sources(inbox) == ["cron"])
  }

  @Test func `the cursor follows filters and tabs`() {
    var inbox = screen().running("filter source:cron", then: "g b", "k")
    #expect(sources(inbox) == ["ci/web"])
    #expect(sources(inbox.after(running: "filter is:unread", then: "j")) == ["cron"])
  }

  @Test func `it folds, and from a folded path goes to the one above`() {
    var inbox = screen().pressing("g b", "j", "j", "j", "h")
    #expect(inbox.filterText == "source:ci")
    #expect(shown(inbox.after("h")) == ["All 5", "chat 1", "▌▸ ci 3", "cron 1"])
    #expect(shown(inbox.after("l")).contains("shop 2"))
    #expect(!shown(inbox.after("Space")).contains("shop 2"))
    // A filter on a hidden path is shown at the path above it.
    #expect(shown(inbox.after(running: "filter source:ci/web")).contains("▌▸ ci 3"))
  }

  @Test func `counts follow the messages`() throws {
    var inbox = screen()
    _ = try inbox.inbox.push([.make("Disk", source: "disk")])
    inbox.send(.tick)
    inbox.wait(0.2, times: 3)
    #expect(shown(inbox).contains("disk 1") && shown(inbox).first == "› All 6")
    inbox.run("filter source:disk", then: "m")
    inbox.wait(0.2, times: 3)
    #expect(shown(inbox).contains("› disk") && shown(inbox).first == "All 5")
  }

  @Test func `a click shows a source, a click on its mark folds it, and the wheel scrolls it`() {
    var inbox = screen(160, rows: 10, Self.sources + (1...9).map { "s\($0)" })
    let chat = Position(column: 4, row: 3)
    #expect(sources(inbox.after(clicking: chat)) == ["chat"])
    inbox.click("▾")
    #expect(inbox.filterText == "source:chat" && !shown(inbox).contains("shop 2"))
    let before = shown(inbox)
    inbox.mouse(.wheel(1), at: chat)
    #expect(shown(inbox) != before)
    inbox.mouse(.wheel(-1), at: chat)
    #expect(shown(inbox) == before)
  }

  @Test func `a source whose actions are allowed has a mark`() throws {
    var inbox = screen()
    #expect(!shown(inbox).contains { $0.contains("»") })
    inbox.revise(2) { payload in
      payload.actions = .set([MessageAction(id: "do", label: "Do")])
      let action: [String: JSONValue] = [
        "action": "http", "label": "Do", "url": "https://e.org/do",
      ]
      payload.custom = .set(.object(["actions": .array([.object(action)])]))
    }
    inbox.elsewhere { inbox in
      _ = try inbox.ask(for: "do", of: 2, consenting: true)
    }
    inbox.wait(0.2, times: 3)
    #expect(shown(inbox).filter { $0.contains("»") }.map { $0.contains("web") } == [true])
    inbox.run("filter source:ci/web", then: "x")
    let label = "Allow the actions of ci/web no longer"
    let item = try #require(inbox.menu?.items.first { $0.label == label })
    inbox.press(String(try #require(item.key)))
    #expect(!shown(inbox.after(waiting: 0.2, times: 3)).contains { $0.contains("»") })
  }

  @Test func `a trash or thread closes when another source is chosen`() {
    let inbox = screen().pressing("d", "T", "g b", "j")
    #expect(inbox.screen == .list && sources(inbox) == ["chat"])
  }

  @Test func `three panes`() throws {
    var inbox = ScreenDriver(
      Payload.showcase(at: .testing), size: Size(columns: 160, rows: 20), now: .testing)
    inbox.state.environment.preferences = ScreenPreferences()
    inbox.wait(0.2, times: 3)
    inbox.press("g b", "j", "j")
    inbox.wait(0.2, times: 3)
    try inbox.checkGolden("sources")
  }
}
