import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What Tab makes of a line.
struct CompletionTests {
  /// What stands in the prompt after the keys.
  private func text(_ typed: String, _ keys: String..., opening: String = ":") -> String? {
    let inbox = ScreenDriver(count: 3).pressing(opening, typing: typed).pressing(keys)
    return inbox.prompt
  }

  @Test(arguments: [
    ("togg", "toggle-"), ("toggle-r", "toggle-read "), ("TOGGLE-R", "toggle-read "),
    ("sort o", "sort oldest "), ("theme solarized-l", "theme solarized-light "),
    ("filter is:unr", "filter is:unread "), ("filter tag:a -is:unr", "filter tag:a -is:unread "),
    ("filter sou", "filter source:"), ("filter source:", "filter source:cli "),
    ("filter priority>=hi", "filter priority>=high "), ("filter after:to", "filter after:today "),
    ("set dens", "set density="), ("set density=comp", "set density=compact "),
    ("snooze ton", "snooze tonight "), ("mute 3", "mute 3h "),
    ("set mouse=f", "set mouse=false "), ("set reader_width=", "set reader_width="),
    ("help toggle-p", "help toggle-pin "), ("search unr", "search unr"), ("xyz", "xyz"),
    ("delete x", "delete x"), ("filter \"is:unr", "filter \"is:unr"),
  ])
  func `Tab goes on as far as there is one way`(_ typed: String, _ completed: String) {
    #expect(text(typed, "Tab") == completed)
  }

  @Test func `Tab goes through several ways, S-Tab back, and what was typed lies between`() {
    #expect(text("sort ", "Tab") == "sort newest")
    #expect(text("sort ", "Tab", "Tab") == "sort oldest")
    #expect(text("sort ", "S-Tab") == "sort unread")
    #expect(text("sort ", "Tab", "S-Tab") == "sort ")
    #expect(text("sort ", "Tab", "Tab", "x", "Tab") == "sort oldestx")
  }

  @Test func `Tab offers the values of a setting one by one`() {
    #expect(text("set mouse=", "Tab") == "set mouse=true")
    #expect(text("set mouse=", "Tab", "Tab") == "set mouse=false")
    #expect(text("set sort=o", "Tab") == "set sort=oldest ")
    #expect(text("set theme=nor", "Tab") == "set theme=nord ")
  }

  @Test func `the settings that people use are offered first, and tables last`() {
    let texts = ScreenPreferences.settingTexts(for: "", themes: [])
    #expect(texts.prefix(5) == ["theme=", "density=", "preview=", "group=", "sort="])
    #expect(Set(["filters=", "tabs=", "rows=", "columns="]).isDisjoint(with: texts.prefix(20)))
    #expect(Set(texts).count == texts.count && texts.contains("tabs="))
  }

  @Test func `a setting with a command of its own is that command`() {
    var inbox = ScreenDriver(count: 3).running("set sort=oldest")
    #expect(inbox.state.list.query.order == .oldest)
    let effects = inbox.run("set theme nord")
    #expect(!effects.isEmpty && effects == inbox.run("theme nord"))
    inbox.press("Enter")
    #expect(inbox.after(running: "set sort=newest").state.overlays.prompt?.error != nil)
  }

  @Test func `the word at the cursor is completed, what follows stays`() {
    var inbox = ScreenDriver(count: 3).pressing(":", typing: "filter is:unr tag:a")
    for _ in 0..<6 { inbox.press("Left") }
    #expect(inbox.after("Tab").prompt == "filter is:unread  tag:a")
    #expect(inbox.state.overlays.prompt?.cursor == 17)
  }

  @Test func `a theme of the person's own is completed once it is known`() {
    var inbox = ScreenDriver(count: 1)
    #expect(inbox.press(":") == [ListThemes().effect])
    inbox.send(.answered(ListThemes(), ["dark", "harbour"]))
    #expect(inbox.after(typing: "theme har", then: "Tab").prompt == "theme harbour ")
  }

  @Test func `the filter prompt completes filter words`() {
    #expect(text("is:pi", "Tab", opening: "F") == "is:pinned ")
    #expect(text("is:pinned cat", "Tab", opening: "F") == "is:pinned category:")
    #expect(text("abc", "Tab", opening: "/") == "abc")
  }

  @Test func `sources, categories and tags are proposed with their counts`() throws {
    var inbox = ScreenDriver(count: 7) { number, payload in
      payload.source = ["ci/web", "ci/app", "cli"][Int(number) % 3]
      payload.categories = .set(number < 3 ? ["work"] : ["work/mail"])
      payload.tags = .set(["two words"])
    }.pressing("F")
    func proposed(_ typed: String) throws -> [String] {
      inbox.press("C-u", typing: typed)
      return try #require(inbox.completion).candidates.map { $0.text + " " + $0.detail }
    }
    #expect(
      try proposed("source:") == [
        "source:ci 5", "source:cli 2", "source:ci/app 3", "source:ci/web 2",
      ])
    #expect(try proposed("is:unread source:ci/") == ["source:ci/app 3", "source:ci/web 2"])
    #expect(try proposed("category:") == ["category:work 7", "category:work/mail 5"])
    #expect(try proposed("tag:") == ["tag:\"two words\" 7"])
  }

  @Test(arguments: [
    ("is:unread is:", "is:unread"), ("-is:unread is:", "is:unread"), ("IS:UNREAD is:", "is:unread"),
    ("source:cli source:", "source:cli"), ("after:today after:", "after:today"),
  ])
  func `a term that the filter has is not proposed again`(_ typed: String, _ term: String) throws {
    var inbox = ScreenDriver(count: 3).pressing("F", typing: typed)
    #expect(try #require(inbox.completion).candidates.allSatisfy { $0.text != term })
    #expect(inbox.after("Tab").prompt?.hasSuffix(" " + term) == false)
  }

  @Test func `a term behind the cursor is not proposed again either`() throws {
    var inbox = ScreenDriver(count: 3).pressing(":", typing: "filter is: is:pinned")
    for _ in 0..<10 { inbox.press("Left") }
    let terms = try #require(inbox.completion).candidates.map(\.text)
    #expect(terms.contains("is:unread") && !terms.contains("is:pinned"))
  }

  @Test func `a command is found by its letters and by what it does, with its key`() throws {
    #expect(text("tgrd", "Tab") == "toggle-read ")
    var inbox = ScreenDriver(count: 3).pressing(":", typing: "trash")
    let found = try #require(inbox.completion).candidates
    #expect(found.first?.text == "trash" && found.first?.detail == "T")
    #expect(inbox.after("C-u", typing: "letter that").completion == nil)
    inbox.press("C-u", typing: "occurrences")
    #expect(try #require(inbox.completion).candidates.map(\.text).contains("toggle-fields"))
  }

  @Test func `only commands of the screen are proposed`() {
    #expect(text("purg", "Tab") == "purg")
    let inbox = ScreenDriver(count: 3).pressing("T", ":", typing: "pur", then: "Tab")
    #expect(inbox.prompt == "purge")
    #expect(inbox.completion?.candidates.map(\.text) == ["purge", "purge-all"])
  }
}
