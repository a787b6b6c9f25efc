import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct HybridClockTests {
  private static let origin = ExchangeOrigin(rawValue: 0xc972_e56f)
  private static let other = ExchangeOrigin(rawValue: 0x09ab_12cd)

  @Test func `the text is milliseconds, counter and origin`() throws {
    let clock = HybridClock(milliseconds: 1_795_450_395_980, origin: Self.origin)
    #expect(clock.description == "1795450395980.0.c972e56f")
    #expect(try HybridClock("1795450395980.0.c972e56f") == clock)
    #expect(ExchangeOrigin(ofInbox: "c972e56f85c65664") == Self.origin)
    #expect(ExchangeOrigin(rawValue: 0xab).description == "000000ab")
  }

  @Test(arguments: [
    "", "1.2", "1.2.c972e56f.4", String(repeating: "9", count: 80), "-1.0.c972e56f",
    "01.0.c972e56f", "+1.0.c972e56f", "253402300800000.0.c972e56f", "1.4294967296.c972e56f",
    "1..c972e56f", "1.0.C972E56F", "1.0.c972e56", "1.0.c972e56ff",
  ]) func `rubbish is refused`(_ text: String) {
    #expect(throws: RegisterError.self) { try HybridClock(text) }
  }

  @Test func `the order is total`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let (a, b) = (HybridClock.random(using: &random), HybridClock.random(using: &random))
      #expect([a < b, b < a, a == b].count(where: \.self) == 1)
    }
    #expect(
      HybridClock(milliseconds: 1, counter: 9, origin: Self.origin)
        < HybridClock(milliseconds: 2, origin: Self.other))
  }

  @Test func `a new timestamp follows the corrected time and all that was seen`() throws {
    let seen = HybridClock(milliseconds: 1_000, origin: Self.other)
    func next(_ time: Int64, _ offset: Int64 = 0, after seen: HybridClock?, floor: Int64 = 0) throws
      -> HybridClock
    {
      try .next(at: time, offset: offset, after: seen, notBefore: floor, by: Self.origin)
    }
    #expect(try next(5_000, after: seen).milliseconds == 5_000)
    #expect(try next(5_000, 4_500, after: nil).milliseconds == 500)
    #expect(try next(5_000, 4_500, after: seen).milliseconds == 1_001)
    #expect(try next(500, after: seen, floor: 2_000).milliseconds == 2_000)
    #expect(try next(1_000, after: seen).milliseconds == 1_001)
    #expect(try next(.min, 1, after: nil).milliseconds == 0)
    #expect(try next(.max, -1, after: nil).milliseconds == HybridClock.latestMilliseconds)
  }

  @Test func `at the end of time the counter grows, then nothing`() throws {
    let end = HybridClock(milliseconds: .max, origin: Self.other)
    #expect(end.milliseconds == HybridClock.latestMilliseconds)
    let next = try HybridClock.next(at: 0, after: end, by: Self.origin)
    #expect(end < next && next.counter == 1)
    let last = HybridClock(milliseconds: .max, counter: .max, origin: Self.other)
    #expect(throws: HybridClockError.self) {
      try HybridClock.next(at: 0, after: last, by: Self.origin)
    }
  }
}
