import Foundation
import GRDB
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Inboxes in files that exchange their registers come to show the same, whatever happens.
///
/// `BELLBOARD_EXCHANGE_FILES` is the number of schedules for each number of machines.
@Suite struct ExchangeStoreTests {
  private static let count =
    ProcessInfo.processInfo.environment["BELLBOARD_EXCHANGE_FILES"].flatMap(UInt64.init) ?? 24
  private static let shards: UInt64 = 4

  @Test(arguments: 0..<shards) func `two and five machines come to show the same`(
    _ shard: UInt64
  ) throws {
    for seed in 1...max(Self.count, 1) where seed % Self.shards == shard {
      for (machines, steps) in [(2, 60), (5, 90)] {
        var world = try ExchangeWorld(seed: seed, machines: machines)
        #expect(try world.run(steps: steps), "seed \(seed), \(machines) machines never rest")
        let problems = try world.problems()
        #expect(problems.isEmpty, "seed \(seed), \(machines) machines: \(problems)")
        guard problems.isEmpty else { return }
      }
    }
  }

  @Test func `a copied file is another machine, whose pushes are counted beside`() throws {
    let first = try ExchangeMachine("first")
    func push(to machine: ExchangeMachine) throws {
      try machine.push(.make("again", fold: "job"), at: machine.time + 1)
    }
    try push(to: first)
    // A push that nobody has taken up yet is in both files, and counts once.
    try push(to: first)
    let second = try first.copy(to: "second")
    #expect(try first.here.origin() != second.here.origin())
    for machine in [first, second, second] { try push(to: machine) }
    try ExchangeMeeting().exchange(first, second, first, second)
    #expect(try first.views().values.map(\.message.occurrences) == [5])
    #expect(try first.views() == second.views())
  }

  @Test func `where a message was read is known on the other machine`() throws {
    let meeting = ExchangeMeeting()
    let (laptop, desktop) = try (ExchangeMachine("laptop"), ExchangeMachine("desktop"))
    func handling(_ seconds: Double, _ machine: String, isElsewhere: Bool = false) -> Handling {
      Handling(date: .testing(seconds), machine: machine, isElsewhere: isElsewhere)
    }
    try desktop.here.push(.make("a"), .make("b"), from: "ci")
    try meeting.exchange(desktop, laptop)
    try laptop.announce(to: desktop)
    let read = try #require(try laptop.here.numbers(matching: MessageQuery()).last)
    try laptop.perform(.read, on: [read], at: 60)
    #expect(try laptop.here.message(read)?.handling == handling(60, "laptop"))
    try meeting.exchange(laptop, desktop)
    let messages = try desktop.here.messages([1, 2])
    let elsewhere = handling(60, "laptop", isElsewhere: true)
    #expect(messages.map(\.handling) == messages.map { $0.status == .unread ? nil : elsewhere })
    #expect(messages.map(\.status).sorted { $0.rawValue < $1.rawValue } == [.unread, .read])
    let entries = try desktop.here.entries()
    #expect(
      try entries.map { try desktop.here.machineName(of: $0) } == [nil, "laptop"],
      "\(entries.map(\.verb))")
    // Done is told by its own time, and a deletion after it by that.
    try laptop.perform(.done, at: 90)
    try meeting.exchange(laptop, desktop)
    let done = handling(90, "laptop", isElsewhere: true)
    #expect(try desktop.here.messages([1, 2]).map(\.handling) == [done, done])
    // What is done here since is this machine's, before it is sent.
    try desktop.perform(.delete, on: [1, 2], at: 120)
    let deleted = handling(120, "desktop")
    #expect(try desktop.here.messages([1, 2]).map(\.handling) == [deleted, deleted])
    // What its sender resolves is read on no machine.
    try desktop.push(.make("c", source: "ci", fold: "job"), at: 150)
    try desktop.push(.make("over", source: "ci", resolves: "job"), at: 180)
    try meeting.exchange(desktop, laptop, desktop)
    for machine in [desktop, laptop] {
      let number = try #require(try machine.here.numbers(matching: MessageQuery()).first)
      let message = try #require(try machine.here.message(number))
      #expect(message.title == "c" && message.status == .read)
      #expect(try #require(message.handling).machine == nil)
    }
  }

  @Test func `without an exchange a push runs no statement for it alone`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    func statements(of payload: Payload) throws -> [String] {
      let found = TracedStatements()
      try inbox.store.write { $0.trace { found.add("\($0)") } }
      try inbox.push(payload, from: "ci")
      try inbox.store.write { $0.trace() }
      return found.all.filter { $0.contains(/\b(exchange|register|absent|subject)\b/) }
    }
    let folded = Payload.make("folded", fold: "job")
    // The lookup of the fold key, the count for the maximum and the insertion look for one.
    #expect(try statements(of: folded).count { $0.contains("message_by_fold") } == 1)
    for payload in [folded, .make("plain"), .make("pruning")] {
      #expect(
        try statements(of: payload).allSatisfy {
          $0.contains("message_by_fold") || $0.contains("FROM counter")
            || $0.hasPrefix("INSERT OR FAIL INTO message ")
        })
    }
  }
}

private final class TracedStatements: Sendable {
  private let statements = Mutex<[String]>([])

  var all: [String] { statements.withLock { $0 } }

  func add(_ statement: String) { statements.withLock { $0.append(statement) } }
}

extension ExchangeWorld {
  /// What must hold at rest, and does not.
  fileprivate func problems() throws -> [String] {
    let views = try machines.map { try $0.views() }
    let absent = try machines.map { try $0.pruned() }
    var problems: [String] = []
    for index in machines.indices.dropFirst() {
      let isSamePerson = machines[index].person == machines[0].person
      let hidden = absent[0].union(absent[index])
      for identity in Set(views[0].keys).union(views[index].keys).subtracting(hidden) {
        let pair = [views[0][identity], views[index][identity]].map {
          isSamePerson ? $0 : $0?.shared
        }
        if pair[0] != pair[1] { problems.append("\(identity.id) 0 and \(index): \(pair)") }
      }
      // Ended snoozes stand where each machine's clock has seen them end.
      let isSameClock = !machines[0].isMeasured || machines[0].skew == machines[index].skew
      if isSamePerson, hidden.isEmpty, isSameClock,
        try machines[0].listed() != machines[index].listed()
      {
        problems.append("order of \(index)")
      }
    }
    for (identity, count) in pushes {
      for (index, view) in views.enumerated() {
        guard let shown = view[identity]?.message.occurrences, !purged.contains(identity),
          !absent.contains(where: { $0.contains(identity) })
        else { continue }
        if shown != count { problems.append("\(identity.id) \(index): \(shown) of \(count)") }
      }
    }
    let known = views.reduce(into: Set()) { $0.formUnion($1.keys) }.union(absent.joined())
    let lost = made.subtracting(purged).subtracting(known)
    if !lost.isEmpty { problems.append("lost \(lost)") }
    let ending = channel.endingOfMessages
    if !ending.isEmpty { problems.append("of messages that are here end \(ending)") }
    return problems
  }
}
