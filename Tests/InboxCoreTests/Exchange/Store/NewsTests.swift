import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// News of a machine that was away, for what another one had settled meanwhile.
@Suite struct NewsTests {
  private let meeting = ExchangeMeeting()
  private let laptop = ExchangeMachine.made("laptop")
  private let server = ExchangeMachine.made("server")

  private func exchange(_ machines: ExchangeMachine..., at time: Double? = nil) throws {
    meeting.random = SeededRandom(seed: 1)
    try meeting.exchange(machines + machines, at: time)
  }

  @Test(arguments: [Verb.read, .done, .delete, .snooze(until: .repetition)])
  func `an occurrence on each machine is news where it was not seen`(_ verb: Verb) throws {
    let payload = Payload.make("disk", fold: "disk")
    try server.push(payload, at: 1)
    try exchange(server, laptop)
    try server.push(payload, at: 10)
    try laptop.push(payload, at: 20)
    try laptop.perform(verb, on: [1], at: 30)
    let last = try laptop.inbox.store.readLog(after: 0, limit: 1).lastSequence
    try exchange(laptop, server, laptop, at: 40)
    for machine in [laptop, server] {
      let message = try machine.message()
      #expect(message.state == MessageState(status: .unread))
      #expect(message.occurrences == 3)
    }
    #expect(try laptop.views() == server.views())
    guard case .entries(let entries) = try laptop.inbox.store.readLog(after: last, limit: 99).page
    else { return }
    #expect(entries.contains { $0.verb == .resurfaced })
  }

  @Test(arguments: [true, false], [true, false])
  func `a changed text or a raised priority brings back what is done`(
    isText: Bool, isLater: Bool
  ) throws {
    try server.push(.make("a", id: "a"), at: 1)
    try exchange(server, laptop)
    let payload = Payload.make(isText ? "b" : "a", id: "a", priority: isText ? nil : .high)
    try server.push(payload, at: isLater ? 30 : 10)
    try laptop.perform(.read, on: [1], at: 15)
    try laptop.perform(.done, on: [1], at: 20)
    try exchange(laptop, server, laptop, at: 40)
    for machine in [laptop, server] {
      #expect(try machine.message().state == MessageState(status: .unread))
    }
    #expect(try laptop.views() == server.views())
    // It can be settled again, with all that is known now.
    try server.perform(.done, on: [1], at: 50)
    laptop.time = 60
    try exchange(server, laptop)
    #expect(try laptop.message().isDone)
    #expect(try laptop.views() == server.views())
  }

  @Test(arguments: ["repeat", "text", "priority"], [true, false])
  func `what is over is listed again where it had news that nobody saw`(
    news: String, isNoted: Bool
  ) throws {
    func payload(_ title: String) -> Payload {
      .make(title, id: news == "repeat" ? nil : "a", fold: "disk")
    }
    try server.push(payload("a"), at: 1)
    try exchange(server, laptop)
    try laptop.perform(.done, on: [1], at: 10)
    try exchange(laptop, server)
    if isNoted {
      var later = payload(news == "priority" ? "a" : "b")
      if news == "priority" { later.priority = .set(.high) }
      try laptop.push(later, at: 20)
    }
    try server.push(.make("over", source: "ci", resolves: "disk"), at: 30)
    try exchange(laptop, server, laptop, at: 40)
    for machine in [laptop, server] {
      let message = try machine.message()
      #expect(message.resolvedAt != nil && message.status == .read)
      #expect(message.isDone == !isNoted)
    }
    #expect(try laptop.views() == server.views())
  }

