import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// What a purge leaves in the stream ends there, and nothing of it meets a later message of the same id.
///
/// A test is used by one task; its machines exchange by a stream in memory that forgets values.
@Suite final class LeftoverTests {
  private static let day: TimeInterval = 86_400
  private static let day180: Int64 = 180 * 86_400

  private let laptop = ExchangeMachine.made("laptop")
  private let desktop = ExchangeMachine.made("desktop")
  private let office = ExchangeMachine.made("office", person: "bob")
  private var channel = ExchangeChannel()
  private var random = SeededRandom(seed: 1)
  private var time: TimeInterval = 0

  private var all: [ExchangeMachine] { [laptop, desktop, office] }

  /// Two machines of one person, and one of another person, have a message with states and counters.
  init() throws {
    for machine in all { machine.hasLifetimes = true }
    try push(id: "x", to: laptop)
    try exchange()
    for machine in all {
      try push(to: machine)
      try exchange()
    }
    try perform(.read, on: laptop)
    try perform(.pin, on: office)
    try exchange()
  }

  /// Lets time pass; the stream forgets what has ended.
  private func pass(_ seconds: TimeInterval) {
    time += seconds
    for machine in all { machine.time = time }
    channel.expire(at: time)
  }

  /// Pushes the only message, or a further occurrence of it.
  private func push(
    _ title: String = "again", id: String? = nil, to machine: ExchangeMachine
  ) throws {
    pass(1)
    try machine.push(.make(title, id: id, fold: "job"))
  }

  private func perform(_ verb: Verb, on machine: ExchangeMachine) throws {
    pass(1)
    try machine.perform(verb)
  }

  /// What waits on a machine.
  private func pending(_ machine: ExchangeMachine) throws -> [ExchangeValue] {
    try machine.exchanging.pending(limit: 99)
  }

  private func expectNothing() throws {
    #expect(try all.allSatisfy { try $0.here.stored().isEmpty })
    #expect(channel.kept == [])
  }

  private func purge(on machine: ExchangeMachine) throws {
    try perform(.delete, on: machine)
    pass(1)
    #expect(try machine.here.purge(.matching(.trash)).changedCount == 1)
  }

  /// Exchanges until nobody has anything to send; returns the number of values that were sent.
  @discardableResult private func exchange(_ machines: ExchangeMachine...) throws -> Int {
    var count = 0
    for _ in 0..<12 {
      var sent = 0
      for machine in machines.isEmpty ? all : machines {
        sent += try machine.exchange(with: &channel, .none, &random)
      }
      count += sent
      if sent == 0 { return count }
    }
    Issue.record("the machines never rest")
    return count
  }

  private func occurrences(_ machine: ExchangeMachine) throws -> String {
    let origin = try #require(ExchangeOrigin(ofInbox: try machine.here.origin()))
    return "\(RegisterName.occurrences(origin))"
  }

