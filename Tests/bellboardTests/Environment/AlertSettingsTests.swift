import InboxCore
import InboxSettings
import InboxTOML
import InboxUI
import Testing

@testable import bellboard

@Suite struct AlertSettingsTests {
  @Test func `every setting of alerts is read`() {
    let loaded = TOMLFile(
      """
      [alerts]
      banner = false
      sound = "always"
      badge = false
      desktop = "osc777"
      banner_seconds = 3
      do_not_disturb = true
      quiet_hours = "22:00-07:00"
      quiet_priority = "none"

      [[alerts.rules]]
      filter = "source:ntfy/* priority>=high"
      banner = true

      [[alerts.rules]]
      filter = 'thread:deploy "disk full"'
      sound = "off"
      desktop = "auto"
      """)
    var expected = AlertPolicy(
      default: Alerts(banner: false, sound: .always, desktop: .osc777),
      rules: [
        AlertRule(
          filter: MessageFilter([.init(.source("ntfy/*")), .init(.priority(.atLeast, .high))]),
          banner: true),
        AlertRule(
          filter: MessageFilter([.init(.thread("deploy")), .init(.phrase("disk full"))]),
          sound: .off, desktop: .auto),
      ], bannerSeconds: 3, isQuiet: true, quietHours: QuietHours("22:00-07:00"), quietPriority: nil)
    expected.showsBadge = false
    #expect(loaded.errors == [])
    #expect(loaded.values.preferences.alerts == expected)
  }

  @Test(arguments: pairs("alert-mistakes"))
  func `a mistake is reported with its line`(text: String, message: String) {
    #expect(TOMLFile(text).messages == ["config.toml:" + message])
  }

  @Test func `a rule with a mistake is left out, the others stay`() {
    let loaded = TOMLFile(
      "[[alerts.rules]]\nbanner = 1\n[[alerts.rules]]\nfilter = 'a'\nbanner = false")
    #expect(
      loaded.values.preferences.alerts.rules == [
        AlertRule(filter: MessageFilter([.init(.word("a"))]), banner: false)
      ])
    #expect(loaded.errors.count == 1)
  }
}

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
  func `what marks read is a word, or a time`(text: String, viewMarks: Bool, seconds: Double?) {
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

  @Test(arguments: ["", "  "]) func `a nameless tab is told, and left out`(name: String) {
    let loaded = TOMLFile("[[tabs]]\nname = '\(name)'\n[[tabs]]\nfilter = 'is:unread'")
    #expect(
      loaded.messages == [
        "config.toml:2:8: tabs[1].name is \"\(name)\", expected a name; without one, leave the line out"
      ])
    #expect(loaded.values.preferences.tabs == [ListTab(name: "is:unread", filter: "is:unread")])
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
