import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What the clock does to an open screen.
struct ClockTests {
  private let now = Date.testing

  private func state(nextTransition: Date?, screens: [Screen] = [.list]) -> UIState {
    var state = UIState(size: Size(columns: 80, rows: 24), zone: .gmt)
    state.environment.preferences.automaticTabs = false
    state.list.snapshot.nextTransition = nextTransition
    state.stack.screens = screens
    return state
  }

  @Test func `a start, an expiry or the end of a snooze settles at its moment and not before`() {
    var state = state(nextTransition: now.addingTimeInterval(60))
    #expect(state.nextDeadline(at: now) == now.addingTimeInterval(60))
    #expect(state.update(.tick, at: now.addingTimeInterval(59.999)) == [])
    #expect(state.update(.tick, at: now.addingTimeInterval(60)) == [Settle().effect])
    #expect(state.nextDeadline(at: now.addingTimeInterval(60)) == nil)
    #expect(state.update(.tick, at: now.addingTimeInterval(61)) == [])
  }

  @Test func `what was settled is read anew, in the reader too`() {
    var state = state(nextTransition: now, screens: [.list, .reader])
    state.reader = ReaderState(number: 7)
    #expect(state.update(.tick, at: now) == [Settle().effect])
    let effects = state.update(.answered(Settle(), ()), at: now)
    #expect(effects.contains(.fetch([7], .reader)))
    #expect(effects.contains { $0.request(ReadRows.self) != nil })
  }

  @Test func `a clock set forward settles all that has become due at once`() {
    var state = state(nextTransition: now.addingTimeInterval(30 * 86_400))
    #expect(state.update(.tick, at: now.addingTimeInterval(365 * 86_400)) == [Settle().effect])
  }

  @Test func `a clock set back asks for nothing and leaves what is shown`() {
    var inbox = ScreenDriver(count: 3)
    let rows = inbox.rows
    inbox.now.addTimeInterval(-400 * 86_400)
    #expect(inbox.send(.tick) == [])
    #expect(inbox.state.list.snapshot.rows == rows)
    #expect(inbox.texts.contains { $0.contains("in 1y") })
    #expect(inbox.state.nextDeadline(at: inbox.now).map { $0 > inbox.now } == true)
  }

  @Test func `a clock set back keeps no status line for longer`() {
    var state = state(nextTransition: nil)
    state.status = StatusMessage(.note("Done"), at: now)
    #expect(state.update(.tick, at: now.addingTimeInterval(7)) == [])
    #expect(state.status != nil)
    #expect(state.update(.tick, at: now.addingTimeInterval(-3_600)) == [])
    #expect(state.status == nil)
  }

  @Test func `a store that cannot settle is left alone for a minute, and the list is read`() {
    var state = state(nextTransition: now)
    #expect(state.update(.tick, at: now) == [Settle().effect])
    let effects = state.update(.requestFailed(Settle().effect, "disk full"), at: now)
    #expect(effects.contains { $0.request(ReadRows.self) != nil })
    #expect(state.update(.tick, at: now.addingTimeInterval(1)) == [])
    #expect(state.update(.tick, at: now.addingTimeInterval(9)) == [])
    #expect(state.nextDeadline(at: now.addingTimeInterval(9)) == now.addingTimeInterval(60))
    #expect(state.update(.tick, at: now.addingTimeInterval(60)) == [Settle().effect])
  }

  @Test func `a clock set back does not keep the store from settling`() {
    var state = state(nextTransition: now.addingTimeInterval(-7_200))
    _ = state.update(.tick, at: now)
    _ = state.update(.requestFailed(Settle().effect, "disk full"), at: now)
    #expect(state.update(.tick, at: now.addingTimeInterval(-3_600)) == [Settle().effect])
  }
}
