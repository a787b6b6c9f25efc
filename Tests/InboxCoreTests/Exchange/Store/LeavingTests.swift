import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// A machine that leaves the exchange, changes something, and joins again.
@Suite struct LeavingTests {
  private var random = SeededRandom(seed: 1)
  private var channel = ExchangeChannel()
  private let atlas: ExchangeMachine
  private let laptop: ExchangeMachine

  init() throws {
    atlas = try ExchangeMachine("atlas")
    laptop = try ExchangeMachine("laptop")
  }

  private mutating func exchange(_ machines: ExchangeMachine...) throws {
    for machine in machines + machines {
      machine.time += 1
      try machine.exchange(with: &channel, .none, &random)
    }
  }

  private func push(_ titles: String..., to machine: ExchangeMachine) throws {
    for title in titles {
      machine.time += 1
      _ = try machine.here.push([.make(title, id: title)], defaultSource: "ci")
    }
  }

  private func purge(_ title: String, on machine: ExchangeMachine) throws {
    let number = try #require(try machine.here.stored().first { $0.title == title }).number
    machine.time += 1
    _ = try machine.here.perform(.delete, on: .numbers([number]))
    _ = try machine.here.purge(.numbers([number]))
  }

  private func titles(_ machine: ExchangeMachine) throws -> [String] {
    try machine.here.stored().compactMap(\.title).sorted()
  }

  /// Joins again and exchanges.
  ///
  /// - Returns: The number of messages that the stream did not have, and what came and went.
  private mutating func rejoin(_ machine: ExchangeMachine) throws -> (sent: Int, ExchangedCounts) {
    let start = try machine.inbox.lastSequence()
    machine.time += 1
    try machine.exchanging.join(ExchangeMembership(person: machine.person, machine: machine.name))
    _ = try machine.exchanging.pending(limit: 0)
    _ = try machine.exchanging.begin("test", created: String(channel.epoch), last: 0)
    try machine.exchanging.take(channel.values(after: 0), through: channel.last, isEnd: true)
    let sent = try #require(try machine.exchanging.position()).waitingMessageCount
    try exchange(machine)
    return (sent, try machine.exchanging.counts(after: start))
  }

  @Test(arguments: [1, 2])
  mutating func `what was deleted forever while away stays away, and the others keep it`(
    times: Int
  ) throws {
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
    _ = try laptop.here.push([.make("m2 again", id: "m2")], defaultSource: "ci")
    try exchange(laptop, atlas)
    #expect(try titles(laptop) == ["m0", "m1", "m2 again", "m4"])
    #expect(try titles(atlas) == titles(laptop))
  }

  @Test mutating func `what came and what was sent is counted after a return`() throws {
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
    _ = try laptop.here.push([.make("renamed", id: "shared")], defaultSource: "ci")
    let again = try rejoin(laptop)
    #expect(again.sent == 0 && again.1 == ExchangedCounts())
    try exchange(atlas)
    #expect(try titles(atlas) == titles(laptop) && titles(atlas).contains("renamed"))
  }

  @Test mutating func `what was deleted forever before leaving stays away if the stream is lost`()
    throws
  {
    try push("kept", "gone", to: atlas)
    try exchange(atlas, laptop)
    try purge("gone", on: laptop)
    try exchange(laptop)
    try laptop.exchanging.leave()
    // Atlas has not read of the deletion, and sends its message to another stream.
    channel.loseEverything()
    try exchange(atlas)
    let (sent, counts) = try rejoin(laptop)
    #expect(sent == 0 && counts == ExchangedCounts())
    try exchange(atlas, laptop)
    for machine in [atlas, laptop] { #expect(try titles(machine) == ["kept"]) }
  }

  @Test mutating func `what was removed to keep the maximum comes back after a return`() throws {
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

  @Test mutating func `marks of what was never exchanged are not kept`() throws {
    try push("a", to: laptop)
    try exchange(laptop)
    try laptop.exchanging.leave()
    try push("b", to: laptop)
    try purge("b", on: laptop)
    try purge("a", on: laptop)
    let marks = try laptop.inbox.store.read {
      try String.fetchAll($0, sql: "SELECT id || ' ' || reason FROM absent")
    }
    #expect(marks == ["a removed"])
  }
}
