import InboxCore
import InboxSettings
import Testing

@testable import BellboardSupport

/// The section of alerts as the daemon reads it.
struct AlertSettingsTests {
  private func policy(_ text: String) -> AlertPolicy {
    TOMLFile(text, at: "c", by: AlertSettings.table).values.policy
  }

  @Test func `a file that says nothing tells the desktop of nothing`() {
    #expect(policy("") == AlertPolicy())
    #expect(policy("[alerts]\nbanner = false").default.desktop == .off)
  }

  @Test func `what matters without a screen is read, the rest is passed by`() throws {
    let policy = policy(
      """
      [alerts]
      desktop = "dbus"
      banner_seconds = 3
      do_not_disturb = true
      quiet_hours = "22:00-07:00"
      quiet_priority = "high"
      [[alerts.rules]]
      filter = "source:ci"
      banner = false
      desktop = "off"
      """)
    #expect(policy.default.desktop == .dbus)
    #expect(policy.isQuiet)
    #expect(policy.quietHours == QuietHours("22:00-07:00"))
    #expect(policy.quietPriority == .high)
    #expect(
      policy.rules == [
        AlertRule(filter: MessageFilter([.init(.source("ci"))]), desktop: .off)
      ])
  }

  @Test func `what has a mistake is left out, as on the screen`() {
    let policy = policy(
      """
      [alerts]
      quiet_priority = "urgent!"
      [[alerts.rules]]
      filter = "source:ci is:nothing"
      desktop = "off"
      """)
    #expect(policy == AlertPolicy())
  }

  @Test func `no least priority lets nothing through in quiet`() {
    #expect(policy("[alerts]\nquiet_priority = \"none\"").quietPriority == nil)
  }
}

/// The `[[expect]]` tables.
struct ExpectationSettingsTests {
  private func file(_ text: String) -> TOMLFile<StoreSettings> {
    TOMLFile(text, at: "c", by: StoreSettings.table)
  }

  @Test func `a source and a duration are an expectation`() throws {
    let file = file(
      """
      [[expect]]
      source = "cron/backup"
      every = "26h"
      [[expect]]
      source = "=ci"
      every = "1.5d"
      """)
    #expect(file.messages.isEmpty)
    #expect(
      file.values.expectations == [
        SourceExpectation(of: try #require(SourcePattern(parsing: "cron/backup")), every: 93_600),
        SourceExpectation(of: try #require(SourcePattern(parsing: "=ci")), every: 129_600),
      ])
  }

  @Test(arguments: [
    ("every = '1h'", "no 'source'"), ("source = 'a'", "no 'every'"),
    ("source = 'a*b'\nevery = '1h'", "a*b"),
    ("source = 'a'\nevery = 'soon'", "soon"), ("source = 'a'\nevery = '1h'\nat = 3", "at"),
  ])
  func `a mistake names its place and leaves the others`(_ text: String, _ named: String) {
    let file = file("[[expect]]\n\(text)\n[[expect]]\nsource = 'ok'\nevery = '1h'\n")
    #expect(file.messages.count == 1 && file.messages[0].contains(named), "\(file.messages)")
    #expect(file.values.expectations.map(\.sources.text).contains("ok"))
  }

  @Test func `a source has one expectation`() {
    let table = "[[expect]]\nsource = 'a'\nevery = '1h'\n"
    let file = file(table + table)
    #expect(file.messages.count == 1, "\(file.messages)")
    #expect(file.values.expectations.count == 1)
  }
}

/// How long messages are kept: `keep`.
struct RetentionSettingsTests {
  private func file(_ text: String) -> TOMLFile<StoreSettings> {
    TOMLFile(text, at: "c", by: StoreSettings.table)
  }

  @Test func `a duration is for all sources, and of tables the closest source comes first`() {
    #expect(file("keep = '90d'").values.retentions == [Retention(for: 7_776_000)])
    let tables = file(
      """
      [[keep]]
      for = '30d'
      [[keep]]
      source = 'a'
      for = '1d'
      [[keep]]
      source = 'ci/*'
      for = '1h'
      """)
    #expect(tables.messages.isEmpty)
    #expect(
      tables.values.retentions == [
        Retention(of: SourcePattern(parsing: "ci/*"), for: 3_600),
        Retention(of: SourcePattern(parsing: "a"), for: 86_400), Retention(for: 2_592_000),
      ])
  }

  @Test(arguments: [
    ("[[keep]]\nsource = 'a'", "no 'for'"), ("[[keep]]\nfor = 'soon'", "soon"),
    ("[[keep]]\nsource = 'a*b'\nfor = '1d'", "a*b"), ("keep = 'long'", "long"),
    ("keep = 3", "integer"),
    ("[[keep]]\nfor = '1d'\nevery = '1d'", "every"),
  ])
  func `a mistake names its place`(_ text: String, _ named: String) {
    let file = file(text)
    #expect(file.messages.count == 1 && file.messages[0].contains(named), "\(file.messages)")
  }
}
