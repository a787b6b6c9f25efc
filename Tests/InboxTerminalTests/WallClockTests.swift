import Foundation
@testable import InboxTerminal
import Testing

struct WallClockTests {
  private func isReadable(_ clock: WallClock, within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: clock.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  @Test func `it wakes at its moment, once`() {
    let clock = WallClock()
    let now = Date.distantPast
    clock.wake(at: now.addingTimeInterval(3_600), now: now)
    #expect(!isReadable(clock, within: 0))
    clock.wake(at: now.addingTimeInterval(0.02), now: now)
    #expect(isReadable(clock, within: 30_000))
    clock.take()
    #expect(!isReadable(clock, within: 0))
  }

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: 0), Date()])
  func `a moment that has passed wakes at once`(_ moment: Date) {
    let clock = WallClock()
    clock.wake(at: moment, now: Date())
    #expect(isReadable(clock, within: 30_000))
  }

  @Test func `without a moment it waits for ever`() {
    let clock = WallClock()
    clock.wake(at: Date(), now: Date())
    clock.take()
    clock.wake(at: nil, now: Date())
    #expect(!isReadable(clock, within: 0))
    clock.wake(at: .distantFuture, now: Date())
    #expect(!isReadable(clock, within: 0))
  }
}
