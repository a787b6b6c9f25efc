import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// What one process commits, others hear.
@Suite(.timeLimit(.minutes(5)), .waiting) struct ProcessesTests {
  let folder: TemporaryFolder
  var inboxFolder: String { folder.path + "/inbox" }

  init() throws {
    folder = try TemporaryFolder()
    try Inbox.open(folder: inboxFolder).close()
  }

  @Test(arguments: ["full", "normal"])
  func `of eight writers all arrives once, in order`(durability: String) async throws {
    let (writers, each) = (8, 60)
    let watches = try (0..<2).map { _ in try start("watch", inboxFolder, String(writers * each)) }
    for watch in watches { #expect(watch.line() == "ready") }
    let processes = try (0..<writers).map {
      try start("write", inboxFolder, "\($0 * 1_000 + 1)", "\(each)", durability, "0")
    }
    for process in processes {
      let end = process.finish()
      #expect(end.errors == "")
      #expect(end.status == 0)
    }
    for watch in watches {
      let rows = watch.finish().rows
      #expect(rows.map { $0[0] } == (1...writers * each).map(String.init))
      #expect(Set(rows.map { $0[1] }).count == writers * each)
      for writer in 0..<writers {
        let own = rows.compactMap { Int($0[1]) }.filter { ($0 - 1) / 1_000 == writer }
        #expect(own == Array(writer * 1_000 + 1...writer * 1_000 + each))
      }
    }
  }

  // Before: SQLite's waiting is by chance: some of 32 waited 7 s.
  @Test func `writers that wait take turns`() async throws {
    let (writers, each) = (8, 150)
    let processes = try (0..<writers).map {
      try start("write", inboxFolder, "\($0 * 1_000 + 1)", "\(each)", "full", "0")
    }
    for process in processes { #expect(process.finish().status == 0) }
    let inbox = try Inbox.open(folder: inboxFolder)
    let entries = try inbox.entries()
    let turns = entries.compactMap(\.numbers.first).map { Int(($0.rawValue - 1) / 1_000) }
    #expect(turns.count == writers * each)
    // While all of them write: from the first turn of the last one to the last of the first.
    let starts = (0..<writers).compactMap(turns.firstIndex)
    let ends = (0..<writers).compactMap(turns.lastIndex)
    let (begin, end) = (starts.max() ?? 0, ends.min() ?? 0)
    guard begin < end else { return }
    var last: [Int: Int] = [:]
    var longest = 0
    for index in begin...end {
      longest = max(longest, index - (last[turns[index]] ?? index))
      last[turns[index]] = index
    }
    #expect(longest <= 12 * writers, "a writer waited for \(longest) others")
  }

  @Test func `what a writer committed before it was killed is found without a ring`() async throws {
    for number in 1...5 {
      let watch = try start("watch", inboxFolder, "1")
      #expect(watch.line() == "ready")
      let writer = try start("write-and-die-before-bell", inboxFolder, "\(number)")
      #expect(writer.finish().status == 128 + SIGKILL)
      #expect(watch.finish().rows.map { $0[1] } == ["\(number)"])
    }
  }

  @Test func `readers in other processes wake nobody`() async throws {
    let inbox = try Inbox.open(folder: inboxFolder)
    let watch = try inbox.watch()
    let ready = try start("watch", inboxFolder, "1")
    #expect(ready.line() == "ready")
    #expect(!isReadable(watch.fileDescriptor))
    #expect(try watch.take() == .nothing)
    #expect(watch.retryDelay == nil)
    #expect(!isReadable(watch.fileDescriptor))
    try end(ready)
  }

  @Test func `an observer hears of another process's commits`() async throws {
    let inbox = try Inbox.open(folder: inboxFolder)
    let (changes, heard) = AsyncStream.makeStream(of: InboxChange.self)
    let token = try inbox.observe { heard.yield($0) }
    let writer = try start("write", inboxFolder, "7", "3", "normal", "0")
    var inserted: [Int64] = []
    for await change in changes {
      inserted += change.inserted.map(\.rawValue)
      if inserted.count == 3 { break }
    }
    #expect(inserted == [7, 8, 9])
    #expect(writer.finish().status == 0)
    token.cancel()
  }

  /// Gives a watching process the one entry that it waits for.
  private func end(_ watch: RunningProgram) throws {
    let writer = try start("write", inboxFolder, "1", "1", "normal", "0")
    #expect(writer.finish().status == 0)
    #expect(watch.finish().rows.count == 1)
  }
}

/// What a second process takes from an inbox, or leaves in it when it is killed.
@Suite(.waiting) struct SecondProcessTests {
  private let folder = TemporaryFolder.empty()

  @Test func `processes that reach for one link get it once`() async throws {
    let inbox = try Inbox.testing(in: folder)
    _ = try await inbox.push([.make(), .make()])
    _ = try inbox.request(.message(MessageNumber(2)), validity: 1_000_000_000)
    let processes = try (0..<4).map { _ in try start("take-link", folder.path + "/inbox") }
    var answers: [String] = []
    for process in processes { answers += process.finish().rows.map { $0[0] } }
    #expect(answers.sorted() == ["@2", "none", "none", "none"])
  }

  @Test(.bug(id: "D14", "a write that was broken off left a file that nobody could read"))
  func `a writer killed within a batch leaves the batches before it whole`() async throws {
    let inbox = try Inbox.testing(in: folder)
    let writer = try start("push-and-die", folder.path + "/inbox", "50")
    #expect(writer.finish().status == 128 + SIGKILL)
    #expect(try await inbox.counts() == InboxCounts(unread: 50))
    #expect(try inbox.health().isSound)
    #expect(try await inbox.push([.make()], defaultSource: "half").results.count == 1)
    #expect(try await inbox.counts().unread == 51)
  }
}

/// A real second process, which reaches into the library.
private func start(_ words: String...) throws -> RunningProgram {
  try RunningProgram(Program(), words, executable: "InboxTestProcess")
}
