import GRDB

extension InboxSchema {
  /// How the schema of a file compares with the one that this code knows.
  enum Age: Sendable {
    case current
    case older
    /// Nobody has written anything into it.
    case empty
  }

  /// Tells from the file's header whether it is an inbox and how old.
  ///
  /// - Throws: ``InboxError/foreignDatabase(path:)``, ``InboxError/newerSchema(path:found:supported:)``.
  static func check(_ database: Database, path: String) throws -> Age {
    let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if mark == applicationID {
      guard found <= version else {
        throw InboxError.newerSchema(path: path, found: found, supported: version)
      }
      return found == version ? .current : .older
    }
    let isEmpty = try Row.fetchOne(database, sql: "SELECT 1 FROM sqlite_schema LIMIT 1") == nil
    guard mark == 0, isEmpty else { throw InboxError.foreignDatabase(path: path) }
    return .empty
  }

  /// Runs the migrations that the file lacks, all in one transaction.
  static func migrate(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      // Read again: another process may have done it while this one waited.
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      for migration in migrations.dropFirst(found) {
        for part in migration { try database.execute(sql: part) }
      }
      try database.execute(
        sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version);")
      return .commit
    }
  }
}
