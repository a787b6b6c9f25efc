import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct OpeningTests {
  let folder = TemporaryFolder.empty()
  var inboxFolder: String { folder.path + "/inbox" }
  var file: String { inboxFolder + "/inbox.sqlite" }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func makeDatabase(_ sql: String) throws {
    try FileManager.default.createDirectory(atPath: inboxFolder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: file)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test func `only the owner may read an inbox`() throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.execute("INSERT INTO value VALUES ('a', 1)")
    #expect(try permissions(inboxFolder) == 0o700)
    for suffix in ["sqlite", "sqlite-wal", "sqlite-shm", "bell"] {
      #expect(try permissions(inboxFolder + "/inbox." + suffix) == 0o600, "\(suffix)")
    }
  }

  @Test func `opening a current inbox writes nothing`() throws {
    try Inbox.testing(in: folder).close()
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let inbox = try Inbox.testing(in: folder)
    #expect(try inbox.at(.testing).counts() == InboxCounts())
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    #expect(!FileManager.default.fileExists(atPath: inboxFolder + "/inbox.bell"))
  }

  @Test func `closing leaves no write-ahead log`() throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.execute("INSERT INTO value VALUES ('a', 1)")
    #expect(FileManager.default.fileExists(atPath: file + "-wal"))
    try inbox.close()
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
  }

  @Test func `a reader that closes last also empties the log`() throws {
    let writer = try Inbox.testing(in: folder)
    let reader = try Inbox.testing(in: folder)
    try writer.execute("INSERT INTO value VALUES ('a', 1)")
    try writer.close()
    #expect(FileManager.default.fileExists(atPath: file + "-wal"))
    try reader.close()
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
  }

  @Test func `the reader refuses to write`() throws {
    let inbox = try Inbox.testing(in: folder)
    #expect(throws: InboxError.readOnly(path: file)) {
      try inbox.store.read { try $0.execute(sql: "DELETE FROM message") }
    }
  }

  @Test func `a newer inbox is refused`() throws {
    let (newer, supported) = (InboxSchema.version + 1, InboxSchema.version)
    try makeDatabase(
      "PRAGMA application_id = \(InboxSchema.applicationID); PRAGMA user_version = \(newer)")
    #expect(throws: InboxError.newerSchema(path: file, found: newer, supported: supported)) {
      try Inbox.testing(in: folder)
    }
  }

  @Test(arguments: ["CREATE TABLE t (a)", "PRAGMA application_id = 7"])
  func `the database of another program is refused`(sql: String) throws {
    try makeDatabase(sql)
    #expect(throws: InboxError.foreignDatabase(path: file)) { try Inbox.testing(in: folder) }
  }

  @Test func `a file that is no database is refused and left alone`() throws {
    try FileManager.default.createDirectory(atPath: inboxFolder, withIntermediateDirectories: true)
    let text = Data(String(repeating: "not a database\n", count: 300).utf8)
    try text.write(to: URL(fileURLWithPath: file))
    #expect(throws: InboxError.notADatabase(path: file)) { try Inbox.testing(in: folder) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
  }

  @Test func `a file that lost its content is called damaged and left alone`() throws {
    try FileManager.default.createDirectory(atPath: inboxFolder, withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    #expect(throws: InboxError.damaged(path: file, detail: "the file is empty")) {
      try Inbox.testing(in: folder)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
  }

  @Test func `a path that is no folder is named`() throws {
    #expect(FileManager.default.createFile(atPath: inboxFolder, contents: Data()))
    #expect(throws: InboxError.notAFolder(path: inboxFolder)) { try Inbox.testing(in: folder) }
  }

  @Test func `a write that fails changes nothing, and the next one works`() throws {
    let inbox = try Inbox.testing(in: folder)
    #expect(throws: InboxError.noMorePages) {
      try inbox.store.write { database in
        try database.execute(sql: "INSERT INTO value VALUES ('a', 1)")
        throw InboxError.noMorePages
      }
    }
    try inbox.execute("INSERT INTO value VALUES ('b', 2)")
    #expect(try inbox.values("SELECT name FROM value WHERE name < 'c'") == ["b"])
  }

  @Test func `a database held by another writer is busy after the timeout`() throws {
    let inbox = try Inbox.testing(in: folder)
    let other = try Inbox.open(
      folder: inboxFolder, configuration: .init(durability: .normal, busyTimeout: 0.01))
    _ = try inbox.store.write { _ in
      #expect(throws: InboxError.busy(path: file, seconds: 0.01)) {
        try other.execute("DELETE FROM value")
      }
    }
  }

  @Test func `a replaced configuration holds for the next write`() throws {
    let inbox = try Inbox.testing(in: folder)
    func synchronous() throws -> Int? {
      try inbox.store.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }
    #expect(try synchronous() == 1)
    inbox.update(configuration: .init(durability: .full))
    #expect(try synchronous() == 2)
  }

  @Test(arguments: [false, true]) func `a closed inbox stays closed`(isInMemory: Bool) throws {
    let inbox = try isInMemory ? Inbox.testing() : Inbox.testing(in: folder)
    try inbox.at(.testing).push(.make(), from: "cli")
    try inbox.close()
    #expect(throws: InboxError.closed) { try inbox.at(.testing).push(.make(), from: "cli") }
    #expect(throws: InboxError.closed) { try inbox.at(.testing).counts() }
    #expect(throws: InboxError.closed) { try inbox.watch() }
    #expect(throws: InboxError.closed) { try inbox.observe { _ in } }
    inbox.update(configuration: .init())
    try inbox.close()
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func `any busy timeout is taken`(_ seconds: Double) throws {
    let inbox = try Inbox.open(folder: inboxFolder, configuration: .init(busyTimeout: seconds))
    try inbox.at(.testing).push(.make(), from: "cli")
    inbox.update(configuration: .init(busyTimeout: seconds))
    #expect(try inbox.at(.testing).counts().unread == 1)
  }

  @Test func `an inbox in memory keeps what is written`() throws {
    let inbox = try Inbox.testing()
    try inbox.execute("INSERT INTO value VALUES ('a', 1)")
    #expect(try inbox.value("SELECT value FROM value WHERE name = 'a'") == 1)
    #expect(inbox.path == nil)
  }
}
