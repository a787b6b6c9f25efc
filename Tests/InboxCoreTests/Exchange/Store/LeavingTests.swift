import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// A machine that leaves the exchange, changes something, and joins again.
@Suite struct LeavingTests {
  private let meeting = ExchangeMeeting()
  private let atlas = ExchangeMachine.made("atlas")
  private let laptop = ExchangeMachine.made("laptop")

  private func exchange(_ machines: ExchangeMachine...) throws {
    for machine in machines + machines { try meeting.exchange(machine, at: machine.time + 1) }
  }

  private func push(_ titles: String..., to machine: ExchangeMachine) throws {
    for title in titles { try machine.push(.make(title, id: title), at: machine.time + 1) }
  }

  private func purge(_ title: String, on machine: ExchangeMachine) throws {
    let number = try machine.message(title).number
    try machine.perform(.delete, on: [number], at: machine.time + 1)
    try machine.here.purge([number])
  }

  private func titles(_ machine: ExchangeMachine) throws -> [String] {
    try machine.here.stored().compactMap(\.title).sorted()
  }

  /// Joins again and exchanges; returns the number of messages that the stream did not have, and
  /// what came and went.
  private func rejoin(_ machine: ExchangeMachine) throws -> (sent: Int, ExchangedCounts) {
    let start = try machine.inbox.lastSequence()
    machine.time += 1
    try machine.exchanging.join(ExchangeMembership(person: machine.person, machine: machine.name))
    _ = try machine.exchanging.pending(limit: 0)
    _ = try machine.exchanging.begin("test", created: String(meeting.channel.epoch), last: 0)
    try machine.exchanging.take(
      meeting.channel.values(after: 0), through: meeting.channel.last, isEnd: true)
    let sent = try #require(try machine.exchanging.position()).waitingMessageCount
    try exchange(machine)
    return (sent, try machine.exchanging.counts(after: start))
  }

  @Test(arguments: [1, 2])
  func `what was deleted forever while away stays away, and the others keep it`(times: Int) throws {
    try push("m0", "m1", "m2", "m3", "m4", to: atlas)
    try exchange(atlas, laptop)
    #expect(try titles(laptop).count == 5)
    try laptop.exchanging.leave()
    try purge("m2", on: laptop)
    try purge("m3", on: atlas)
    try exchange(atlas)
    let (sent, counts) = try rejoin(laptop)
    #expect(sent == 0)
    #expect(counts == ExchangedCounts(received: 0, removed: 1, pruned: 0))
    for _ in 1..<times {
      try laptop.exchanging.leave()
      let (sent, counts) = try rejoin(laptop)
      #expect(sent == 0 && counts == ExchangedCounts())
    }
    try exchange(atlas, laptop)
    #expect(try titles(laptop) == ["m0", "m1", "m4"])
    #expect(try titles(atlas) == ["m0", "m1", "m2", "m4"])

    // Pushed again here, it is one message on both.
    try laptop.here.push(.make("m2 again", id: "m2"), from: "ci")
    try exchange(laptop, atlas)
    #expect(try titles(laptop) == ["m0", "m1", "m2 again", "m4"])
    #expect(try titles(atlas) == titles(laptop))
  }

  @Test func `what came and what was sent is counted after a return`() throws {
    try push("shared", to: atlas)
    try exchange(atlas, laptop)
    try laptop.exchanging.leave()
    try push("of the laptop", to: laptop)
    try push("of atlas", "too", to: atlas)
    try exchange(atlas)
    let (sent, counts) = try rejoin(laptop)
    #expect(sent == 1 && counts == ExchangedCounts(received: 2, removed: 0, pruned: 0))
    // A text that both have and one has changed is not sent as a message.
    try exchange(atlas)
    try laptop.exchanging.leave()
    try laptop.here.push(.make("renamed", id: "shared"), from: "ci")
    let again = try rejoin(laptop)
    #expect(again.sent == 0 && again.1 == ExchangedCounts())
    try exchange(atlas)
    #expect(try titles(atlas) == titles(laptop) && titles(atlas).contains("renamed"))
  }

