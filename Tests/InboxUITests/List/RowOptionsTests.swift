import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

@Suite("the form of rows")
struct RowOptionsTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func text(_ row: MessageRow, _ change: (inout RowOptions) -> Void) -> [String] {
    var options = RowOptions()
    change(&options)
    let context = RowContext(theme: .default, columns: 60, now: now, options: options)
    let lines = RowLayout.lines(of: row, in: context).map { line in
      line.spans.map(\.text).joined()
    }
    #expect(
      RowLayout.height(of: row, theme: .default, columns: 60, options: options) == lines.count)
    return lines
  }

  private var row: MessageRow {
    MessageRow(number: 1, source: "http/ci", title: "Disk full", excerpt: "on atlas", sortDate: now)
  }

  @Test func `a compact row is one line, its text where there is no title`() {
    #expect(text(row) { _ in }.count == 2)
    #expect(text(row) { $0.density = .compact }.count == 1)
    var untitled = row
    untitled.title = nil
    #expect(text(untitled) { $0.density = .compact }[0].contains("on atlas"))
  }

  @Test func `a text that is longer than its row leaves the time in sight`() {
    var wordy = row
    wordy.excerpt = String(repeating: "ab cd ", count: 30)
    let line = text(wordy) { $0.density = .compact }[0]
    #expect(line.contains("Disk full — ab cd"))
    #expect(line.hasSuffix("now") || line.hasSuffix("now "))
    #expect(line.columns <= 60)
  }

  @Test func `a part that is left out gives its room to the title`() {
    #expect(text(row) { _ in }[0].contains("http/ci"))
    let bare = text(row) { $0.parts = [] }
    #expect(bare[0].hasPrefix("  ● Disk full") && !bare[0].contains("http/ci"))
    #expect(!bare[0].contains("now"))
    #expect(text(row) { $0.parts = [.time] }[0].contains("now"))
  }

  @Test func `a clock shows the hour in place of the age`() {
    #expect(text(row) { $0.timeFormat = .clock }[0].contains("08:00"))
  }
}
