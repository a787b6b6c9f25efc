import InboxText
import Testing

@testable import InboxCore

@Suite struct AbsentMarkTests {
  private static let origin = ExchangeOrigin(rawValue: 1)
  private static let day: Int64 = 86_400_000
  private let purge = AbsentMark(
    reason: .purged(HybridClock(milliseconds: 10 * day, origin: origin)), generation: 2)

  private func content(generation: Int64) -> ContentRegister {
    ContentRegister(
      ContentPush(["title": .string("x")]), of: MessageIdentity(source: "ci", id: "1"),
      generation: generation, at: HybridClock(milliseconds: 1, origin: Self.origin))
  }

  @Test func `the mark of a purge ends by its own time`() {
    #expect(!purge.isExpired(at: 190 * Self.day - 1))
    #expect(purge.isExpired(at: 190 * Self.day))
    #expect(!purge.isExpired(at: 190 * Self.day, lifetime: AbsentMark.retention))
    #expect(!AbsentMark(reason: .pruned, generation: 0).isExpired(at: .max))
    #expect(AbsentMark.renewal < AbsentMark.lifetime - AbsentMark.longAbsence)
    #expect(AbsentMark.lifetime < AbsentMark.retention)
  }

  @Test func `the stream forgets the mark of a purge last, after its end here`() {
    let lifetimes = PurgeLifetimes.default
    let purge = 10 * Self.day
    for (now, mark, leftover): (Int64, Int64, Int64) in [
      (10, 181, 180), (11, 180, 179), (189, 2, 1), (9, 182, 181),
    ] {
      #expect(lifetimes.secondsOfMark(since: purge, at: now * Self.day) == mark * 86_400)
      #expect(lifetimes.secondsOfLeftover(since: purge, at: now * Self.day) == leftover * 86_400)
    }
    #expect(lifetimes.secondsOfLeftover(since: purge, at: purge + 1) == 180 * 86_400)
    // What has ended may go at once, and no end is too far for a server.
    #expect(lifetimes.secondsOfLeftover(since: purge, at: 999 * Self.day) == 1)
    for now in [0, Int64.min] {
      #expect(lifetimes.secondsOfMark(since: .max, at: now) == 100 * 365 * 86_400)
    }
    #expect(lifetimes.mark + lifetimes.margin < lifetimes.retention)
    // A machine that was away for less than the limit finds a mark that was sent as late as may be.
    #expect(lifetimes.renewal + AbsentMark.longAbsence < lifetimes.mark)
  }

  @Test func `it admits a later generation only, until it ends`() {
    let now = 20 * Self.day
    #expect(!purge.admits(content(generation: 2), at: now))
    #expect(purge.admits(content(generation: 3), at: now))
    #expect(purge.admits(content(generation: 2), at: 190 * Self.day))
    let pruned = AbsentMark(reason: .pruned, generation: 2)
    #expect(!pruned.admits(content(generation: 2), at: .max))
    #expect(pruned.admits(content(generation: 3), at: now))
    #expect(AbsentMark(reason: .early, generation: 0).admits(content(generation: 0), at: now))
  }

  @Test func `news brings a pruned message back`() {
    let clocks = [3, 4, 5].map { HybridClock(milliseconds: $0, origin: Self.origin) }
    let pruned = AbsentMark(reason: .pruned, generation: 2, latest: clocks[1])
    for (clock, isNews) in zip(clocks, [false, false, true]) {
      let raised = content(generation: 2).raised(endsSnooze: false, at: clock)
      #expect(pruned.admits(raised, at: 0) == isNews)
      #expect(!AbsentMark(reason: .pruned, generation: 2).admits(raised, at: 0))
    }
    let over = content(generation: 2).resolved(by: ContentPush([:]), at: 5, clock: clocks[2])
    #expect(!pruned.admits(over, at: 0))
  }

  @Test func `a push begins the next generation where the purge is known`() {
    #expect(AbsentMark.generation(of: nil, mark: nil) == 0)
    #expect(AbsentMark.generation(of: nil, mark: purge) == 3)
    #expect(AbsentMark.generation(of: content(generation: 5), mark: purge) == 5)
    #expect(AbsentMark.generation(of: nil, mark: AbsentMark(reason: .pruned, generation: 4)) == 4)
  }

  @Test func `a pruned message that is purged elsewhere leaves the mark of the purge`() throws {
    let clock = HybridClock(milliseconds: 7, origin: Self.origin)
    let pruned = AbsentMark(reason: .pruned, generation: 0)
    let joined = pruned.joined(with: content(generation: 0).purged(at: clock))
    #expect(joined.reason == .purged(clock))
    #expect(purge.joined(with: content(generation: 1).purged(at: clock)) == purge)
  }

  @Test func `a long absence is counted from the last reading`() {
    #expect(!AbsentMark.isLongAbsence(since: nil, at: .max))
    #expect(!AbsentMark.isLongAbsence(since: 0, at: 149 * Self.day))
    #expect(AbsentMark.isLongAbsence(since: 0, at: 150 * Self.day))
    #expect(AbsentMark.isLongAbsence(since: .min, at: .max))
    #expect(!AbsentMark.isLongAbsence(since: 100, at: 0))
  }
}
