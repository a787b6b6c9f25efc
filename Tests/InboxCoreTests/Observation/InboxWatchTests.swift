import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct InboxWatchTests {
  private let script = ScriptedWatch()
  private let log = ScriptedLog()

  @Test func `an event without a new entry is nothing`() throws {
    let watch = watch()
    script.hints = [.rung]
    #expect(try watch.take() == .nothing)
    #expect(watch.retryDelay == nil)
  }

  @Test func `entries are reported once and in order, with or without an event`() throws {
    let watch = watch()
    log.entries = [.entry(1), .entry(2)]
    #expect(try watch.take() == .changed([.entry(1), .entry(2)]))
    log.entries.append(.entry(3))
    #expect(try watch.take() == .changed([.entry(3)]))
    #expect(try watch.take() == .nothing)
  }

  @Test func `only what follows the start is reported`() throws {
    log.entries = [.entry(1), .entry(2), .entry(3)]
    #expect(try watch(after: 2).take() == .changed([.entry(3)]))
  }

  @Test func `a writer at work makes it look again, though something else was found`() throws {
    let watch = watch()
    script.hints = [.writing]
    log.entries = [.entry(1)]
    #expect(try watch.take() == .changed([.entry(1)]))
    #expect(try #require(watch.retryDelay) <= 0.002)
  }

  @Test func `lost events mean a reload, and then only what follows`() throws {
    let watch = watch()
    log.entries = [.entry(1)]
    script.hints = [.lost]
    #expect(try watch.take() == .reload)
    log.entries.append(.entry(2))
    #expect(try watch.take() == .changed([.entry(2)]))
  }

  @Test func `a trimmed log means a reload`() throws {
    log.entries = [.entry(8), .entry(9)]
    let watch = watch(after: 3)
    #expect(try watch.take() == .reload)
    #expect(try watch.take() == .nothing)
  }

  @Test func `a log that is behind is another inbox's and means a reload`() throws {
    log.entries = [.entry(1), .entry(2)]
    let watch = watch(after: 40)
    #expect(try watch.take() == .reload)
    log.entries.append(.entry(3))
    #expect(try watch.take() == .changed([.entry(3)]))
  }

  @Test func `a replaced file is opened before the reload`() throws {
    let watch = watch()
    log.replacement = [.entry(1), .entry(2)]
    script.hints = [.replaced]
    #expect(try watch.take() == .reload)
    log.entries.append(.entry(3))
    #expect(try watch.take() == .changed([.entry(3)]))
  }

  @Test func `a file that went is waited for`() throws {
    let watch = watch()
    script.hints = [.replaced]
    #expect(try watch.take() == .gone)
    log.replacement = [.entry(1)]
    script.hints = [.writing]
    #expect(try watch.take() == .reload)
  }

  @Test func `a reload that failed is made good at the next take`() throws {
    let watch = watch()
    log.failures = 1
    script.hints = [.lost]
    #expect(throws: InboxError.self) { try watch.take() }
    #expect(try watch.take() == .reload)
  }

  @Test func `entries that could not be read come with the next take`() throws {
    let watch = watch()
    log.entries = [.entry(1)]
    log.failures = 1
    script.hints = [.rung]
    #expect(throws: InboxError.self) { try watch.take() }
    #expect(try watch.take() == .changed([.entry(1)]))
  }

  @Test(arguments: [ChangeHint.rung, .lost])
  func `a look that failed is due again after a moment, though nothing happens`(
    _ hint: ChangeHint
  ) throws {
    let watch = watch()
    log.failures = 2
    script.hints = [hint]
    for _ in 1...2 {
      #expect(throws: InboxError.self) { try watch.take() }
      let delay = try #require(watch.retryDelay)
      #expect(delay <= PollingWatch.standardInterval)
    }
    log.entries = [.entry(1)]
    #expect(try watch.take() != .nothing)
  }

  @Test func `many entries come in batches, the next due at once`() throws {
    let watch = watch()
    log.entries = (1...Int64(InboxWatch.batch + 1)).map { .entry($0) }
    guard case .changed(let first) = try watch.take() else { throw Unexpected("nothing was taken") }
    #expect(first.count == InboxWatch.batch)
    #expect(watch.retryDelay == 0)
    #expect(try watch.take() == .changed([.entry(Int64(InboxWatch.batch + 1))]))
    #expect(watch.retryDelay == nil)
  }

  @Test func `what was committed before it listens is due at once`() throws {
    log.entries = [.entry(1)]
    let watch = watch()
    #expect(watch.retryDelay == 0)
    #expect(try watch.take() == .changed([.entry(1)]))
    #expect(watch.retryDelay == nil)
  }

  @Test func `a watch without events says when to look`() throws {
    script.interval = 0.25
    let watch = watch()
    #expect(watch.retryDelay == 0)
    #expect(try watch.take() == .nothing)
    #expect(try #require(watch.retryDelay) <= 0.25)
    log.entries = [.entry(1)]
    #expect(try watch.take() == .nothing)
    script.hints = [.rung]
    #expect(try watch.take() == .changed([.entry(1)]))
  }

  private func watch(after position: Int64 = 0) -> InboxWatch {
    InboxWatch(events: script, log: .init(read: log.read, reopen: log.reopen), after: position)
  }
}

