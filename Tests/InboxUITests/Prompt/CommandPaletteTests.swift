import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

@Suite struct CommandPaletteTests {
  private func typing(_ text: String, size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    ScreenDriver(count: 5, size: size).pressing(":", typing: text)
  }

  private func menu(_ inbox: ScreenDriver) throws -> MenuState {
    let prompt = try #require(inbox.state.overlays.prompt)
    return try #require(CompletionMenu(of: prompt, inbox.state)).menu
  }

  @Test(arguments: Size.recorded) func `the best matches stand above the line`(size: Size) throws {
    try typing("tog", size: size).checkGolden("commands-typed")
  }

  @Test func `each has its name, what it does, and its key`() throws {
    let item = try #require(try menu(typing("toggle-r")).items.first)
    #expect(item.label.hasPrefix("toggle-r"))
    #expect(item.label.hasSuffix("Mark read or unread; the cursor stays"))
    #expect(try menu(typing("toggle-read")).items.map(\.detail) == ["m"])
  }

  @Test(arguments: [
    ("snz", "snooze"), ("pin", nil), ("unsn", "unsnooze"), ("sno", "snooze"), ("mar", "mark"),
    ("del", "delete"),
    ("purg", nil), ("tog", nil), ("unread", nil), ("delte", nil), ("eletel", nil), ("xyzzy", nil),
    ("q", nil), ("sort", nil), ("set", nil), ("10", nil), ("!ls", nil), ("sor newest", nil),
  ])
  func `a command that is meant without doubt is taken`(_ typed: String, _ taken: String?) {
    let names = CompletionNames(themes: [], inboxes: [], context: .list)
    #expect(PromptState(.command, text: typed).evidentCommand(among: names) == taken)
  }

  @Test func `Enter runs it, and the palette shows which`() throws {
    var inbox = typing("snz")
    #expect(try menu(inbox).showsCursor)
    #expect(inbox.after("Enter").menu?.title.hasPrefix("Snooze") == true)
    #expect(try menu(typing("tog")).showsCursor == false)
  }

  @Test func `nothing is deleted by a name that does not begin with what was typed`() {
    let inbox = typing("elete").pressing("Enter")
    #expect(inbox.state.overlays.prompt?.error != nil)
    #expect(inbox.rows.count == 5)
  }

  @Test func `a click runs a command, or lets its argument be typed`() {
    var inbox = typing("tog")
    #expect(inbox.after(clicking: "toggle-pin").prompt == nil)
    #expect(inbox.rows.contains { $0.isPinned })
    inbox = typing("se")
    #expect(inbox.after(clicking: " set ").prompt == "set ")
  }

