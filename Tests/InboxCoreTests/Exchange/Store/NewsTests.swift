import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// News of a machine that was away, for what another one had settled meanwhile.
@Suite struct NewsTests {
  private let laptop: ExchangeMachine
  private let server: ExchangeMachine

  init() throws {
    (laptop, server) = (try ExchangeMachine("laptop"), try ExchangeMachine("server"))
  }

  private func exchange(over channel: inout ExchangeChannel, _ machines: [ExchangeMachine]) throws {
    var random = SeededRandom(seed: 1)
    for machine in machines + machines { try machine.exchange(with: &channel, .none, &random) }
  }

  private func push(_ payload: Payload, to machine: ExchangeMachine, at time: Double) throws {
    machine.time = time
    _ = try machine.here.push([payload], defaultSource: "ci")
  }

  private func perform(_ verb: Verb, on machine: ExchangeMachine, at time: Double) throws {
    machine.time = time
    _ = try machine.here.perform(verb, on: .numbers([MessageNumber(1)]))
  }

  private func first(_ machine: ExchangeMachine) throws -> Message {
    try #require(try machine.here.message(MessageNumber(1)))
  }

  @Test(arguments: [Verb.read, .done, .delete, .snooze(until: .repetition)])
  func `an occurrence on each machine is news where it was not seen`(_ verb: Verb) throws {
    var channel = ExchangeChannel()
    var payload = Payload.make("disk")
    payload.fold = .set("disk")
    try push(payload, to: server, at: 1)
    try exchange(over: &channel, [server, laptop])
    try push(payload, to: server, at: 10)
    try push(payload, to: laptop, at: 20)
    try perform(verb, on: laptop, at: 30)
    (laptop.time, server.time) = (40, 40)
    let last = try laptop.inbox.store.readLog(after: 0, limit: 1).lastSequence
    try exchange(over: &channel, [laptop, server, laptop])
    for machine in [laptop, server] {
      let message = try first(machine)
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
    var channel = ExchangeChannel()
    try push(.make("a", id: "a"), to: server, at: 1)
    try exchange(over: &channel, [server, laptop])
    var payload = Payload.make(isText ? "b" : "a", id: "a")
    if !isText { payload.priority = .set(.high) }
    try push(payload, to: server, at: isLater ? 30 : 10)
    try perform(.read, on: laptop, at: 15)
    try perform(.done, on: laptop, at: 20)
    (laptop.time, server.time) = (40, 40)
    try exchange(over: &channel, [laptop, server, laptop])
    for machine in [laptop, server] {
      #expect(try first(machine).state == MessageState(status: .unread))
    }
    #expect(try laptop.views() == server.views())
    // It can be settled again, with all that is known now.
    try perform(.done, on: server, at: 50)
    laptop.time = 60
    try exchange(over: &channel, [server, laptop])
    #expect(try first(laptop).isDone)
    #expect(try laptop.views() == server.views())
  }

  @Test(arguments: ["repeat", "text", "priority"], [true, false])
  func `what is over is listed again where it had news that nobody saw`(
    news: String, isNoted: Bool
  ) throws {
    var channel = ExchangeChannel()
    func payload(_ title: String) -> Payload {
      var payload = Payload.make(title, id: news == "repeat" ? nil : "a")
      payload.fold = .set("disk")
      return payload
    }
    try push(payload("a"), to: server, at: 1)
    try exchange(over: &channel, [server, laptop])
    try perform(.done, on: laptop, at: 10)
    try exchange(over: &channel, [laptop, server])
    if isNoted {
      var later = payload(news == "priority" ? "a" : "b")
      if news == "priority" { later.priority = .set(.high) }
      try push(later, to: laptop, at: 20)
    }
    var end = Payload.make("over", source: "ci")
    end.resolves = "disk"
    try push(end, to: server, at: 30)
    (laptop.time, server.time) = (40, 40)
    try exchange(over: &channel, [laptop, server, laptop])
    for machine in [laptop, server] {
      let message = try first(machine)
      #expect(message.resolvedAt != nil && message.status == .read)
      #expect(message.isDone == !isNoted)
    }
    #expect(try laptop.views() == server.views())
  }

  @Test func `what changes no text leaves it done`() throws {
    var channel = ExchangeChannel()
    try push(.make("a", id: "a"), to: server, at: 1)
    try exchange(over: &channel, [server, laptop])
    try push(.make("a", id: "a", tags: ["late"]), to: server, at: 10)
    try perform(.done, on: laptop, at: 20)
    (laptop.time, server.time) = (40, 40)
    try exchange(over: &channel, [laptop, server, laptop])
    #expect(try first(server).isDone && first(server).tags == ["late"])
    #expect(try laptop.views() == server.views())
  }

  @Test func `headers are not sent to the URL of a push on another machine`() throws {
    var channel = ExchangeChannel()
    func payload(_ url: String, _ headers: String = "", body: String? = nil) throws -> Payload {
      var payload = Payload.make("a", id: "a", body: body)
      payload.actions = .set([.init(id: "x", label: "Retry")])
      let custom = #"{"actions":[{"action":"http","id":"x","url":"\#(url)"\#(headers)}]}"#
      payload.custom = .init(try JSONValue(json: custom))
      return payload
    }
    try push(payload("https://e.org", #","headers":{"A":"x"}"#), to: server, at: 1)
    try exchange(over: &channel, [server, laptop])
    #expect(try first(server).actionHeaders.count == 1 && first(laptop).actionHeaders == [:])
    try push(.make("a", id: "a", body: "text"), to: laptop, at: 10)
    try exchange(over: &channel, [laptop, server])
    #expect(try first(server).body == "text" && first(server).actionHeaders.count == 1)
    try push(payload("https://o.org"), to: laptop, at: 20)
    try exchange(over: &channel, [laptop, server])
    #expect(try first(server).actionHeaders == [:])
  }
}
