import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// What the clock brings: starts and ends of snoozes, against a real store.
struct DueAlertTests {
  private let inbox = Inbox.empty()

  /// A state that has read the list, in help so that rows are out of sight.
  private func opened(at now: Date) throws -> UIState {
    var state = UIState(size: Size(columns: 80, rows: 24))
    try perform(state.start(), on: &state, at: now)
    try perform(state.update(.key(Key(name: "?")), at: now), on: &state, at: now)
    return state
  }

  private func perform(_ effects: [Effect], on state: inout UIState, at now: Date) throws {
    for effect in effects {
      let answer: Event? =
        if let request = effect.request(ReadRows.self) {
          .snapshot(try inbox.at(now).snapshot(of: request.query, in: request.window))
        } else if let query = effect.request(ArrivalQuery.self) {
          .answered(query, try inbox.at(now).arrivals(query))
        } else if let request = effect.request(Settle.self) {
          .answered(request, _ = try inbox.at(now).settle())
        } else {
          nil
        }
      guard let answer else { continue }
      try perform(state.update(answer, at: now), on: &state, at: now)
    }
  }

  private func tick(_ state: inout UIState, at now: Date) throws {
    try perform(state.update(.tick, at: now), on: &state, at: now)
  }

  @Test func `a start and the end of a snooze alert at their moments`() throws {
    _ = try inbox.push(
      [.make("starts", startsAt: .testing(60)), .make("snoozed")], defaultSource: "cli")
    _ = try inbox.perform(.snooze(until: .date(.testing(90))), on: .numbers([2]))
    var state = try opened(at: .testing(1))
    try tick(&state, at: .testing(59))
    #expect(state.alerts.banner == nil)
    try tick(&state, at: .testing(60))
    #expect(state.alerts.banner?.arrival.title == "starts")
    try tick(&state, at: .testing(90))
    #expect(state.alerts.banner?.arrival.title == "snoozed")
    #expect(state.alerts.banner?.count == 1)
  }

  @Test func `an alert that is only that comes at its start as well`() throws {
    _ = try inbox.push(
      [.make("alert only", startsAt: .testing(60), delivery: .alert)], defaultSource: "cli")
    var state = try opened(at: .testing(1))
    #expect(state.nextDeadline(at: .testing(1)) != nil)
    try tick(&state, at: .testing(60))
    #expect(state.alerts.banner?.arrival.title == "alert only")
    #expect(try inbox.at(.testing(60)).counts().listed == 0)
  }

  @Test func `what came after its start has alerted then, and does not at the next start`() throws {
    _ = try inbox.push([.make("starts", startsAt: .testing(60))], defaultSource: "cli")
    var state = try opened(at: .testing(1))
    _ = try inbox.at(.testing(40)).push(
      [.make("late", startsAt: .testing(30))], defaultSource: "cli")
    try tick(&state, at: .testing(60))
    #expect(state.alerts.banner?.arrival.title == "starts")
    #expect(state.alerts.banner?.count == 1)
  }

  @Test func `what another process settled first alerts all the same`() throws {
    _ = try inbox.push([.make("starts", startsAt: .testing(60))], defaultSource: "cli")
    var state = try opened(at: .testing(1))
    _ = try inbox.at(.testing(61)).push([.make("silent", delivery: .inbox)], defaultSource: "cli")
    try perform(state.update(.changed(.reload), at: .testing(62)), on: &state, at: .testing(62))
    #expect(state.alerts.banner?.arrival.title == "starts")
  }

  @Test func `what was due before the screen opened is no news`() throws {
    _ = try inbox.push([.make("starts", startsAt: .testing(60))], defaultSource: "cli")
    var state = try opened(at: .testing(61))
    try tick(&state, at: .testing(120))
    #expect(state.alerts.banner == nil)
  }

  @Test func `a clock that jumps back alerts nothing twice`() throws {
    _ = try inbox.push([.make("starts", startsAt: .testing(60))], defaultSource: "cli")
    var state = try opened(at: .testing(1))
    try tick(&state, at: .testing(60))
    _ = state.update(.key(.escape), at: .testing(60))
    try perform(state.update(.changed(.reload), at: .testing(10)), on: &state, at: .testing(10))
    try perform(state.update(.changed(.reload), at: .testing(20)), on: &state, at: .testing(20))
    #expect(state.alerts.banner == nil)
  }
}
