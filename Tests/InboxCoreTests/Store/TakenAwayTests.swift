import Foundation
import GRDB
import InboxSystem
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// Pushes to an inbox that is taken away, or replaced, while it is open.
@Suite(.waiting) struct TakenAwayTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox

  private var path: String { folder.path + "/inbox" }

  init() throws { inbox = try .testing(in: folder) }

  /// What another process finds.
  private func titles() throws -> [String?] {
    let other = try Inbox.testing(in: folder)
    defer { try? other.close() }
    return try other.rows("", .oldest).map(\.title)
  }

  private func takeAway() throws { try FileManager.default.removeItem(atPath: path) }

  private func replace(by title: String) throws {
    let otherFolder = try TemporaryFolder()
    let other = try Inbox.testing(in: otherFolder)
    try other.push(.make(title))
    try other.close()
    try takeAway()
    try FileManager.default.moveItem(atPath: otherFolder.path + "/inbox", toPath: path)
  }

  @Test(arguments: [true, false])
  func `a push after the folder was removed is in one made anew`(hasWritten: Bool) throws {
    if hasWritten { try inbox.push(.make("old")) }
    try takeAway()
    try inbox.push(.make("new"))
    try inbox.push(.make("newer"))
    #expect(try titles() == ["new", "newer"])
    #expect(try inbox.counts().unread == 2)
  }

  @Test func `a push after the folder was replaced is in the one that is there`() throws {
    try inbox.push(.make("old"))
    try replace(by: "other")
    try inbox.push(.make("new"))
    #expect(try titles() == ["other", "new"])
    #expect(try inbox.counts().unread == 2)
  }

  @Test func `what was being written as the folder went is written again`() throws {
    try inbox.push(.make("old"))
    var count = 0
    try inbox.store.write(to: .current) { database in
      count += 1
      if count == 1 { try takeAway() }
      try database.execute(sql: "INSERT INTO value VALUES ('round', ?)", arguments: [count])
    }
    #expect(count == 2)
    let other = try Inbox.testing(in: folder)
    #expect(try other.value("SELECT value FROM value WHERE name = 'round'") == 2)
  }

  @Test func `a push that nothing can be made for is refused, and the next one is not`() throws {
    try takeAway()
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    #expect(throws: InboxError.notAFolder(path: path)) { try inbox.push(.make("a")) }
    try takeAway()
    try inbox.push(.make("b"))
    #expect(try titles() == ["b"])
  }

  @Test(arguments: [true, false])
  func `a push beside a write-ahead log that was removed or cut is refused`(isRemoved: Bool) throws
  {
    try inbox.push(.make("before"))
    let log = path + "/inbox.sqlite-wal"
    if isRemoved {
      unlink(log)
    } else {
      try #require(truncate(log, 0) == 0)
      // The next commit goes behind a header that is gone.
      #expect(throws: InboxError.self) { try inbox.push(.make("cut")) }
    }
    for _ in 1...2 {
      #expect(throws: InboxError.cannotAccess(path: log, reason: .logRemoved)) {
        try inbox.push(.make("lost"))
      }
    }
  }

  @Test func `nothing is lost where the index of the log was removed`() throws {
    try inbox.push(.make("a"))
    for round in 1...3 {
      unlink(path + "/inbox.sqlite-shm")
      // Another process would make the index anew; within this one SQLite has one for all.
      if round == 2 {
        #expect(FileManager.default.createFile(atPath: path + "/inbox.sqlite-shm", contents: nil))
      }
      try inbox.push(.make("\(round)"))
      #expect(try titles() == ["a"] + (1...round).map { "\($0)" })
    }
    unlink(path + "/inbox.sqlite-shm")
    try inbox.close()
    #expect(try titles() == ["a", "1", "2", "3"])
  }

  // Before: a write that found its connection closed, to open one with the new index, crashed, and one
  // that read the configuration while another thread closed its connection waited forever.
  @Test func `threads write and read while the index of the log is removed`() throws {
    try inbox.push(.make("first"))
    let (inbox, path) = (inbox, path)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<60 {
        do {
          if thread == 0 { unlink(path + "/inbox.sqlite-shm") }
          try inbox.push(.make("\(thread)/\(round)"))
          _ = try inbox.counts()
        } catch InboxError.busy, InboxError.cannotAccess(_, .logRemoved) {
          // It was removed again meanwhile, and the writer is told.
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock(\.self) == [])
    try inbox.push(.make("last"))
    #expect(try titles().last == "last")
  }

  // Before: what closed connections that another thread had closed crashed.
  @Test func `an inbox is closed while a write makes the removed index anew`() throws {
    try inbox.close()
    for round in 0..<60 {
      let inbox = try Inbox.open(folder: path, configuration: .testing())
      try inbox.push(.make("before", id: "\(round)"))
      unlink(path + "/inbox.sqlite-shm")
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        guard thread != 1 else { return _ = try? inbox.close() }
        _ = try? inbox.push(.make("x", id: "\(round)/\(thread)"))
      }
    }
    #expect(try titles().filter { $0 == "before" }.count == 60)
  }

  @Test func `an index that goes with the last connection is not one that was removed`() throws {
    try inbox.close()
    // Each closes while the other one opens, so that one of them often has the last connection.
    let path = path
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for round in 0..<150 {
        do {
          let inbox = try Inbox.open(folder: path, configuration: .testing())
          try inbox.push(.make("\(thread)/\(round)", id: "\(thread)/\(round)"))
          try inbox.close()
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock(\.self) == [])
    #expect(try Set(titles()).count == 300)
  }

  @Test func `a push to a database that was cut is refused`() throws {
    try inbox.push(.make("before"))
    let file = path + "/inbox.sqlite"
    try #require(truncate(file, 0) == 0)
    #expect(throws: InboxError.cannotAccess(path: file, reason: .logRemoved)) {
      try inbox.push(.make("lost"))
    }
  }

  @Test func `pushes behind a checkpoint that emptied the log go on`() throws {
    try inbox.push(.make("a"))
    let other = try DatabaseQueue(path: path + "/inbox.sqlite")
    try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try other.close()
    try inbox.push(.make("b"))
    try inbox.push(.make("c"))
    #expect(try titles() == ["a", "b", "c"])
  }

  @Test func `half of a copy is waited for, and not written to`() throws {
    try inbox.push(.make("old"))
    try replace(by: "other")
    let file = path + "/inbox.sqlite"
    let whole = try Data(contentsOf: URL(filePath: file))
    unlink(file)
    try whole.prefix(whole.count / 2).write(to: URL(filePath: file))
    #expect(throws: InboxError.busy(path: file, seconds: 0)) { try inbox.push(.make("new")) }
    try whole.write(to: URL(filePath: file))
    try inbox.push(.make("new"))
    #expect(try titles() == ["other", "new"])
  }

  @Test func `its pushes wake those who watch the new inbox`() throws {
    try inbox.push(.make("old"))
    try takeAway()
    let other = try Inbox.testing(in: folder)
    try other.push(.make("first"))
    let bell = path + "/" + FileBell.fileName
    #expect(truncate(bell, 0) == 0)
    try inbox.push(.make("second"))
    #expect(FileStatus(path: bell)?.size == 1)
  }

  @Test func `who observes hears of what comes into a new inbox with a shorter log`() throws {
    try inbox.push((1...20).map { Payload(title: "\($0)") })
    let reloads = Mutex(0)
    let numbers = Mutex<[MessageNumber]>([])
    let token = try inbox.observe { change in
      if change.isReload { reloads.withLock { $0 += 1 } }
      numbers.withLock { $0 += change.entries.flatMap(\.numbers) }
    }
    defer { token.cancel() }
    try takeAway()
    let other = try Inbox.testing(in: folder)
    #expect(eventually { reloads.withLock { $0 > 0 } })
    // The files come one after the other: a later reload may stand for the first pushes.
    var titles = (1...10).map { "\($0)" }[...]
    #expect(
      try eventually(pause: 0.1) {
        if let title = titles.popFirst() { try other.push(.make(title)) }
        return numbers.withLock { $0.contains { $0 <= MessageNumber(10) } }
      })
  }

  @Test(arguments: [false, true])
  func `a watch that begins behind the replacement hears of it`(isFolderGone: Bool) throws {
    try inbox.push(.make("old"))
    try takeAway()
    var other = isFolderGone ? nil : try Inbox.testing(in: folder)
    let watch = try inbox.watch(after: 1)
    #expect(watch.kind == .inotify)
    if isFolderGone {
      #expect(try watch.take() == .gone)
      other = try .testing(in: folder)
    }
    // As long a log as before, so that its length tells nothing.
    try other?.push(.make("new"))
    #expect(try eventually { try watch.take() == .reload })
    try other?.push(.make("newer"))
    #expect(try eventually { try watch.take() != .nothing })
  }

  @Test func `what is said of numbers makes no inbox anew`() throws {
    try inbox.push(.make("old"))
    try takeAway()
    _ = try? inbox.delete([1])
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
