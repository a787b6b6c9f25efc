import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// A snooze that an event ends, where it happens on another machine.
@Suite struct EventSnoozeExchangeTests {
  private let laptop: ExchangeMachine
  private let server: ExchangeMachine

  init() throws {
    (laptop, server) = (try ExchangeMachine("laptop"), try ExchangeMachine("server"))
  }

  private func exchange(_ machines: [ExchangeMachine], over channel: inout ExchangeChannel) throws {
    var random = SeededRandom(seed: 1)
    for machine in machines + machines { try machine.exchange(with: &channel, .none, &random) }
  }

  private func push(_ payload: Payload, to machine: ExchangeMachine, at time: Double) throws {
    machine.time = time
    _ = try machine.here.push([payload], defaultSource: "ci")
  }

  private func first(_ machine: ExchangeMachine) throws -> Message {
    try #require(try machine.here.message(MessageNumber(1)))
  }

  private func snooze(until end: SnoozeEnd, on machine: ExchangeMachine, at time: Double) throws {
    machine.time = time
    let number = MessageNumber(1)
    _ = try machine.here.perform(.read, on: .numbers([number]))
    _ = try machine.here.perform(.snooze(until: end), on: .numbers([number]))
  }

  private func disk(resolved: Bool = false) -> Payload {
    var payload = Payload.make("disk")
    payload.fold = resolved ? .absent : .set("disk")
    payload.resolves = resolved ? "disk" : nil
    return payload
  }

  @Test func `is the same on both, and gone on both`() throws {
    var channel = ExchangeChannel()
    var payload = Payload.make("a", id: "a")
    payload.fold = .set("a")
    try push(payload, to: server, at: 1)
    try exchange([server, laptop], over: &channel)
    for end in [SnoozeEnd.next, .repetition, .resolution, .visit(machine: "laptop")] {
      try snooze(until: end, on: laptop, at: laptop.time + 10)
      try exchange([laptop, server], over: &channel)
      #expect(try first(server).snoozedFor == end)
      #expect(try first(server).phase(at: server.here.now) == .snoozed)
      _ = try laptop.here.undo()
      try exchange([laptop, server], over: &channel)
      #expect(try first(server).snoozedFor == nil)
    }
  }

  /// The event may come to a machine that has not heard of the snooze, or with it.
  @Test(arguments: [SnoozeEnd.repetition, .next, .resolution], [true, false])
  func `a push elsewhere ends it, whoever hears of what first`(
    end: SnoozeEnd, isHeardFirst: Bool
  ) throws {
    var channel = ExchangeChannel()
    try push(disk(), to: server, at: 1)
    try exchange([server, laptop], over: &channel)
    try snooze(until: end, on: laptop, at: 10)
    if isHeardFirst { try exchange([laptop, server], over: &channel) }
    try push(disk(resolved: end == .resolution), to: server, at: 20)
    if !isHeardFirst { try exchange([server], over: &channel) }
    (server.time, laptop.time) = (30, 30)
    try exchange([laptop, server, laptop], over: &channel)
    for machine in [laptop, server] {
      let message = try first(machine)
      #expect(message.snoozedFor == nil)
      #expect(message.status == .unread)
      #expect(message.phase(at: machine.here.now) == .active)
      #expect(message.sortDate == .testing(20))
    }
    #expect(try laptop.views() == server.views())
  }

  @Test(arguments: [true, false])
  func `another message of its source ends it, also one from before the snooze was heard of`(
    isHeardFirst: Bool
  ) throws {
    var channel = ExchangeChannel()
    try push(.make("a", id: "a"), to: server, at: 1)
    try push(.make("z", id: "z"), to: server, at: 2)
    try exchange([server, laptop], over: &channel)
    try snooze(until: .next, on: laptop, at: 10)
    if isHeardFirst { try exchange([laptop, server], over: &channel) }
    try push(.make("b", id: "b"), to: server, at: 20)
    (server.time, laptop.time) = (30, 30)
    try exchange([server, laptop], over: &channel)
    for machine in [laptop, server] {
      let message = try first(machine)
      #expect(message.snoozedFor == nil)
      #expect(message.status == .unread)
      #expect(message.sortDate == .testing(20))
    }
    #expect(try laptop.views() == server.views())
    // What was read after that stays read where the snooze is heard of late.
    laptop.time = 40
    _ = try laptop.here.perform(.read, on: .numbers([MessageNumber(1)]))
    try exchange([laptop, server], over: &channel)
    #expect(try first(server).status == .read)
    #expect(try laptop.views() == server.views())
  }

  @Test func `until the person is here is until this machine, and is ended by no other one`() throws
  {
    var channel = ExchangeChannel()
    try push(.make("a", id: "a"), to: server, at: 1)
    try exchange([server, laptop], over: &channel)
    for (one, other) in [(server, laptop), (laptop, server)] {
      let origin = try #require(ExchangeOrigin(ofInbox: try one.here.origin()))
      try other.exchanging.note([try #require(try one.exchanging.announcement(of: origin))])
    }
    try snooze(until: .visit(machine: nil), on: laptop, at: 10)
    try exchange([laptop, server], over: &channel)
    #expect(try first(server).snoozedFor == .visit(machine: "laptop"))
    try server.here.record(.presented)
    #expect(try first(server).snoozedFor == .visit(machine: "laptop"))
    laptop.time = 20
    try laptop.here.record(.presented)
    #expect(try first(laptop).snoozedFor == nil)
    server.time = 30
    try exchange([laptop, server], over: &channel)
    #expect(try first(server).status == .unread)
    #expect(try first(server).sortDate == .testing(20))
    #expect(try laptop.views() == server.views())
  }
}
