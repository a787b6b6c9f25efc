import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

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
