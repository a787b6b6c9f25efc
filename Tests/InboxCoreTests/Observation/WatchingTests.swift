import Foundation
import GRDB
import InboxSystem
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Watching an inbox in a file, with commits of another handle of it.
@Suite(.waiting) struct WatchingTests {
  let folder = TemporaryFolder.empty()
  let inbox: Inbox

  init() throws { inbox = try .testing(in: folder) }

  @Test func `a commit of another connection makes the watch readable`() throws {
    let watch = try inbox.watch()
    #expect(try watch.take() == .nothing)
    try Inbox.testing(in: folder).append(5)
    #expect(isReadable(watch.fileDescriptor, within: PseudoTerminal.limit))
    #expect(try watch.take() == .changed([.entry(1, .received, [5])]))
  }

  @Test func `commits of a writer that dies before it rings are found`() throws {
    let watch = try inbox.watch()
    // It writes by SQLite alone.
    let writer = try DatabaseQueue(path: folder.path + "/inbox/" + Inbox.fileName)
    for number in [1, 3] as [Int64] {
      try writer.write { try $0.append(number) }
      #expect(isReadable(watch.fileDescriptor, within: PseudoTerminal.limit))
      var wakes = [try watch.take()]
      // This commit follows at once, when the log is not watched.
      try writer.write { try $0.append(number + 1) }
      while let delay = watch.retryDelay {
        Descriptors.wait(for: [.readable(watch.fileDescriptor)], atMost: delay)
        wakes.append(try watch.take())
      }
      #expect(
        wakes.filter { $0 != .nothing }
          == [number, number + 1].map { .changed([.entry($0, .received, [$0])]) })
    }
  }

  @Test func `reading wakes nobody, not even the reader`() throws {
    try inbox.append(1)
    let watch = try inbox.watch()
    _ = try watch.take()
    let other = try Inbox.testing(in: folder)
    for _ in 0..<20 {
      _ = try inbox.log(after: 0, limit: 9)
      _ = try other.log(after: 0, limit: 9)
      #expect(try watch.take() == .nothing)
    }
    #expect(!isReadable(watch.fileDescriptor))
    #expect(watch.retryDelay == nil)
  }

  @Test func `a watch that begins at a snapshot misses nothing after it`() throws {
    try inbox.append(1)
    try inbox.append(2)
    let watch = try inbox.watch(after: 1)
    #expect(watch.retryDelay == 0)
    #expect(try watch.take() == .changed([.entry(2, .received, [2])]))
    #expect(watch.retryDelay == nil)
  }

  @Test func `polling finds commits where events cannot be had`() throws {
    let watch = try inbox.store.watch(after: 0, isPolling: true)
    #expect(watch.kind == .polling(.asked))
    #expect(watch.fileDescriptor == -1)
    #expect(try #require(watch.retryDelay) <= PollingWatch.standardInterval)
    #expect(try watch.take() == .nothing)
    try Inbox.testing(in: folder).append(4)
    #expect(try watch.take() == .changed([.entry(1, .received, [4])]))
    try inbox.append(5)
    #expect(try watch.take() == .changed([.entry(2, .received, [5])]))
    #expect(try watch.take() == .nothing)
  }

  @Test(arguments: [false, true])
  func `another database in its place means a reload, and is then watched`(isPolling: Bool) throws {
    try inbox.append(1)
    let watch = try inbox.store.watch(after: 1, isPolling: isPolling)
    try putOtherDatabaseInPlace(numbers: [11, 12, 13])
    #expect(try watch.take() == .reload)
    #expect(try inbox.log(after: 2, limit: 9) == .entries([.entry(3, .received, [13])]))
    try Inbox.testing(in: folder).append(14)
    #expect(try watch.take() == .changed([.entry(4, .received, [14])]))
    try inbox.append(15)
    #expect(try watch.take() == .changed([.entry(5, .received, [15])]))
  }

  @Test func `an inbox in memory wakes the watches of its process`() throws {
    let inbox = try Inbox.testing()
    let watches = [try inbox.watch(), try inbox.watch()]
    #expect(watches.map(\.kind) == [.inProcess, .inProcess])
    #expect(!isReadable(watches[0].fileDescriptor))
    try inbox.append(6)
    for watch in watches {
      #expect(isReadable(watch.fileDescriptor))
      #expect(try watch.take() == .changed([.entry(1, .received, [6])]))
      #expect(!isReadable(watch.fileDescriptor))
    }
  }

  @Test func `the log pages on`() throws {
    for number in 1...5 { try inbox.append(Int64(number)) }
    let entries = (1...5).map { LogEntry.entry($0, .received, [$0]) }
    #expect(try inbox.log(after: 0, limit: 2) == .entries(Array(entries[0..<2])))
    #expect(try inbox.log(after: 2, limit: 9) == .entries(Array(entries[2...])))
    #expect(try inbox.log(after: 5, limit: 9) == .entries([]))
  }

  @Test func `what was trimmed is a gap that says where to go on`() throws {
    for number in 1...5 { try inbox.append(Int64(number)) }
    try inbox.execute("DELETE FROM log WHERE sequence <= 3")
    #expect(try inbox.log(after: 1, limit: 9) == .gap(resumeAt: 3))
    #expect(try inbox.log(after: 3, limit: 1) == .entries([.entry(4, .received, [4])]))
    #expect(try inbox.watch(after: 2).take() == .reload)
  }

  @Test func `a log trimmed to nothing still knows how far it went`() throws {
    for number in 1...3 { try inbox.append(Int64(number)) }
    try inbox.execute("DELETE FROM log")
    #expect(try inbox.log(after: 0, limit: 9) == .gap(resumeAt: 3))
    #expect(try inbox.log(after: 3, limit: 9) == .entries([]))
    #expect(try inbox.log(after: 9, limit: 9) == .gap(resumeAt: 3))
  }

  private func putOtherDatabaseInPlace(numbers: [Int64]) throws {
    let otherFolder = try TemporaryFolder()
    let other = try Inbox.testing(in: otherFolder)
    for number in numbers { try other.append(number) }
    try other.close()
    let path = try #require(inbox.path)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    #expect(rename(otherFolder.path + "/inbox/inbox.sqlite", path) == 0)
  }
}

