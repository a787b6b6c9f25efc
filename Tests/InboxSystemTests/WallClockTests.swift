import Foundation
import InboxTestSupport
import Testing

@testable import InboxSystem

@Suite(.waiting) struct WallClockTests {
  @Test func `it wakes at its moment, once`() {
    let clock = WallClock()
    let now = Date.distantPast
    clock.wake(at: now.addingTimeInterval(3_600), now: now)
    #expect(!isReadable(clock.descriptor))
    clock.wake(at: now.addingTimeInterval(0.02), now: now)
    #expect(isReadable(clock.descriptor, within: PseudoTerminal.limit))
    clock.take()
    #expect(!isReadable(clock.descriptor))
  }

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: 0), Date()])
  func `a moment that has passed wakes at once`(_ moment: Date) {
    let clock = WallClock()
    clock.wake(at: moment, now: Date())
    #expect(isReadable(clock.descriptor, within: PseudoTerminal.limit))
  }

  @Test func `without a moment it waits for ever`() {
    let clock = WallClock()
    clock.wake(at: Date(), now: Date())
    clock.take()
    clock.wake(at: nil, now: Date())
    #expect(!isReadable(clock.descriptor))
    clock.wake(at: .distantFuture, now: Date())
    #expect(!isReadable(clock.descriptor))
  }
}
