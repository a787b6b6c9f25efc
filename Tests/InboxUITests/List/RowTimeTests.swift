import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite("times of rows")
struct RowTimeTests {
  private let now = Date(timeIntervalSince1970: 1_774_738_200)  // 2026-03-28 22:50 UTC
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  private func clock(_ seconds: Double) -> String {
    RowTime.text(of: now.addingTimeInterval(seconds), at: now, as: .clock, in: berlin)
  }

  @Test func `the clock shows today's hour, then the day, then the year`() {
    #expect(clock(0) == "23:50")
    #expect(clock(-23 * 3_600 - 40 * 60) == "00:10")
    #expect(clock(-24 * 3_600) == "03-27")
    #expect(clock(900) == "03-29")
    #expect(clock(-90 * 86_400) == "2025")
  }

  @Test(arguments: 30...120) func `a time that lies ahead does not touch what is before it`(
    _ columns: Int
  ) {
    var row = MessageRow(
      number: 1, source: "some/longer/source/name", title: "Title",
      sortDate: now.addingTimeInterval(58 * 60))
    row.snoozedUntil = row.sortDate
    let context = RowContext(theme: .default, columns: columns, now: now)
    let line = RowLayout.lines(of: row, in: context)[0]
    #expect(line.columns <= columns)
    #expect(line.text.contains(" in 58m"))
  }

  @Test func `the clock's words change at midnight, also on the day the clocks change`() {
    func next(_ moment: Date) -> Date {
      RowTime.nextChange(of: now, at: moment, as: .clock, in: berlin)
    }
    let midnight = Date(timeIntervalSince1970: 1_774_738_800)
    #expect(next(now) == midnight)
    // The 29th has 23 hours there.
    #expect(next(midnight) == midnight.addingTimeInterval(23 * 3_600))
  }
}
