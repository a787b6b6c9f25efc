import GRDB

/// The schema of an inbox, by version; `Storage.md` describes it table by table.
///
/// `user_version` is the number of the last migration, so that opening a current database costs
/// one read; `application_id` marks the file as an inbox.
enum InboxSchema {
  /// The age of a file's schema, compared with the one that this code knows.
  enum Age: Sendable {
    /// Nothing to migrate: the same version, or a newer one that this code can use.
    case current
    case older
    /// Nobody has written anything into the file.
    case empty
  }

  /// The statements of one version.
  typealias Migration = [String]

  /// Marks a file as an inbox: "BELL".
  static let applicationID: Int32 = 0x4245_4C4C
  /// The newest version that this code knows.
  static var version: Int { migrations.count }

  /// What each version adds to the one before it.
  ///
  /// A version that an older program must not write to sets `usable_from` to its own number; one
  /// that only adds tables, indexes and columns with a default leaves it alone.
  static let migrations: [Migration] = [
    [
      values, messages, indexes, labels, search, counters, occurrences, folding, log, metrics,
      deepLinks,
    ],
    [storedFiles],
  ]

  /// Tells from a file's header whether it is an inbox, and how old.
  ///
  /// - Throws: ``InboxError/foreignDatabase(path:)``,
  ///   ``InboxError/newerSchema(path:found:supported:)``.
  static func check(_ database: Database, path: String) throws -> Age {
    let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard mark == applicationID else {
      let isEmpty = try Row.fetchOne(database, sql: "SELECT 1 FROM sqlite_schema LIMIT 1") == nil
      guard mark == 0, isEmpty else { throw InboxError.foreignDatabase(path: path) }
      return .empty
    }
    if found > version, usableFrom(database) > version {
      throw InboxError.newerSchema(path: path, found: found, supported: version)
    }
    return found < version ? .older : .current
  }

  /// The lowest version of a program that may use a file; the highest number where it is not told.
  private static func usableFrom(_ database: Database) -> Int {
    let sql = "SELECT value FROM value WHERE name = 'usable_from'"
    return (try? Int.fetchOne(database, sql: sql)) ?? .max
  }

  /// Runs the migrations that a file lacks, all in one transaction.
  ///
  /// - Parameters:
  ///   - database: A connection that may write.
  ///   - migrations: What each version adds; tests pass those of a later program.
  /// - Throws: `DatabaseError`; then nothing has changed.
  static func migrate(
    _ database: Database, through migrations: [Migration] = migrations
  ) throws {
    try database.inTransaction(.immediate) {
      // Read again: another process may have migrated while this one waited.
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard found < migrations.count else { return .commit }
      for statement in migrations.dropFirst(found).joined() { try database.execute(sql: statement) }
      try database.execute(
        sql: """
          PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migrations.count);
          """)
      return .commit
    }
  }
}

extension InboxSchema {
  /// Single values by name.
  private static let values = """
    CREATE TABLE value (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL
    ) WITHOUT ROWID;
    -- The lowest schema version of a program that may use this file.
    INSERT INTO value VALUES ('usable_from', 1);
    """

  /// The log, where its entries come from, and the readers that trimming waits for.
  ///
  /// An entry of this inbox has no `origin`. `changes` is there for the steps that undo can
  /// revert; `undone_by` is the sequence of the undo that did, NULL again after a redo; `target`
  /// is the step that an undo or redo worked on.
  private static let log = """
    CREATE TABLE log (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      time INTEGER NOT NULL,
      verb TEXT NOT NULL,
      origin INTEGER,
      numbers BLOB NOT NULL,
      changes BLOB,
      identities TEXT,
      detail TEXT,
      target INTEGER,
      undone_by INTEGER
    );
    -- The newest step that undo or redo can take.
    CREATE INDEX log_undoable ON log (undone_by, sequence) WHERE changes IS NOT NULL;
    CREATE TABLE origin (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE
    );
    INSERT INTO origin VALUES (1, lower(hex(randomblob(16))));
    CREATE TABLE cursor (
      name TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  /// What is counted, by day; never trimmed.
  private static let metrics = """
    CREATE TABLE metric (
      day INTEGER NOT NULL,
      event TEXT NOT NULL,
      detail TEXT NOT NULL,
      source TEXT NOT NULL,
      category TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (day, event, detail, source, category)
    ) WITHOUT ROWID;
    """

  /// The screens that run, and the deep links that wait for one of them.
  ///
  /// `process` and `started` tell a running screen from a crashed one. `used` grows: the screen
  /// with the highest was used last. A link is for one `screen`, or for any while that is NULL;
  /// whoever sets `taken_at` first goes there, or knows that nobody else will.
  private static let deepLinks = """
    CREATE TABLE screen (
      id TEXT PRIMARY KEY,
      process INTEGER NOT NULL,
      started INTEGER NOT NULL,
      used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE link (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      number INTEGER,
      thread TEXT,
      screen TEXT,
      expires_at INTEGER NOT NULL,
      taken_at INTEGER
    );
    """
}