  /// Sends what waits on a machine as the stream stores it.
  private func send(_ values: [ExchangeValue], from machine: ExchangeMachine) throws {
    for value in values {
      let stored = channel.store(value, at: time)
      try machine.exchanging.confirm([try #require(stored)])
    }
  }

  @Test func `a purge sends its mark, then the own values of the message, each with an end`() throws
  {
    try perform(.delete, on: laptop)
    try exchange()
    try laptop.here.purge(.matching(.trash))
    let mark = try pending(laptop)
    #expect(mark.map { "\($0.name)" } == ["c"])
    #expect(mark.map(\.lifetime) == [Self.day180 + 86_400])
    // As long as the mark is not stored, the message may be needed elsewhere.
    #expect(try pending(laptop) == mark)
    try send(mark, from: laptop)
    #expect(try laptop.exchanging.hasPending())
    let rest = try pending(laptop)
    let counter = try occurrences(laptop)
    #expect(Set(rest.map { "\($0.name)" }) == [counter, "s.ann"])
    #expect(rest.allSatisfy { $0.lifetime == Self.day180 && $0.sequence > 0 && $0.isLeftover })
    // They are no changes of a person.
    #expect(try laptop.exchanging.waitingCount() == 0)
    #expect(try laptop.exchanging.position()?.waitingCount == 0)
    try send(rest, from: laptop)
    #expect(try !laptop.exchanging.hasPending())
    #expect(try pending(laptop).isEmpty)
  }

  @Test func `each machine ends its own values, and those of a person end once`() throws {
    try purge(on: laptop)
    try exchange(laptop)
    #expect(channel.kept.contains("s.bob") && channel.ending.contains("s.ann"))
    // The counter of each, and the state of the other person.
    #expect(try exchange(desktop, office) == 3)
    #expect(channel.kept == [])
    #expect(channel.ending.count == 6)
    #expect(try exchange() == 0)
  }

  @Test func `a stream that forgets nothing gets the mark alone`() throws {
    for machine in all { machine.hasLifetimes = false }
    try perform(.delete, on: laptop)
    try exchange()
    try laptop.here.purge(.matching(.trash))
    #expect(try exchange() == 1)
    #expect(channel.ending == [])
    #expect(try all.allSatisfy { try !$0.exchanging.hasPending() })
  }

  /// A folder is read from its start, and keeps the text beside the purge.
  @Test(arguments: [179, 181, 211, 400])
  func `what was purged stays away from a stream that forgets nothing, and its id is free`(
    _ days: Double
  ) throws {
    for machine in all { machine.hasLifetimes = false }
    let text = channel.values(after: 0).filter { $0.name == .content }
    try purge(on: laptop)
    try exchange()
    pass(days * Self.day)
    for machine in [laptop, desktop] {
      try exchange(machine)
      try machine.exchanging.take(text)
      #expect(try machine.here.stored().isEmpty)
    }
    try push("new", id: "x", to: laptop)
    try laptop.exchanging.take(text + channel.values(after: 0).filter { $0.name == .content })
    try exchange(laptop, desktop)
    #expect(try [laptop, desktop].allSatisfy { try $0.here.stored().map(\.title) == ["new"] })
  }

  @Test func `a value that was on its way during a purge ends`() throws {
    for purger in [laptop, desktop] {
      try perform(.pin, on: laptop)
      let values = try pending(laptop)
      #expect(values.map { "\($0.name)" } == ["s.ann"])
      let stored = channel.store(values[0], at: time)
      try purge(on: purger)
      if purger === desktop {
        try exchange(desktop)
        try laptop.exchanging.take(channel.values(after: 0).filter { $0.name == .content })
      }
      try laptop.exchanging.confirm([try #require(stored)])
      try exchange()
      try expectNothing()
      try push("new", id: "x", to: laptop)
      try exchange()
    }
  }

  @Test func `a leftover that is refused is not tried again`() throws {
    try purge(on: laptop)
    try send(pending(laptop), from: laptop)
    try laptop.exchanging.hold(pending(laptop))
    #expect(try !laptop.exchanging.hasHeld())
    #expect(try laptop.exchanging.position()?.heldCount == 0)
    try laptop.exchanging.release()
    #expect(try !laptop.exchanging.hasPending())
  }

  @Test func `what others change offline for days ends as well`() throws {
    try purge(on: laptop)
    try exchange(laptop, office)
    // They have read nothing of the purge.
    try perform(.unread, on: desktop)
    try push(to: desktop)
    pass(100 * Self.day)
    try exchange()
    try expectNothing()
    #expect(try exchange() == 0)
  }

  @Test func `a state that was sent while another machine purged ends`() throws {
    try purge(on: laptop)
    try perform(.snooze(until: .date(.testing(time + 9_000))), on: desktop)
    // The desktop is faster, so that the laptop knows an older value of the person's state.
    try send(pending(desktop), from: desktop)
    try exchange()
    try expectNothing()
  }

  @Test func `a message that is pushed before the purge is sent keeps what is new of it`() throws {
    try purge(on: laptop)
    try push("new", id: "x", to: laptop)
    try perform(.read, on: laptop)
    try exchange()
    for machine in all {
      let message = try machine.message()
      #expect(message.title == "new" && message.occurrences == 1)
      #expect(message.status == (machine.person == "ann" ? .read : .unread))
    }
    // All other values were of the purged message.
    #expect(channel.kept == ["c", "s.ann"])
    pass(182 * Self.day)
    #expect(try exchange() == 0)
    #expect(channel.ending == [])
  }

  @Test func `a late state of the purged message is replaced by that of the next one`() throws {
    try purge(on: laptop)
    try push("new", id: "x", to: laptop)
    try perform(.read, on: laptop)
    try exchange(laptop)
    // The desktop has read nothing of it, and the stream takes what it sends.
    try perform(.pin, on: desktop)
    try send(pending(desktop), from: desktop)
    try exchange()
    for machine in [laptop, desktop] {
      let message = try machine.message()
      #expect(message.title == "new" && message.status == .read && !message.isPinned)
    }
    #expect(channel.kept == ["c", "s.ann"] && channel.endingOfMessages == [])
    #expect(try exchange() == 0)
  }

  @Test func `a push after a purge of what was not sent is not lost to what others sent`() throws {
    func number(on machine: ExchangeMachine) throws -> MessageNumber {
      try #require(try machine.here.stored().first { $0.id == "y" }).number
    }
    // The stream has a state of a message whose content it does not take.
    pass(1)
    try desktop.push(.make("other", id: "y"))
    try desktop.here.perform(.read, on: [number(on: desktop)])
    let values = try pending(desktop)
    try desktop.exchanging.hold(values.filter { $0.name == .content })
    try send(values.filter { $0.name != .content }, from: desktop)
    try exchange(laptop)
    pass(1)
    try laptop.push(.make("old", id: "y"))
    try laptop.here.perform(.delete, on: [number(on: laptop)])
    try laptop.here.purge(.matching(.trash))
    pass(1)
    try laptop.push(.make("new", id: "y"))
    for _ in 0..<2 {
      try exchange(laptop)
      let message = try #require(try laptop.here.message(number(on: laptop)))
      #expect(message.title == "new" && message.status == .unread)
      #expect(try laptop.exchanging.waitingCount() == 0)
      // All that is known is compared, also what has no subject any more.
      channel.loseEverything()
    }
  }

  @Test func `what is left beside a later message ends before the mark of that one can`() throws {
    try purge(on: laptop)
    try push("new", id: "x", to: laptop)
    let content = try pending(laptop)
    #expect(content.map { "\($0.name)" } == ["c"] && content.allSatisfy { $0.lifetime == nil })
    try send(content, from: laptop)
    let rest = try pending(laptop)
    #expect(rest.count == 2)
    let longest = AbsentMark.lifetime - AbsentMark.renewal
    #expect(rest.allSatisfy { $0.lifetime == longest / 1_000 })
    // A machine that was away for less than the limit finds as many values as it knows.
    #expect(longest > AbsentMark.longAbsence)
  }

  @Test func `while a purge is refused, nothing is asked for to be sent after it`() throws {
    try purge(on: laptop)
    let mark = try pending(laptop)
    #expect(mark.map { "\($0.name)" } == ["c"])
    try laptop.exchanging.hold(mark)
    #expect(try !laptop.exchanging.hasPending())
    #expect(try pending(laptop).isEmpty)
    try laptop.exchanging.release()
    try exchange()
    #expect(channel.kept == [])
  }

  @Test func `a purge finds that the stream lost the message, what is left may be over`() throws {
    try purge(on: laptop)
    let mark = try pending(laptop)
    #expect(try !laptop.exchanging.takePresent([], of: mark))
    try send(pending(laptop), from: laptop)
    let rest = try pending(laptop)
    #expect(rest.count == 2)
    #expect(try laptop.exchanging.takePresent([], of: rest))
    #expect(try !laptop.exchanging.hasPending())
  }

  @Test func `after its end nothing is sent or compared, and the id begins anew`() throws {
    try purge(on: laptop)
    try exchange()
    // The marks end here first.
    pass(180 * Self.day)
    #expect(channel.ending == ["c"])
    #expect(try exchange() == 0)
    for machine in all { #expect(try machine.exchanging.storedCount() == 0) }
    pass(Self.day)
    #expect(channel.kept.isEmpty && channel.ending.isEmpty)
    #expect(try exchange() == 0)
    pass(40 * Self.day)
    #expect(try exchange() == 0)
    let count = "SELECT (SELECT count(*) FROM absent) + count(*) FROM register"
    for machine in all { #expect(try machine.here.value(count) == 0) }
    try push("new", id: "x", to: desktop)
    try exchange()
    for machine in all {
      let message = try machine.message()
      #expect(message.title == "new" && message.status == .unread)
      #expect(message.occurrences == 1 && !message.isPinned)
    }
  }

  @Test func `a machine that joins after the end finds nothing of the message`() throws {
    try purge(on: laptop)
    try exchange()
    pass(180 * Self.day)
    // The mark is there for a day longer than all that belongs to it.
    let phone = try ExchangeMachine("phone")
    (phone.time, phone.hasLifetimes) = (time, true)
    #expect(try exchange(phone) == 0)
    #expect(try phone.here.stored().isEmpty)
    pass(31 * Self.day)
    phone.time = time
    #expect(try exchange(laptop, phone) == 0)
    try push("new", id: "x", to: laptop)
    phone.time = time
    try exchange(laptop, phone)
    #expect(try phone.here.stored().map(\.status) == [.unread])
    #expect(try phone.here.stored().map(\.occurrences) == [1])
  }

  @Test func `a stream that was lost gets the mark again, until the same end`() throws {
    try purge(on: laptop)
    try exchange()
    pass(100 * Self.day)
    channel.loseEverything()
    try exchange(office)
    #expect(channel.kept == [] && channel.ending == ["c"])
    pass(81 * Self.day)
    #expect(channel.kept.isEmpty && channel.ending.isEmpty)
    #expect(try exchange(office) == 0)
  }
}
