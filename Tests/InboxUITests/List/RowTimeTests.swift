import Foundation
import InboxTestSupport
import Testing

@testable import InboxUI

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
