import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct LogTests {
  private let inbox = Inbox.empty()

  init() throws { for second in 0..<4 { try inbox.at(Double(second)).push(.make(), from: "a") } }

  private func limits(_ size: Int) -> LogLimits { LogLimits(age: LogLimits.normal.age, size: size) }

  @Test func `entries older than thirty days go, and who asks for them is told`() throws {
    let month = Double(LogLimits.normal.age / 1_000)
    try inbox.store.write { try $0.trimLog(bySize: false, at: .testing(month + 2)) }
    #expect(try inbox.log(after: 0, limit: 9) == .gap(resumeAt: 2))
    let kept = try inbox.entries(after: 2)
    #expect(kept.map(\.sequence) == [3, 4])
  }

  @Test func `writing alone lets the old ones go`() throws {
    let later = Date.testing(Double(LogLimits.normal.age / 1_000) + 60)
    for _ in try inbox.lastSequence()..<LogLimits.interval - 1 {
      try inbox.at(later).push(.make(), from: "a")
    }
    #expect(try inbox.log(after: 0, limit: 1) != .gap(resumeAt: 4))
    try inbox.at(later).push(.make(), from: "a")
    #expect(try inbox.log(after: 0, limit: 1) == .gap(resumeAt: 4))
  }

  @Test func `the oldest go while the log is too large`() throws {
    let size = 2 * (32 + PackedNumbers([.init(1)]).bytes.count)
    try inbox.store.write { try $0.trimLog(to: limits(size), bySize: true, at: .testing) }
    #expect(try inbox.log(after: 1, limit: 9) == .gap(resumeAt: 2))
    #expect(try inbox.lastSequence() == 4)
  }

  @Test func `what was done with counts for the size of an entry`() throws {
    let label = String(repeating: "ü", count: 500)
    let payload = Payload.make().with { $0.actions = .set([MessageAction(id: "a", label: label)]) }
    try inbox.push(payload, from: "a")
    for _ in 0..<4 { _ = try inbox.answer(5, action: "a") }
    try inbox.store.write { try $0.trimLog(to: limits(2_500), bySize: true, at: .testing) }
    #expect(try inbox.log(after: 0, limit: 99) == .gap(resumeAt: 7))
  }

  @Test func `changes come back from their packed form`() {
    var random = SeededRandom(seed: 3)
    func state() -> MessageState {
      MessageState(
        status: random.pick(Status.allCases),
        statusBeforeDelete: random.pick([nil, .unread, .read]),
        isPinned: Bool.random(using: &random),
        snoozedUntil: random.pick([nil, 0, -1, .max, .min, 1_769_860_800_000]),
        snoozedFor: random.pick([nil, nil, .next, .visit(machine: nil), .visit(machine: "büro")]),
        doneAt: random.pick([nil, nil, 0, .max, 1_769_860_800_000]))
    }
    var number: Int64 = 0
    let changes = (0..<500).map { _ in
      number += random.pick([1, 2, 200, 1 << 40])
      return StateChange(number: MessageNumber(number), before: state(), after: state())
    }
    let bytes = PackedChanges(changes).bytes
    #expect(PackedChanges.unpack(bytes) == changes)
    for length in 0..<60 {
      let cut = PackedChanges.unpack(Array(bytes.prefix(length)))
      #expect(cut == nil || cut == Array(changes.prefix(cut?.count ?? 0)))
    }
  }
}

/// Named readers of the log, for whom trimming waits.
@Suite struct CursorTests {
  private let inbox = Inbox.empty()

  init() throws { for second in 0..<6 { try inbox.at(Double(second)).push(.make(), from: "a") } }

  /// The sequences that are left after trimming at a moment, by small limits: 10 and 100 seconds,
  /// and so many entries.
  private func kept(at seconds: Double, entries: Int = 99, held: Int = 99) throws -> [Int64] {
    let size = 32 + PackedNumbers([.init(1)]).bytes.count
    try inbox.store.write { database in
      try database.trimLog(
        to: LogLimits(age: 10_000, size: entries * size),
        holding: LogLimits(age: 100_000, size: held * size), bySize: true, at: .testing(seconds))
    }
    return try inbox.values("SELECT sequence FROM log ORDER BY sequence")
  }

