import InboxTestSupport
import Testing

@testable import InboxCore

/// A snooze that an event ends, where it happens on another machine.
@Suite struct EventSnoozeExchangeTests {
  private let meeting = ExchangeMeeting()
  private let laptop = ExchangeMachine.made("laptop")
  private let server = ExchangeMachine.made("server")

  private func exchange(_ machines: ExchangeMachine..., at time: Double? = nil) throws {
    meeting.random = SeededRandom(seed: 1)
    try meeting.exchange(machines + machines, at: time)
  }

  private func snooze(until end: SnoozeEnd, at time: Double) throws {
    try laptop.perform(.read, on: [1], at: time)
    try laptop.perform(.snooze(until: end), on: [1])
  }

  private func expectUnread() throws {
    for machine in [laptop, server] {
      let message = try machine.message()
      #expect(message.snoozedFor == nil)
      #expect(message.status == .unread)
      #expect(message.phase(at: machine.here.now) == .active)
      #expect(message.sortDate == .testing(20))
    }
    #expect(try laptop.views() == server.views())
  }

  @Test func `is the same on both, and gone on both`() throws {
    try server.push(.make("a", id: "a", fold: "a"), at: 1)
    try exchange(server, laptop)
    for end in [SnoozeEnd.next, .repetition, .resolution, .visit(machine: "laptop")] {
      try snooze(until: end, at: laptop.time + 10)
      try exchange(laptop, server)
      #expect(try server.message().snoozedFor == end)
      #expect(try server.message().phase(at: server.here.now) == .snoozed)
      try laptop.here.undo()
      try exchange(laptop, server)
      #expect(try server.message().snoozedFor == nil)
    }
  }

  /// The event may come to a machine that has not heard of the snooze, or with it.
  @Test(arguments: [SnoozeEnd.repetition, .next, .resolution], [true, false])
  func `a push elsewhere ends it, whoever hears of what first`(
    end: SnoozeEnd, isHeardFirst: Bool
  ) throws {
    try server.push(.make("disk", fold: "disk"), at: 1)
    try exchange(server, laptop)
    try snooze(until: end, at: 10)
    if isHeardFirst { try exchange(laptop, server) }
    let isOver = end == .resolution
    let event = Payload.make("disk", fold: isOver ? nil : "disk", resolves: isOver ? "disk" : nil)
    try server.push(event, at: 20)
    if !isHeardFirst { try exchange(server) }
    try exchange(laptop, server, laptop, at: 30)
    try expectUnread()
  }

  @Test(arguments: [true, false])
  func `another message of its source ends it, also one from before the snooze was heard of`(
    isHeardFirst: Bool
  ) throws {
    try server.push(.make("a", id: "a"), at: 1)
    try server.push(.make("z", id: "z"), at: 2)
    try exchange(server, laptop)
    try snooze(until: .next, at: 10)
    if isHeardFirst { try exchange(laptop, server) }
    try server.push(.make("b", id: "b"), at: 20)
    try exchange(server, laptop, at: 30)
    try expectUnread()
    // What was read after that stays read where the snooze is heard of late.
    try laptop.perform(.read, on: [1], at: 40)
    try exchange(laptop, server)
    #expect(try server.message().status == .read)
    #expect(try laptop.views() == server.views())
  }

  @Test func `until the person is here is until this machine, and is ended by no other one`() throws
  {
    try server.push(.make("a", id: "a"), at: 1)
    try exchange(server, laptop)
    try server.announce(to: laptop)
    try laptop.announce(to: server)
    try snooze(until: .visit(machine: nil), at: 10)
    try exchange(laptop, server)
    #expect(try server.message().snoozedFor == .visit(machine: "laptop"))
    try server.here.record(.presented)
    #expect(try server.message().snoozedFor == .visit(machine: "laptop"))
    laptop.time = 20
    try laptop.here.record(.presented)
    #expect(try laptop.message().snoozedFor == nil)
    server.time = 30
    try exchange(laptop, server)
    #expect(try server.message().status == .unread)
    #expect(try server.message().sortDate == .testing(20))
    #expect(try laptop.views() == server.views())
  }
}
