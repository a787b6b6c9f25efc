import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// A machine whose clock is hours ahead, beside one whose clock is right.
@Suite struct WrongClockTests {
  private let meeting = ExchangeMeeting()
  private let right = ExchangeMachine.made("right", isMeasured: true)
  private let fast = ExchangeMachine.made("fast", skew: 10_800, isMeasured: true)

  private func exchange(at time: TimeInterval) throws {
    try meeting.exchange(fast, right, fast, right, at: time)
  }

  private func titles(_ machine: ExchangeMachine) throws -> [String] {
    try machine.listed().flatMap(\.self).map(\.id)
  }

  @Test func `its messages stand where they arrived, on both`() throws {
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try fast.push(.make("b", id: "b"), at: 20)
    try right.push(.make("c", id: "c"), at: 30)
    try exchange(at: 40)
    for machine in [right, fast] {
      #expect(try titles(machine) == ["c", "b", "a"])
      #expect(try machine.message("b").receivedAt == .testing(20))
    }
    // Also what was there when it joined, and a repeat.
    for time in [50.0, 60] { try fast.push(.make("again", fold: "f"), at: time) }
    try exchange(at: 70)
    try right.push(.make("d", id: "d"), at: 80)
    try exchange(at: 90)
    for machine in [right, fast] {
      #expect(try titles(machine).first == "d")
      #expect(try machine.message("again").lastAt == .testing(60))
      #expect(try machine.message("again").occurrences == 2)
    }
  }

  @Test func `what a sender says of its time stays`() throws {
    try exchange(at: 1)
    try fast.push(.make("a", id: "a", sentAt: .testing(5)), at: 20)
    try exchange(at: 30)
    #expect(try right.message("a").sentAt == .testing(5))
    #expect(try right.message("a").receivedAt == .testing(20))
  }

  @Test(arguments: [true, false])
  func `a snooze of seconds there is one of seconds here`(isFast: Bool) throws {
    let (one, other) = isFast ? (fast, right) : (right, fast)
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try exchange(at: 20)
    for machine in [right, fast] { try machine.perform(.read, on: [1], at: 20) }
    one.time = 30
    let end = one.here.now.addingTimeInterval(4)
    try one.perform(.snooze(until: .date(end)), on: [1])
    try exchange(at: 31)
    #expect(try one.message("a").snoozedUntil == end)
    for machine in [right, fast] {
      #expect(try machine.message("a").snoozedUntil == machine.here.now.addingTimeInterval(3))
      #expect(try titles(machine).isEmpty)
    }
    // It wakes at the same moment on both.
    try exchange(at: 35)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try machine.message("a").status == .unread)
      #expect(try titles(machine) == ["a"])
    }
    // Read after that, it stays read on both.
    try other.perform(.read, on: [1], at: 36)
    try exchange(at: 40)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try machine.message("a").status == .read)
    }
  }

  @Test func `a clock that is set right leaves the ends of snoozes where they were`() throws {
    try exchange(at: 1)
    try right.push(.make("a", id: "a"), at: 10)
    try exchange(at: 20)
    let end = fast.here.now.addingTimeInterval(600)
    try fast.perform(.snooze(until: .date(end)), on: [1])
    try exchange(at: 30)
    fast.skew = 0
    try exchange(at: 40)
    for machine in [right, fast] { #expect(try machine.message("a").snoozedUntil == .testing(620)) }
    #expect(try fast.exchanging.waitingCount() == 0)
  }

  @Test func `small differences of clocks, and those of each measurement, shift nothing`() {
    let shifts: [(Int64, Int64)] = [
      (0, 0), (9_999, 0), (-9_999, 0), (10_800_004, 10_800_000), (10_804_999, 10_800_000),
      (10_799_996, 10_800_000), (-10_799_996, -10_800_000),
      (-86_400_000, -86_400_000), (.max, 253_402_300_800_000), (.min, -253_402_300_800_000),
    ]
    for (offset, shift) in shifts { #expect(ExchangeMoment.shift(of: offset) == shift) }
  }
}