  @Test func `a cursor is set and moved`() throws {
    try inbox.setCursor("exchange", to: 3)
    try inbox.setCursor("backup", to: 5)
    try inbox.at(9).setCursor("exchange", to: 4)
    #expect(
      try inbox.health().cursors == [
        LogCursor(name: "backup", sequence: 5, updatedAt: .testing),
        LogCursor(name: "exchange", sequence: 4, updatedAt: .testing(9)),
      ])
  }

  @Test func `old entries are kept for the slowest reader`() throws {
    try inbox.setCursor("exchange", to: 2)
    try inbox.setCursor("backup", to: 5)
    #expect(try kept(at: 50) == [3, 4, 5, 6])
    try inbox.setCursor("exchange", to: 5)
    #expect(try kept(at: 50) == [6])
  }

  @Test func `without a cursor old entries go, but for the newest when all are old`() throws {
    #expect(try kept(at: 13) == [4, 5, 6])
    #expect(try kept(at: 50) == [4, 5, 6])
  }

  @Test func `nothing is kept for a cursor beyond the greatest age`() throws {
    try inbox.setCursor("exchange", to: 2)
    #expect(try kept(at: 103) == [4, 5, 6])
    #expect(try inbox.log(after: 2, limit: 9) == .gap(resumeAt: 3))
  }

  @Test func `size waits for a cursor too, up to its own limit`() throws {
    try inbox.setCursor("exchange", to: 2)
    #expect(try kept(at: 6, entries: 2, held: 5) == [3, 4, 5, 6])
    #expect(try kept(at: 6, entries: 2, held: 3) == [4, 5, 6])
    try inbox.setCursor("exchange", to: 6)
    #expect(try kept(at: 6, entries: 2, held: 3) == [5, 6])
  }

  @Test func `a cursor that is ahead of the log holds nothing`() throws {
    try inbox.setCursor("exchange", to: 1_000)
    #expect(try kept(at: 13) == [4, 5, 6])
  }

  @Test func `only the beginning goes, also when a writer's clock was wrong`() throws {
    try inbox.execute("UPDATE log SET time = 0 WHERE sequence = 5")
    #expect(try kept(at: 12) == [3, 4, 5, 6])
  }

  @Test func `an examination names the cursors and the size of the log`() throws {
    try inbox.setCursor("exchange", to: 2)
    let health = try inbox.health()
    #expect(health.cursors.map(\.name) == ["exchange"])
    #expect(health.logSize == 6 * 34)
    #expect(health.logStart == .testing)
  }
}

/// Entries that a newer program wrote, beside one that does not know their verbs.
@Suite(.timeLimit(.minutes(20))) struct OpenLogTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox

  init() throws {
    inbox = try .testing(in: folder)
    try inbox.push(.make("one"), .make("two"), from: "cli")
  }

  /// Writes an entry with another connection, as another program would.
  private func write(_ columns: String, _ values: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(
      path: folder.path + "/inbox/inbox.sqlite", configuration: configuration)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "INSERT INTO log (\(columns)) VALUES (\(values))")
    }
    try queue.close()
  }

  private func writeUnknown() throws {
    try write("time, verb, numbers, detail", "1000000, 'teleported', x'0201', 'to Mars'")
  }

  @Test func `an unknown entry is read as it is, and the log goes on behind it`() throws {
    try writeUnknown()
    try inbox.perform(.read, on: [1])
    let entries = try inbox.entries(after: 1)
    #expect(
      entries.first
        == LogEntry(
          sequence: 2, time: Date(timeIntervalSince1970: 1_000),
          verb: .init(rawValue: "teleported"), numbers: [MessageNumber(2)], detail: "to Mars"))
    #expect(entries.map(\.verb.kind) == [.other, .updated])
    #expect(entries.map(\.verb.isKnown) == [false, true])
  }

  @Test(arguments: [
    "'soon', 7, 'text', x'FF'", "-1, 'x', x'01FFFFFFFFFFFF7F', 2.5", "1.5, x'FE', x'80', NULL",
  ])
  func `values of any type are read as far as they go`(values: String) throws {
    try write("time, verb, numbers, detail", values)
    let entries = try inbox.entries(after: 1)
    #expect(entries.map(\.sequence) == [2])
    #expect(entries[0].verb.kind == .other)
  }

  @Test func `a watch and an observer pass an unknown entry by`() async throws {
    let watch = try inbox.watch()
    let (changes, heard) = AsyncStream.makeStream(of: InboxChange.self)
    let token = try inbox.observe { heard.yield($0) }
    try writeUnknown()
    guard case .changed(let entries) = try watch.take() else {
      throw Unexpected("nothing was taken")
    }
    #expect(entries.map(\.verb.rawValue) == ["teleported"])
    _ = try await inbox.perform(.delete, on: [2])
    #expect(try watch.take() == .changed([.entry(3, .deleted, [2], at: .testing)]))
    var heardEntries: [LogEntry] = []
    for await change in changes {
      heardEntries += change.entries
      let hasUnknown = change.entries.contains { !$0.verb.isKnown }
      #expect(change.isReload == hasUnknown)
      if heardEntries.last?.verb == .deleted { break }
    }
    #expect(heardEntries.map(\.sequence) == [2, 3])
    token.cancel()
  }

  @Test func `undo and redo pass steps by that they do not understand`() throws {
    try inbox.perform(.delete, on: [1])
    let changes = PackedChanges([
      StateChange(
        number: MessageNumber(2), before: .init(status: .unread), after: .init(status: .unread))
    ]).bytes.map { String(format: "%02X", $0) }.joined()
    try write("time, verb, numbers, changes", "0, 'teleported', x'0201', x'\(changes)'")
    // A known verb with a state that has more parts than this version knows.
    try write("time, verb, numbers, changes", "0, 'pinned', x'0201', x'024040'")
    let step = UndoOutcome(verb: .deleted, changedCount: 1, newest: 1)
    #expect(try inbox.undo()?.withoutEntry == step)
    #expect(try inbox.message(1)?.status == .unread)
    #expect(try inbox.redo()?.withoutEntry == step)
    #expect(try inbox.message(1)?.status == .deleted)
  }

  @Test func `a deep link behind an unknown entry is claimed`() throws {
    try writeUnknown()
    _ = try inbox.request(.message(1))
    let link = try inbox.claimLink(for: .init(at: .testing))
    #expect(link == .message(1))
  }
}
