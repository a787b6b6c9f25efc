import GRDB

/// The schema of an inbox, by version; `Storage.md` describes it table by table.
///
/// `user_version` is the number of the last migration, so that opening a current database costs
/// one read; `application_id` marks the file as an inbox.
enum InboxSchema {
  /// The age of a file's schema, relative to this code.
  enum Age: Sendable {
    /// Nothing to migrate: the same version, or a newer compatible one.
    case current
    case older
    /// An empty file.
    case empty
  }

  /// The statements of one version.
  typealias Migration = [String]

  /// Marks a file as an inbox: "BELL".
  static let applicationID: Int32 = 0x4245_4C4C
  /// The newest known version.
  static var version: Int { migrations.count }

  /// The changes of each version.
  ///
  /// A version that an older program must not write to sets `usable_from` to its own number; one
  /// that only adds tables, indexes and columns with a default does not. What a later version makes
  /// anew stands only there, and is dropped before where an older program has made it.
  static let migrations: [Migration] = [
    [
      values, messages, indexes, labels, counters, occurrences, folding, log, metrics, deepLinks,
    ],
    [storedFiles],
    [expected],
    [exchange],
    [machines],
    [uncountedFiles],
    [rest, unansweredQuestions],
    [done],
    [lead, actionRequests],
    [escalation],
    [snoozedFor],
    [chosen],
  ]

  /// Checks by a file's header whether it is an inbox, and its schema's age.
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

  /// The lowest program version that may use a file; the highest number when it is missing.
  private static func usableFrom(_ database: Database) -> Int {
    let sql = "SELECT value FROM value WHERE name = 'usable_from'"
    return (try? Int.fetchOne(database, sql: sql)) ?? .max
  }

  /// Runs the missing migrations, all in one transaction.
  ///
  /// - Parameters:
  ///   - database: A writing connection.
  ///   - migrations: The changes of each version; tests pass those of a later program.
  /// - Throws: `DatabaseError`; then nothing has changed.
  static func migrate(_ database: Database, through migrations: [Migration] = migrations) throws {
    try database.inTransaction(.immediate) {
      // Read again: another process may have migrated meanwhile.
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

  /// The log, the origins of its entries, and the readers that trimming waits for.
  ///
  /// An entry of this inbox has no `origin`. `changes` is set for steps that undo can revert;
  /// `undone_by` is the sequence of the undo that reverted it, NULL again after a redo; `target`
  /// is the step that an undo or redo reverted.
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

  /// Metrics by day; never trimmed.
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

  /// The running screens, and the pending deep links.
  ///
  /// `process` and `started` distinguish a running screen from a crashed one. `used` grows: the
  /// screen with the highest was used last. A link is for one `screen`, or for any while that is
  /// NULL; setting `taken_at` claims it exclusively.
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
