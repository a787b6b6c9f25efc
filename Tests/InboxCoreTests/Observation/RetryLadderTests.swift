import InboxText
import Testing

@testable import InboxCore

@Suite struct RetryLadderTests {
  private let start = ContinuousClock.now

  @Test func `rests until a writer is seen`() { #expect(RetryLadder().delay(at: start) == nil) }

  @Test func `looks after 2, 20 and 200 ms, then rests`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    var now = start
    var delays: [Duration] = []
    while let delay = ladder.delay(at: now) {
      delays.append(delay)
      now += delay
      ladder.markDone(at: now)
    }
    #expect(delays == [.milliseconds(2), .milliseconds(20), .milliseconds(200)])
  }

  @Test func `looks that come early use up no step`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    for _ in 0..<9 { ladder.markDone(at: start + .milliseconds(1)) }
    #expect(ladder.delay(at: start + .milliseconds(1)) == .milliseconds(1))
  }

  @Test func `a late look is due at once`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    #expect(ladder.delay(at: start + .seconds(9)) == .zero)
  }

  @Test func `each sign of work starts over`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    ladder.markDone(at: start + .milliseconds(2))
    ladder.start(at: start + .milliseconds(3))
    #expect(ladder.delay(at: start + .milliseconds(3)) == .milliseconds(2))
  }
}
