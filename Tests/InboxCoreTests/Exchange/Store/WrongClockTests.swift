import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// A machine whose clock is hours ahead, beside one whose clock is right.
@Suite struct WrongClockTests {
  private var random = SeededRandom(seed: 1)
  private var channel = ExchangeChannel()
  private let right: ExchangeMachine
  private let fast: ExchangeMachine

  init() throws {
    right = try ExchangeMachine("right")
    fast = try ExchangeMachine("fast", skew: 10_800)
    (right.isMeasured, fast.isMeasured) = (true, true)
  }

  private mutating func exchange(at time: TimeInterval) throws {
    for machine in [fast, right, fast, right] {
      machine.time = time
      try machine.exchange(with: &channel, .none, &random)
    }
  }

  private func push(_ payload: Payload, to machine: ExchangeMachine, at time: TimeInterval) throws {
    machine.time = time
    _ = try machine.here.push([payload], defaultSource: "ci")
  }

  private func message(_ title: String, on machine: ExchangeMachine) throws -> Message {
    try #require(try machine.here.stored().first { $0.title == title })
  }

  private func titles(_ machine: ExchangeMachine) throws -> [String] {
    try machine.listed().flatMap(\.self).map(\.id)
  }

  @Test mutating func `its messages stand where they arrived, on both`() throws {
    try exchange(at: 1)
    try push(.make("a", id: "a"), to: right, at: 10)
    try push(.make("b", id: "b"), to: fast, at: 20)
    try push(.make("c", id: "c"), to: right, at: 30)
    try exchange(at: 40)
    for machine in [right, fast] {
      #expect(try titles(machine) == ["c", "b", "a"])
      #expect(try message("b", on: machine).receivedAt == .testing(20))
    }
    // Also what was there when it joined, and a repeat.
    var again = Payload.make("again", id: nil)
    again.fold = .set("f")
    for time in [50.0, 60] { try push(again, to: fast, at: time) }
    try exchange(at: 70)
    try push(.make("d", id: "d"), to: right, at: 80)
    try exchange(at: 90)
    for machine in [right, fast] {
      #expect(try titles(machine).first == "d")
      #expect(try message("again", on: machine).lastAt == .testing(60))
      #expect(try message("again", on: machine).occurrences == 2)
    }
  }

  @Test mutating func `what a sender says of its time stays`() throws {
    try exchange(at: 1)
    var payload = Payload.make("a", id: "a")
    payload.sentAt = .set(.testing(5))
    try push(payload, to: fast, at: 20)
    try exchange(at: 30)
    #expect(try message("a", on: right).sentAt == .testing(5))
    #expect(try message("a", on: right).receivedAt == .testing(20))
  }

  @Test(arguments: [true, false])
  mutating func `a snooze of seconds there is one of seconds here`(isFast: Bool) throws {
    let (one, other) = isFast ? (fast, right) : (right, fast)
    try exchange(at: 1)
    try push(.make("a", id: "a"), to: right, at: 10)
    try exchange(at: 20)
    let number = try message("a", on: one).number
    for machine in [right, fast] {
      machine.time = 20
      _ = try machine.here.perform(.read, on: .numbers([message("a", on: machine).number]))
    }
    one.time = 30
    let end = one.here.now.addingTimeInterval(4)
    _ = try one.here.perform(.snooze(until: .date(end)), on: .numbers([number]))
    try exchange(at: 31)
    #expect(try message("a", on: one).snoozedUntil == end)
    for machine in [right, fast] {
      #expect(try message("a", on: machine).snoozedUntil == machine.here.now.addingTimeInterval(3))
      #expect(try titles(machine).isEmpty)
    }
    // It wakes at the same moment on both.
    try exchange(at: 35)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try message("a", on: machine).status == .unread)
      #expect(try titles(machine) == ["a"])
    }
    // Read after that, it stays read on both.
    other.time = 36
    _ = try other.here.perform(.read, on: .numbers([message("a", on: other).number]))
    try exchange(at: 40)
    for machine in [right, fast] {
      _ = try machine.here.settle()
      #expect(try message("a", on: machine).status == .read)
    }
  }

  @Test mutating func `a clock that is set right leaves the ends of snoozes where they were`()
    throws
  {
    try exchange(at: 1)
    try push(.make("a", id: "a"), to: right, at: 10)
    try exchange(at: 20)
    let end = fast.here.now.addingTimeInterval(600)
    _ = try fast.here.perform(
      .snooze(until: .date(end)), on: .numbers([message("a", on: fast).number]))
    try exchange(at: 30)
    fast.skew = 0
    try exchange(at: 40)
    for machine in [right, fast] {
      #expect(try message("a", on: machine).snoozedUntil == .testing(620))
    }
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
