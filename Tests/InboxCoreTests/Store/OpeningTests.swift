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

/// A reader that has no right to write, beside the owner of the inbox.
@Suite(.waiting) struct ReadOnlyTests {
  private let folder = TemporaryFolder.empty()
  private var path: String { folder.path + "/inbox" }

  init() throws { try push("first") }

  private func owner() throws -> Inbox {
    try Inbox.open(folder: path, configuration: .init(durability: .normal))
  }

  /// Opens, pushes and closes, as a command does.
  private func push(_ title: String) throws {
    let owner = try owner()
    try owner.at(.testing).push(.make(title), from: "cli")
    try owner.close()
  }

  private func reader() throws -> Inbox {
    Inbox(store: try InboxStore.open(folder: path, configuration: .testing(), isReadOnly: true))
  }

  private func count(_ inbox: Inbox) throws -> Int { try inbox.at(.testing).counts().listed }

  @Test func `it leaves no file behind and refuses to write`() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let reader = try reader()
    #expect(try count(reader) == 1)
    #expect(throws: InboxError.readOnly(path: path + "/inbox.sqlite")) {
      try reader.at(.testing).perform(.read, on: [1])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == before)
  }

  @Test func `it sees what an owner who comes later stores`() throws {
    let reader = try reader()
    #expect(try count(reader) == 1)
    let owner = try owner()
    for number in 2...4 {
      try owner.at(.testing).push(.make("\(number)"), from: "cli")
      #expect(try count(reader) == number)
    }
    try owner.close()
    #expect(try count(reader) == 4)
  }

  @Test func `it sees what was stored and put away between two looks`() throws {
    let reader = try reader()
    for number in 2...4 {
      try push("\(number)")
      #expect(try count(reader) == number)
    }
  }

  @Test func `its watch tells of both`() throws {
    let reader = try reader()
    let watch = try reader.watch()
    try push("second")
    #expect(isReadable(watch.fileDescriptor, within: PseudoTerminal.limit))
    guard case .changed(let entries) = try watch.take() else { throw Unexpected("nothing changed") }
    #expect(entries.map(\.numbers) == [[2]])
  }

  @Test func `it goes on with a database that takes the place of the first`() throws {
    let reader = try reader()
    let watch = try reader.watch()
    let other = try TemporaryFolder()
    let backup = try Inbox.testing(in: other)
    try backup.at(.testing).push(.make(), .make(), .make(), from: "cli")
    try backup.close()
    #expect(rename(other.path + "/inbox/inbox.sqlite", path + "/inbox.sqlite") == 0)
    #expect(try watch.take() == .reload)
    #expect(try count(reader) == 3)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: path).contains("inbox.sqlite-shm"))
  }
}

/// What the file system refuses is reported, and nothing that was stored is lost.
@Suite struct RefusedWritesTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private var file: String { folder.path + "/inbox/inbox.sqlite" }

  init() throws {
    inbox = try Inbox.testing(in: folder)
    try inbox.push(.make(id: "kept"), from: "a")
  }

  /// A limit of pages is to SQLite what a full disk is.
  @Test func `a full disk is reported, and what was there stays and can be changed`() throws {
    let pages = try inbox.store.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
      return pages
    }
    #expect(pages > 0)
    let large = Payload.make(id: "lost", body: String(repeating: "text ", count: 50_000))
    #expect(throws: InboxError.diskFull(path: file)) {
      try inbox.push(.make(id: "small"), large, from: "a")
    }
    #expect(try inbox.stored().map(\.id) == ["kept"])
    #expect(try inbox.perform(.read, on: [1]).changedCount == 1)
    #expect(try inbox.health().isSound)
  }

  @Test func `a database that may only be read says so and keeps what it has`() throws {
    try inbox.execute("PRAGMA query_only = 1")
    #expect(throws: InboxError.readOnly(path: file)) {
      try inbox.push(.make(id: "lost"), from: "a")
    }
    #expect(throws: InboxError.readOnly(path: file)) {
      try inbox.perform(.read, on: .matching(.all))
    }
    try inbox.close()
    #expect(try Inbox.testing(in: folder).stored().map(\.id) == ["kept"])
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a file and folder without permission to write refuse without loss`() throws {
    try inbox.close()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path + "/inbox")
    #expect(throws: InboxError.self) {
      let inbox = try Inbox.testing(in: folder)
      try inbox.push(.make(id: "lost"), from: "a")
    }
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/inbox")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try Inbox.testing(in: folder).stored().map(\.id) == ["kept"])
  }
}
