import Foundation
import InboxTestSupport
import InboxText
import Testing

@Suite struct RelativeTimeTests {
  private static let minute = 60.0
  private static let hour = 3_600.0
  private static let day = 86_400.0

  @Test(
    arguments: [
      (0, "now"), (59.9, "now"), (60, "1m"), (119, "1m"), (120, "2m"), (59 * minute + 59, "59m"),
      (hour, "1h"), (day - 1, "23h"), (day, "1d"), (7 * day - 1, "6d"), (7 * day, "1w"),
      (364 * day, "52w"), (365 * day, "1y"), (730 * day - 1, "1y"), (730 * day, "2y"),
      (1e15, "9999y"),
    ] as [(Double, String)])
  func `the past is shown in its largest unit`(seconds: Double, expected: String) {
    #expect(RelativeTime.text(from: .testing, to: .testing(seconds)) == expected)
  }

  @Test(
    arguments: [
      (0.5, "now"), (1, "soon"), (59, "soon"), (60, "in 1m"), (3 * hour, "in 3h"),
      (8 * day, "in 1w"), (1e15, "in 9999y"), (89, "in 1m"), (90, "in 2m"),
      (10 * minute - 1, "in 10m"), (59.5 * minute - 1, "in 59m"), (hour - 1, "in 1h"),
      (2 * hour - 1, "in 2h"), (day - 1, "in 1d"), (7 * day - 1, "in 1w"), (364 * day, "in 52w"),
    ] as [(Double, String)])
  func `the future is rounded to its nearest unit`(seconds: Double, expected: String) {
    #expect(RelativeTime.text(from: .testing(seconds), to: .testing) == expected)
  }

  @Test(
    arguments: [
      (0, 60), (59, 60), (60, 120), (61, 120), (hour - 1, hour), (hour, 2 * hour),
      (day - 1, day), (6.5 * day, 7 * day), (364.5 * day, 365 * day), (365 * day, 730 * day),
    ] as [(Double, Double)])
  func `the words change when the next unit is full`(elapsed: Double, change: Double) {
    let next = RelativeTime.nextChange(from: .testing, now: .testing(elapsed))
    #expect(next == .testing(change))
  }

  @Test func `the words stay until the next change and differ from then on, past and future`() {
    var generator = SeededRandom(seed: 9)
    for _ in 0..<2_000 {
      let scale = [90, 4_000, 100_000, 700_000, 40_000_000].randomElement(using: &generator) ?? 1
      // Whole milliseconds, in which the store counts.
      let elapsed =
        Double(Int.random(in: -scale * 1_000...scale * 1_000, using: &generator)) / 1_000
      let now = Date.testing(elapsed)
      let next = RelativeTime.nextChange(from: .testing, now: now)
      #expect(next > now)
      let words = RelativeTime.text(from: .testing, to: now)
      let before = next.addingTimeInterval(-0.002)
      if before > now { #expect(RelativeTime.text(from: .testing, to: before) == words) }
      #expect(RelativeTime.text(from: .testing, to: next) != words, "\(elapsed)")
    }
  }
}