  @Test func `filters and messages are offered by what they contain`() {
    var names = CompletionNames(themes: [], inboxes: [], context: .list)
    names.titles = ["Disk 91 % full", "Build failed"]
    names.filterNames = FilterNames([
      .init(.source("ci/shop"), count: 3), .init(.custom(["load", "cpu"], .equal, ""), count: 2),
    ])
    func offered(_ typed: String) -> [String] {
      let completion = PromptState(.command, text: typed).completion(among: names)
      return completion?.candidates.map(\.text) ?? []
    }
    #expect(offered("91").contains("message Disk 91 % full"))
    #expect(offered("shop").contains("filter source:ci/shop"))
    // A path goes on with a value.
    #expect(!offered("load").contains { $0.hasPrefix("filter") })
    let paths = PromptState(.filter, text: "custom.l").completion(among: names)
    #expect(
      paths?.candidates == [
        .init(text: "custom.load.cpu:", isWhole: false, detail: "2", words: "")
      ])
    // Letters in the order of a title are not enough, and nothing runs by a part of it.
    #expect(!offered("dskfl").contains { $0.hasPrefix("message") })
    #expect(PromptState(.command, text: "failed").evidentCommand(among: names) == nil)
  }

  @Test func `a message is found by its title`() {
    var inbox = ScreenDriver(count: 5).running("message Message 3")
    #expect(inbox.state.overlays.prompt?.purpose == .title && inbox.prompt == "Message 3")
    #expect(inbox.after("Enter").selected == 3)
  }

  @Test(arguments: [
    ("compact", "set density=compact"), ("Nord", "theme nord"), ("oldest", "sort oldest"),
    ("none", "group none"),
  ])
  func `the argument of a command is enough`(_ typed: String, _ line: String) {
    let names = CompletionNames(themes: ["nord", "default"], inboxes: [], context: .list)
    let prompt = PromptState(.command, text: typed)
    #expect(prompt.completion(among: names)?.candidates.map(\.text).contains(line) == true)
    #expect(prompt.evidentCommand(among: names) == line)
    // The name of a command comes before its arguments.
    let theme = PromptState(.command, text: "the").completion(among: names)
    #expect(theme?.candidates.map(\.text) == ["theme", "theme default", "theme nord"])
  }

  @Test func `an argument that is typed alone runs its command`() {
    #expect(typing("compact").pressing("Enter").state.preferences.rows.density == .compact)
  }

  @Test(arguments: [
    ("nor", "theme nord", "theme nord"), ("dra", "theme dracula", "theme dracula"),
    ("nord", "theme nord", "theme nord"), ("the", "theme", "theme"),
    ("redr", "redraw", "redraw"), ("snz", "snooze", "snooze"),
    // Two values begin with it: none is meant without doubt.
    ("com", "set density=comfortable", nil),
    // No argument goes before names of commands that begin with it, and none that is not offered.
    ("un", "undo", nil), ("mo", "move-down", nil), ("ma", "mark", "mark"),
    ("de", "delete", "delete"), ("eve", "theme everforest", "theme everforest"),
  ])
  func `a word or its beginning is above scattered letters, and nothing below it runs`(
    _ typed: String, _ first: String, _ taken: String?
  ) {
    var names = CompletionNames(
      themes: ["dracula", "everforest", "monochrome", "nord"], inboxes: [], context: .list)
    names.history = ["toggle-do-not-disturb", "pipe", "redraw"]
    let prompt = PromptState(.command, text: typed)
    #expect(prompt.completion(among: names)?.candidates.first?.text == first)
    #expect(prompt.evidentCommand(among: names) == taken)
  }

  @Test func `Enter runs nothing that the menu does not offer`() {
    let names = CompletionNames(
      themes: ["everforest", "monochrome"], inboxes: ["un"], context: .list)
    let typed = "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["un", "mo", "ev", "eve", "mon"]
    let unoffered = typed.filter { text in
      let prompt = PromptState(.command, text: text)
      let offered = prompt.completion(among: names)?.candidates.map(\.text) ?? []
      return prompt.evidentCommand(among: names).map { !offered.contains($0) } ?? false
    }
    #expect(unoffered == [])
  }

  @Test func `the beginning of several commands names them`() {
    let inbox = typing("un").pressing("Enter")
    #expect(inbox.promptError == "'un' is not a command; write undo, undo-list or undone")
  }

  @Test func `matches are ranked by where the typed text is`() {
    let texts = ["disk", "a disk full", "disks", "a disks", "redisk", "dxixsxk", "other"]
    let ranks = texts.map { Completion.Candidate(text: $0, words: "Disk").rank(for: "Disk") }
    #expect(ranks == [.whole, .word, .beginning, .wordBeginning, .part, .letters, .summary])
    let title = Completion.Candidate(text: "message Disk", words: "", isLiteral: true)
    #expect(title.rank(for: "disk") == .wordBeginning)
  }

  @Test func `recent lines come first`() throws {
    let inbox = typing("sort oldest").pressing("Enter", ":")
    let items = try menu(inbox).items
    #expect(items.first?.label.hasPrefix("sort oldest") == true)
    #expect(items.first?.detail == "recent")
    #expect(items.count(where: { $0.label.hasPrefix("sort ") }) == 2)
  }

  @Test func `a tab is found by its name`() {
    let names = CompletionNames(themes: [], inboxes: [], context: .list, tabs: ["All", "Builds"])
    let found = PromptState(.command, text: "builds").completion(among: names)
    #expect(found?.candidates.map(\.text) == ["tab-2"])
  }

  @Test func `the matched characters are highlighted`() throws {
    let item = try #require(try menu(typing("read")).items.first { $0.label.hasPrefix("read ") })
    #expect(item.matched == [0, 1, 2, 3])
    let spans = MenuLine(item: item, isSelected: false, hasLetters: false).spans(columns: 60)
    let marked = spans.filter { $0.roles.contains(RoleSet(.helpKey)) }.map(\.text)
    #expect(marked.joined().hasSuffix("read"))
  }

  /// A list of seven messages of three sources, with the prompt of the filter.
  private func filtering(_ text: String, rows: Int = 24) -> ScreenDriver {
    ScreenDriver(count: 7, size: Size(columns: 80, rows: rows)) { number, payload in
      payload.source = ["ci/web", "ci/app", "cli"][Int(number) % 3]
    }.pressing("F", typing: text)
  }

  @Test func `a filter has a menu of names with their counts`() throws {
    let menu = try menu(filtering("source:ci/"))
    #expect(menu.title == "Filter" && !menu.showsCursor)
    #expect(menu.items.map(\.label) == ["source:ci/app  3", "source:ci/web  2"])
    #expect(try self.menu(filtering("source:web")).items.map(\.label) == ["source:ci/web  2"])
  }

  @Test func `Tab goes through the menu of a filter, which leaves the list in sight`() throws {
    let inbox = filtering("source:", rows: 24).pressing("Tab", "Tab")
    let menu = try menu(inbox)
    #expect(menu.showsCursor && menu.items[menu.selected].label == "source:ci      5")
    let empty = filtering("").state
    let prompt = try #require(empty.overlays.prompt)
    #expect(try #require(CompletionMenu(of: prompt, empty)).limit == 6)
    #expect(filtering("").position(of: "Message 7").row < 6)
  }

  @Test func `the filter opens with a blank behind the present one, which changes nothing`() {
    var inbox = filtering("").pressing("Esc").running("filter is:unread")
    let before = inbox.state.list
    #expect(inbox.after("F").prompt == "is:unread ")
    #expect(!inbox.frame.lines[23].text.contains("not complete"))
    #expect(inbox.after("Enter").filterText == "is:unread" && inbox.state.list == before)
    #expect(inbox.after("F", typing: "3").filterText == "is:unread 3")
    #expect(inbox.after("Esc").filterText == "is:unread")
  }

  @Test func `a second Tab adds no word to a filter, and a typed blank asks for one`() {
    var inbox = filtering("is:un").pressing("Tab", "Tab", "Tab")
    #expect(inbox.prompt == "is:unread ")
    #expect(inbox.after(typing: " ", then: "Tab").prompt != "is:unread ")
  }

  @Test func `Down enters the menu of a filter, and Up leaves it where it was entered`() throws {
    var inbox = filtering("source:c").pressing("Down")
    #expect(inbox.prompt == "source:ci")
    #expect(inbox.after("Down").prompt == "source:cli")
    #expect(try menu(inbox).showsCursor && inbox.state.list.total == 2)
    #expect(inbox.after("Up", "Up").prompt == "source:c")
    #expect(try !menu(inbox).showsCursor)
    #expect(inbox.after("Up").prompt == "source:c")
  }

  @Test func `Down in the palette goes on from the command that Enter would run`() throws {
    var inbox = typing("read")
    let evident = try menu(inbox).selected
    #expect(try menu(inbox.after("Down")).selected == evident + 1)
  }

  @Test func `Up recalls an earlier line, from which Down returns to the typed one`() {
    var inbox = filtering("is:unread").pressing("Enter", "F", "C-u", "Up")
    #expect(inbox.prompt == "is:unread")
    #expect(inbox.after("Down").prompt == "")
  }

  @Test func `an incomplete word is said to be one, and Enter takes the only one it begins`() {
    var inbox = filtering("is:un")
    #expect(inbox.position(of: "not complete").row == 23)
    #expect(inbox.after("Enter").prompt == nil && inbox.filterText == "is:unread")
  }

  @Test func `the menu names the key that completes`() {
    #expect(filtering("is:").position(of: "Tab completes").row > 0)
  }

  @Test func `a click puts a name into the filter, which the list then has`() {
    var inbox = filtering("is:unread source:")
    #expect(inbox.after(clicking: "source:cli").prompt == "is:unread source:cli ")
    #expect(inbox.state.list.total == 2)
  }

  @Test func `a word found by its middle is a filter word that is proposed`() throws {
    #expect(try menu(filtering("unread")).items.map(\.choice) == [.completion("is:unread")])
    #expect(filtering("re").completion?.isUseful != true)
  }

  @Test func `the beginning of a value is the command that sets it`() throws {
    var inbox = typing("comp")
    let menu = try menu(inbox)
    #expect(menu.showsCursor && menu.items[menu.selected].choice == .command("set density=compact"))
    #expect(inbox.after("Enter").prompt == nil && inbox.state.preferences.rows.density == .compact)
  }

  @Test func `a value of several commands names them`() {
    var inbox = typing("never").pressing("Enter")
    let message = inbox.promptError ?? ""
    #expect(message.hasPrefix("'never' is not a command; write set "))
    #expect(message.contains("set pictures=never"))
    inbox = typing("com")
    inbox.press("Enter")
    #expect(
      inbox.promptError
        == "'com' is not a command; write set density=comfortable or set density=compact")
  }

  @Test func `a long title does not push the summaries out of the palette`() throws {
    let inbox = ScreenDriver(count: 1) {
      $1.title = .set("An inbox of a title that is as long as the screen is wide, or more")
    }.pressing(":", typing: "inbo")
    let items = try menu(inbox).items
    #expect(items.contains { $0.label.contains("An inbox of a title") })
    #expect(items.first { $0.label.hasPrefix("inbox ") }?.label.columns ?? 99 < 60)
  }

  @Test func `an argument has the menu of its command`() throws {
    let menu = try menu(typing("sort "))
    #expect(menu.title == "Sort")
    #expect(menu.items.map(\.label) == MessageOrder.allCases.map(\.rawValue))
  }
}
