import InboxCore
import InboxSettings
import Testing

@testable import BellboardSupport

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