  @Test func `what was deleted forever before leaving stays away if the stream is lost`() throws {
    try push("kept", "gone", to: atlas)
    try exchange(atlas, laptop)
    try purge("gone", on: laptop)
    try exchange(laptop)
    try laptop.exchanging.leave()
    // Atlas has not read of the deletion, and sends its message to another stream.
    meeting.channel.loseEverything()
    try exchange(atlas)
    let (sent, counts) = try rejoin(laptop)
    #expect(sent == 0 && counts == ExchangedCounts())
    try exchange(atlas, laptop)
    for machine in [atlas, laptop] { #expect(try titles(machine) == ["kept"]) }
  }

  @Test func `what was removed to keep the maximum comes back after a return`() throws {
    try push("a", "b", to: atlas)
    try exchange(atlas, laptop)
    let now = laptop.here.now
    try laptop.inbox.store.write { _ = try $0.prune(to: 1, sparing: [], at: now) }
    #expect(try titles(laptop).count == 1)
    try laptop.exchanging.leave()
    let (sent, counts) = try rejoin(laptop)
    #expect(sent == 0 && counts == ExchangedCounts(received: 1, removed: 0, pruned: 0))
    #expect(try titles(laptop) == ["a", "b"])
  }

  @Test func `marks of what was never exchanged are not kept`() throws {
    try push("a", to: laptop)
    try exchange(laptop)
    try laptop.exchanging.leave()
    try push("b", to: laptop)
    try purge("b", on: laptop)
    try purge("a", on: laptop)
    #expect(try laptop.inbox.values("SELECT id || ' ' || reason FROM absent") == ["a removed"])
  }
}

/// Which messages a stream has refused, and which it is never asked to take.
@Suite struct RefusedMessagesTests {
  private let inbox = Inbox.empty()
  private let exchange: ExchangeInbox

  init() throws { exchange = ExchangeInbox(inbox) { try .testing($0) } }

  private func subject(_ id: String) throws -> SubjectKey {
    try .testing(MessageIdentity(source: "ci", id: id))
  }

  @Test func `messages of refused values are named, the newest first`() throws {
    try exchange.join(ExchangeMembership(person: "me"))
    let payloads = ["a", "b", "c"].map { (id: String) in
      Payload.make("Title \(id)", id: id, body: "text")
    }
    try inbox.push(payloads, defaultSource: "ci")
    let values = try exchange.pending(limit: 99)
    #expect(try exchange.refused(limit: 9) == RefusedMessages())

    let (sent, second) = (try subject("a"), try subject("b"))
    try exchange.hold(values.filter { $0.subject != sent })
    let refused = try exchange.refused(limit: 9)
    #expect(refused.count == 2)
    #expect(refused.newest.map(\.title) == ["Title c", "Title b"])
    let size = values.filter { $0.subject == second }.map(\.bytes.count).max()
    let entry = RefusedMessages.Entry(
      number: MessageNumber(2), source: "ci", id: "b", title: "Title b", byteCount: size ?? 0)
    #expect(refused.newest.last == entry)
    let first = try exchange.refused(limit: 1)
    #expect(first.count == 2 && first.newest.map(\.id) == ["c"])

    try exchange.release()
    #expect(try exchange.refused(limit: 9) == RefusedMessages())
  }

  @Test func `messages of sources that stay here are not counted as shared`() throws {
    let payloads = ["ci", "ci", "desktop", "desktop/mail/work", "desktop/music"].map {
      Payload.make(source: $0)
    }
    try inbox.push(payloads, defaultSource: "cli")
    try inbox.perform(.delete, on: [1, 3])
    let expected: [([String: Bool], Int)] = [
      ([:], 5), (["desktop": false], 2), (["desktop": false, "desktop/mail": true], 3),
      (["ci": false, "desktop": false], 0),
    ]
    for (sources, count) in expected {
      #expect(try exchange.messageCount(sharing: ExchangeShare(sources)) == count, "\(sources)")
    }
  }

  @Test func `messages are counted by source from an index, and nothing is sorted`() throws {
    let steps = try inbox.store.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + ExchangeInbox.countsBySource)
        .map { $0["detail"] as String }
    }
    #expect(steps.count == 1, "\(steps)")
    #expect(steps.allSatisfy { $0.contains(" USING COVERING INDEX ") }, "\(steps)")
  }
}
