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
    var random = SeededRandom(seed: 1)
    var channel = ExchangeChannel()
    let first = try ExchangeMachine("first")
    func push(to machine: ExchangeMachine) throws {
      machine.time += 1
      var payload = Payload.make("again")
      payload.fold = .set("job")
      _ = try machine.here.push([payload], defaultSource: "ci")
    }
    try push(to: first)
    // A push that nobody has taken up yet is in both files, and counts once.
    try push(to: first)
    let second = try first.copy(to: "second")
    #expect(try first.here.origin() != second.here.origin())
    for machine in [first, second, second] { try push(to: machine) }
    for machine in [first, second, first, second] {
      try machine.exchange(with: &channel, .none, &random)
    }
    #expect(try first.views().values.map(\.message.occurrences) == [5])
    #expect(try first.views() == second.views())
  }

  @Test func `where a message was read is known on the other machine`() throws {
    var random = SeededRandom(seed: 1)
    var channel = ExchangeChannel()
    let (laptop, desktop) = (try ExchangeMachine("laptop"), try ExchangeMachine("desktop"))
    _ = try desktop.here.push([.make("a"), .make("b")], defaultSource: "ci")
    for machine in [desktop, laptop] { try machine.exchange(with: &channel, .none, &random) }
    let origin = try #require(ExchangeOrigin(ofInbox: try laptop.here.origin()))
    try desktop.exchanging.note([try #require(try laptop.exchanging.announcement(of: origin))])
    laptop.time = 60
    let read = try #require(try laptop.here.numbers(matching: MessageQuery()).last)
    _ = try laptop.here.perform(.read, on: .numbers([read]))
    #expect(
      try laptop.here.message(read)?.handling
        == Handling(date: .testing(60), machine: "laptop", isElsewhere: false))
    for machine in [laptop, desktop] { try machine.exchange(with: &channel, .none, &random) }
    let messages = try desktop.here.messages([MessageNumber(1), MessageNumber(2)])
    #expect(
      messages.map(\.handling)
        == messages.map {
          $0.status == .unread
            ? nil : Handling(date: .testing(60), machine: "laptop", isElsewhere: true)
        })
    #expect(messages.map(\.status).sorted { $0.rawValue < $1.rawValue } == [.unread, .read])
    let entries = try desktop.here.entries()
    #expect(
      try entries.map { try desktop.here.machineName(of: $0) } == [nil, "laptop"],
      "\(entries.map(\.verb))")
    // Done is told by its own time, and a deletion after it by that.
    laptop.time = 90
    _ = try laptop.here.perform(.done, on: .matching(.all))
    for machine in [laptop, desktop] { try machine.exchange(with: &channel, .none, &random) }
    #expect(
      try desktop.here.messages(messages.map(\.number)).map(\.handling)
        == [Handling](
          repeating: Handling(date: .testing(90), machine: "laptop", isElsewhere: true), count: 2))
    // What is done here since is this machine's, before it is sent.
    desktop.time = 120
    _ = try desktop.here.perform(.delete, on: .numbers(messages.map(\.number)))
    #expect(
      try desktop.here.messages(messages.map(\.number)).map(\.handling)
        == [Handling](repeating: Handling(date: .testing(120), machine: "desktop"), count: 2))
  }

  @Test func `without an exchange a push runs no statement for it alone`() throws {
    let inbox = try Inbox.testing(maximumCount: 2)
    func statements(of payload: Payload) throws -> [String] {
      let found = TracedStatements()
      try inbox.store.write { $0.trace { found.add("\($0)") } }
      _ = try inbox.push([payload], defaultSource: "ci")
      try inbox.store.write { $0.trace() }
      return found.all.filter { $0.contains(/\b(exchange|register|absent|subject)\b/) }
    }
    var folded = Payload.make("folded")
    folded.fold = .set("job")
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
        if pair[0] != pair[1] {
          problems.append("\(identity.id) 0 and \(index): \(pair)")
        }
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