/// A watch whose hints the test gives.
private final class ScriptedWatch: ChangeWatch {
  let fileDescriptor: Int32 = -1
  let kind = WatchKind.polling(.asked)
  var interval: Double?
  var hints: [ChangeHint] = []

  func drain() -> ChangeHint { hints.isEmpty ? .nothing : hints.removeFirst() }
}

/// A log whose entries the test sets.
private final class ScriptedLog {
  var entries: [LogEntry] = []
  var replacement: [LogEntry]?
  var failures = 0

  func read(after sequence: Int64, limit: Int) throws -> LogRead {
    if failures > 0 {
      failures -= 1
      throw InboxError.busy(path: "inbox.sqlite", seconds: 10)
    }
    let first = entries.first?.sequence ?? 1
    let last = entries.last?.sequence ?? 0
    let following = entries.filter { $0.sequence > sequence }.prefix(limit)
    let isGap = sequence + 1 < first || sequence > last
    return LogRead(
      page: isGap ? .gap(resumeAt: last) : .entries(Array(following)), lastSequence: last)
  }

  func reopen() -> Bool {
    guard let replacement else { return false }
    entries = replacement
    return true
  }
}

@Suite struct InboxChangeTests {
  @Test(
    arguments: [
      (
        "new and changed at once", [.entry(1, .received, [7, 5]), .entry(2, .read, [5])], [5, 7],
        [], []
      ),
      (
        "came and went in between",
        [.entry(1, .received, [5, 6]), .entry(2, .deleted, [5]), .entry(3, .purged, [5])],
        [6], [], []
      ),
      (
        "changed, then purged", [.entry(4, .deleted, [3]), .entry(5, .purged, [2, 3])], [], [],
        [2, 3]
      ),
      ("changed twice", [.entry(4, .read, [3, 4]), .entry(5, .undone, [3])], [], [3, 4], []),
    ] as [(String, [LogEntry], [Int64], [Int64], [Int64])])
  func `a message counts once, by what became of it`(
    _ fate: String, _ entries: [LogEntry], _ inserted: [Int64], _ updated: [Int64],
    _ removed: [Int64]
  ) {
    let change = change(entries)
    #expect(change.inserted.map(\.rawValue) == inserted, "\(fate)")
    #expect(change.updated.map(\.rawValue) == updated, "\(fate)")
    #expect(change.removed.map(\.rawValue) == removed, "\(fate)")
  }

  @Test func `no entries mean a reload`() {
    #expect(change([]).isReload)
    #expect(!change([.entry(1, .read, [1])]).isReload)
  }

  private func change(_ entries: [LogEntry]) -> InboxChange {
    InboxChange(entries: entries, countsBefore: .init(), countsAfter: .init(unread: 1))
  }
}

/// What stands in the place of the bell's file is neither written to nor waited for.
@Suite(.waiting) struct BellFileTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private let bell: String
  private let other: String

  init() throws {
    inbox = try .testing(in: folder)
    try inbox.close()
    bell = folder.path + "/inbox/" + FileBell.fileName
    other = folder.path + "/other"
    try Data("mine".utf8).write(to: URL(filePath: other))
    unlink(bell)
  }

  private func expectRefusal() throws {
    let inbox = try Inbox.testing(in: folder)
    #expect(
      throws: InboxError.cannotAccess(path: bell, reason: .foreignFile)
    ) { try inbox.push(.make()) }
    #expect(try inbox.counts() == InboxCounts())
    #expect(try Data(contentsOf: URL(filePath: other)) == Data("mine".utf8))
    unlink(bell)
    try inbox.push(.make())
    #expect(try inbox.counts().unread == 1)
  }

  // Before: the file that a link led to got a byte written.
  @Test func `a symbolic link is refused`() throws {
    #expect(symlink(other, bell) == 0)
    try expectRefusal()
  }

  @Test func `another name of a file is refused`() throws {
    #expect(link(other, bell) == 0)
    try expectRefusal()
  }

  // Before: a pipe was waited for.
  @Test func `a pipe is refused`() throws {
    #expect(mkfifo(bell, 0o600) == 0)
    try expectRefusal()
  }

  @Test func `a pipe in the place of the database is refused`() throws {
    let path = folder.path + "/pipes/inbox.sqlite"
    #expect(mkdir(folder.path + "/pipes", 0o700) == 0 && mkfifo(path, 0o600) == 0)
    #expect(throws: InboxError.cannotAccess(path: path, reason: .notRegularFile)) {
      try Inbox.open(folder: folder.path + "/pipes")
    }
  }
}
