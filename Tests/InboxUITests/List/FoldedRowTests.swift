import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite("rows of what came again, goes on or is over")
struct FoldedRowTests {
  private var row: MessageRow {
    MessageRow(number: 1, source: "ops", title: "Disk full", sortDate: .testing)
  }

  private func text(_ row: MessageRow, columns: Int = 60) -> String {
    let context = RowContext(theme: .default, columns: columns, now: .testing)
    return RowLayout.lines(of: row, in: context)
      .map { $0.text.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Test func `a row shows how often its message came, from the second time on`() {
    var row = row
    #expect(!text(row).contains("×"))
    row.occurrences = 214
    #expect(text(row) == "●    ops              Disk full                ×214   now")
  }

  @Test func `a row with room shows when the last occurrences came`() throws {
    let inbox = Inbox.empty()
    for second: Double in [-60, -30, -6, -3, -1, 0] {
      let payload = Payload(
        title: "Disk full", sentAt: .testing(second), fold: "disk")
      try inbox.push(payload, from: "ops")
    }
    let row = try #require(try inbox.rows().first)
    #expect(text(row, columns: 80).hasSuffix("  ▂▁▁▂▁█ ×6   now"))
    #expect(text(row, columns: 79).hasSuffix("     ×6   now"))
    var full = row
    (full.progress, full.isPinned, full.actionCount) = (40, true, 2)
    #expect(text(full, columns: 80).hasSuffix("  ×6 ━━─── 40 % ⚑ »2   now"))
    #expect(text(full, columns: 100).hasSuffix("  ▂▁▁▂▁█ ×6 ━━─── 40 % ⚑ »2   now"))
  }

  @Test func `a row without room for marks has the count before its title`() {
    var row = row
    row.occurrences = 214
    #expect(text(row, columns: 40).contains("×214 Disk full"))
  }

  @Test func `a row shows how far something has come`() {
    var row = row
    row.progress = 40
    #expect(text(row).contains("━━─── 40 %   now"))
  }

  @Test func `a row shows that a matter is over`() {
    var row = row
    row.isResolved = true
    #expect(text(row).contains("✔   now"))
  }

  @Test(arguments: [
    (-5, "──── 0 %"), (0, "──── 0 %"), (40, "━╸── 40 %"), (50, "━━── 50 %"), (300, "━━━━ 100 %"),
  ])
  func `a bar stays within its cells`(percent: Int, bar: String) {
    #expect(ProgressBar.text(percent, cells: 4) == bar)
  }
}