extension Inbox {
  /// Commits one entry of the log, as a push of that message does.
  func append(_ number: Int64) throws { try store.write { try $0.append(number) } }
}

extension Database {
  fileprivate func append(_ number: Int64) throws {
    try execute(
      sql: "INSERT INTO log (time, verb, numbers) VALUES (?, 'received', ?)",
      arguments: [1_000_000_000, Data(PackedNumbers([MessageNumber(number)]).bytes)])
    try execute(sql: "UPDATE counter SET count = count + 1 WHERE place = 1 AND status = 0")
  }
}

@Suite struct RetryLadderTests {
  private let start = ContinuousClock.now

  @Test func `rests until a writer is seen`() { #expect(RetryLadder().delay(at: start) == nil) }

  @Test func `looks after 2, 20 and 200 ms, then rests`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    var now = start
    var delays: [Duration] = []
    while let delay = ladder.delay(at: now) {
      delays.append(delay)
      now += delay
      ladder.markDone(at: now)
    }
    #expect(delays == [.milliseconds(2), .milliseconds(20), .milliseconds(200)])
  }

  @Test func `looks that come early use up no step`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    for _ in 0..<9 { ladder.markDone(at: start + .milliseconds(1)) }
    #expect(ladder.delay(at: start + .milliseconds(1)) == .milliseconds(1))
  }

  @Test func `a late look is due at once`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    #expect(ladder.delay(at: start + .seconds(9)) == .zero)
  }

  @Test func `each sign of work starts over`() {
    var ladder = RetryLadder()
    ladder.start(at: start)
    ladder.markDone(at: start + .milliseconds(2))
    ladder.start(at: start + .milliseconds(3))
    #expect(ladder.delay(at: start + .milliseconds(3)) == .milliseconds(2))
  }
}
