import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct SchemaTests {
  private let folder = TemporaryFolder.empty()
  private var file: String { folder.path + "/inbox/inbox.sqlite" }

  /// What a later program may add.
  private static let addition = [
    "ALTER TABLE message ADD COLUMN mood TEXT", "CREATE TABLE later (a)",
  ]

  /// Brings the inbox to the version of a later program.
  private func migrate(_ statements: [String]) throws {
    let queue = try DatabaseQueue(path: file)
    try queue.writeWithoutTransaction {
      try InboxSchema.migrate($0, through: InboxSchema.migrations + [statements])
    }
    try queue.close()
  }

  /// Makes a file that is marked as an inbox and in which no migration has run yet.
  private func makeUnmigrated(in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/inbox", withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: folder.path + "/inbox/" + Inbox.fileName)
    try queue.inDatabase { database in
      try database.execute(
        sql: """
          CREATE TABLE filler (bytes BLOB);
          INSERT INTO filler VALUES (zeroblob(20000));
          PRAGMA application_id = \(InboxSchema.applicationID);
          """)
    }
    try queue.close()
  }

  @Test func `a later version adds to what there is, and its program finds everything`() throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.push(.make("old"), from: "cli")
    try inbox.close()
    try migrate(Self.addition)
    try migrate(Self.addition)
    let later = try Inbox.testing(in: folder)
    #expect(try later.value("PRAGMA user_version") == InboxSchema.version + 1)
    #expect(try later.fetch("SELECT title, mood FROM message") == [["title": "old", "mood": nil]])
  }

  @Test func `a program goes on with an inbox to which a newer one only added`() throws {
    try Inbox.testing(in: folder).close()
    try migrate(Self.addition)
    let inbox = try Inbox.testing(in: folder)
    try inbox.push(.make("new"), from: "cli")
    #expect(try inbox.message(1)?.title == "new")
    #expect(try inbox.health().schemaVersion == InboxSchema.version + 1)
  }

  @Test func `an inbox that needs a newer program is refused`() throws {
    try Inbox.testing(in: folder).close()
    let (newer, supported) = (InboxSchema.version + 1, InboxSchema.version)
    try migrate(["UPDATE value SET value = \(newer) WHERE name = 'usable_from'"])
    #expect(throws: InboxError.newerSchema(path: file, found: newer, supported: supported)) {
      try Inbox.testing(in: folder)
    }
  }

  @Test func `an older database that takes the place of an open one is brought up to date`() throws
  {
    let inbox = try Inbox.testing(in: folder)
    let watch = try inbox.watch()
    let other = try TemporaryFolder()
    try makeUnmigrated(in: other)
    for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
    #expect(rename(other.path + "/inbox/inbox.sqlite", file) == 0)
    #expect(try watch.take() == .reload)
    try inbox.push(.make("new"), from: "cli")
    #expect(try inbox.message(1)?.title == "new")
  }

  @Test func `a copy of an older database is left alone until it is whole`() throws {
    let inbox = try Inbox.testing(in: folder)
    let watch = try inbox.watch()
    let other = try TemporaryFolder()
    try makeUnmigrated(in: other)
    let bytes = try Data(contentsOf: URL(filePath: other.path + "/inbox/inbox.sqlite"))
    let place = URL(filePath: file)
    for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
    try Data().write(to: place)
    #expect(try watch.take() == .gone)
    try bytes.prefix(8_192).write(to: place)
    #expect(try watch.take() == .nothing)
    #expect(try Data(contentsOf: place) == bytes.prefix(8_192))
    try bytes.write(to: place)
    #expect(try watch.take() == .reload)
    #expect(try inbox.store.read { try InboxSchema.check($0, path: file) } == .current)
  }

  @Test func `the columns of later features have what a message without them means`() throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.push(.make("one"), .make("two"), from: "cli")
    let columns = "format, progress, fold, occurrences, first_at, last_at, resolved_at"
    let row: Row = [
      "format": nil, "progress": nil, "fold": nil, "occurrences": 1, "first_at": nil,
      "last_at": nil, "resolved_at": nil,
    ]
    #expect(try inbox.fetch("SELECT \(columns) FROM message") == [row, row])
  }

  @Test func `the occurrences of a message go with it`() throws {
    let inbox = try Inbox.testing(in: folder)
    try inbox.push(.make("one"), .make("two"), from: "cli")
    try inbox.execute(
      """
      UPDATE message SET occurrences = 2, fold = 'disk';
      INSERT INTO occurrence (number, ordinal, received_at) VALUES (1, 1, 0), (2, 1, 0);
      """)
    try inbox.perform(.delete, on: [1])
    try inbox.purge(.matching(.trash))
    #expect(try inbox.values("SELECT number FROM occurrence") == [2])
  }

  @Test func `the message of a fold key is found by its index`() throws {
    let inbox = try Inbox.testing(in: folder)
    let plan = try inbox.plan(
      of: "SELECT number FROM message WHERE fold = 'disk' AND source = 'ci' AND status <> 2")
    #expect(plan == ["SEARCH message USING INDEX message_by_fold (fold=? AND source=?)"])
  }
}
