import InboxSettings
import InboxTOML
import InboxUI
import Testing

@testable import bellboard

/// What the configuration says of tabs, preview and groups.
struct LayoutSettingsTests {
  @Test func `tabs are read in their order, and one with a mistake is left out`() {
    let text = """
      [[tabs]]
      name = "All"
      [[tabs]]
      name = "Broken"
      filter = "is:unraed"
      [[tabs]]
      filter = "source:ci/*"
      [[tabs]]
      name = "Odd"
      colour = "red"
      """
    let loaded = TOMLFile(text)
    #expect(
      loaded.values.preferences.tabs == [
        ListTab(name: "All", filter: ""), ListTab(name: "source:ci/*", filter: "source:ci/*"),
      ])
    #expect(loaded.errors.count == 2)
    #expect(TOMLFile("tabs = 1").errors.count == 1)
    #expect(TOMLFile("tabs = [1]").errors.count == 1)
  }

  @Test func `a tab that hides while it is empty is read as it is written`() {
    let tab = "[[tabs]]\nname = \"Needs you\"\nfilter = \"is:needed\"\nhide_empty = true\n"
    let loaded = TOMLFile(tab)
    #expect(loaded.errors.isEmpty)
    #expect(loaded.values.preferences.tabs.map(\.table) == [tab])
  }

  @Test(arguments: [
    ("view", true, nil), ("manual", false, nil), ("preview", true, 0), ("preview:2s", true, 2),
  ])
  func `what marks read is a word, or a time in the preview`(
    text: String, viewMarks: Bool, seconds: Double?
  ) {
    let loaded = TOMLFile("mark_read = '\(text)'")
    #expect(loaded.errors.isEmpty)
    #expect(loaded.values.preferences.viewMarksRead == viewMarks)
    #expect(loaded.values.preferences.previewReadsAfter == seconds)
  }

  @Test(arguments: [
    "preview:", "preview:2", "preview:0s", "preview:-1s", "preview:9999s", "preview:2s:3s", "2s",
  ])
  func `another time is refused`(text: String) {
    #expect(TOMLFile("mark_read = '\(text)'").errors.count == 1)
  }

  @Test(arguments: ["", "  "]) func `a name without a sign is told, and the tab left out`(
    name: String
  ) {
    let loaded = TOMLFile("[[tabs]]\nname = '\(name)'\n[[tabs]]\nfilter = 'is:unread'")
    #expect(
      loaded.messages == [
        "config.toml:2:8: tabs[1].name is \"\(name)\", expected a name; without one, leave the line out"
      ])
    #expect(
      loaded.values.preferences.tabs == [ListTab(name: "is:unread", filter: "is:unread")])
  }

  @Test func `the filter of a tab is told with its cause`() {
    #expect(
      TOMLFile("[[tabs]]\nfilter = 'is:foo'").messages.first?.hasPrefix(
        "config.toml:2:10: tabs[1].filter is \"is:foo\", at character 4: 'is' does not take 'foo'; "
          + "expected unread") == true)
  }

  @Test func `preview and groups are read`() {
    let loaded = TOMLFile("preview = 'below'\ngroup = 'none'")
    #expect(loaded.errors.isEmpty)
    #expect(loaded.values.preferences.preview == .below)
    #expect(loaded.values.preferences.group == .none)
  }
}