  @Test(arguments: [1, 2])
  func `a text stays where it was shown if another machine resolves what it has not heard of`(
    _ count: Int
  ) throws {
    try laptop.push(.make("disk", body: "91 %", fold: "disk"), at: 1)
    try exchange(laptop, server)
    let texts = (0..<count).map { "9\($0 + 7) %" }
    for text in texts { try server.push(.make("disk", body: text, fold: "disk"), at: 10) }
    try laptop.push(.make("room again", source: "ci", resolves: "disk"), at: 20)
    try exchange(laptop, server, laptop, at: 30)
    for machine in [laptop, server] {
      let message = try machine.message()
      #expect(message.body == "91 %\n\nroom again" && message.occurrences == count + 1)
    }
    let number = try server.message().number
    let kept = try #require(try server.here.message(number)).earlier
    #expect(kept.compactMap(\.body).sorted() == texts)
  }

  @Test func `what changes no text leaves it done`() throws {
    try server.push(.make("a", id: "a"), at: 1)
    try exchange(server, laptop)
    try server.push(.make("a", id: "a", tags: ["late"]), at: 10)
    try laptop.perform(.done, on: [1], at: 20)
    try exchange(laptop, server, laptop, at: 40)
    #expect(try server.message().isDone && server.message().tags == ["late"])
    #expect(try laptop.views() == server.views())
  }

  @Test func `headers are not sent to the URL of a push on another machine`() throws {
    func payload(_ url: String, _ headers: String = "", body: String? = nil) throws -> Payload {
      let custom = #"{"actions":[{"action":"http","id":"x","url":"\#(url)"\#(headers)}]}"#
      return Payload(
        title: "a", body: body, id: "a", actions: [.init(id: "x", label: "Retry")],
        custom: try JSONValue(json: custom))
    }
    try server.push(payload("https://e.org", #","headers":{"A":"x"}"#), at: 1)
    try exchange(server, laptop)
    #expect(try server.message().actionHeaders.count == 1 && laptop.message().actionHeaders == [:])
    try laptop.push(.make("a", id: "a", body: "text"), at: 10)
    try exchange(laptop, server)
    #expect(try server.message().body == "text" && server.message().actionHeaders.count == 1)
    try laptop.push(payload("https://o.org"), at: 20)
    try exchange(laptop, server)
    #expect(try server.message().actionHeaders == [:])
  }
}

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

  /// The last entry of the server's log about the message.
  private func lastEntry() throws -> LogEntry? {
    guard case .entries(let entries) = try server.inbox.store.readLog(after: 0, limit: 99).page
    else { return nil }
    return entries.last { $0.numbers == [1] }
  }

  @Test func `its end by hand, or another snooze, raises no alert elsewhere`() throws {
    try server.push(.make("a", id: "a", fold: "a"), at: 1)
    try exchange(server, laptop)
    // The end of a snooze by time stays with the message, and comes back by the undo.
    try laptop.perform(.snooze(until: .date(.testing(5))), on: [1], at: 2)
    try exchange(laptop, server, at: 10)
    for (index, change) in ["undo", "unsnooze", "time"].enumerated() {
      let time = Double(index) * 100 + 100
      try laptop.perform(.snooze(until: .repetition), on: [1], at: time)
      try exchange(laptop, server, at: time)
      laptop.time = time + 10
      switch change {
      case "undo": _ = try laptop.here.undo()
      case "time": try laptop.perform(.snooze(until: .date(.testing(9_000))), on: [1])
      default: try laptop.perform(.unsnooze, on: [1])
      }
      try exchange(laptop, server, at: time + 20)
      let entry = try #require(try lastEntry())
      #expect(entry.verb == (change == "time" ? .snoozed : .unsnoozed), "\(change)")
      #expect(!entry.mayAlert)
      #expect(try server.message().snoozedFor == nil)
    }
    try laptop.perform(.snooze(until: .next), on: [1], at: 9_100)
    try exchange(laptop, server, at: 9_100)
    // Another message of the source, which only the laptop gets, ends it there.
    try laptop.push(.make("b", id: "b"), at: 9_200)
    try exchange(laptop, server, at: 9_210)
    #expect(try lastEntry()?.verb == .woken)
  }
}
