import InboxCore
import InboxSettings
import Testing

@testable import BellboardSupport

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
