import GRDB
import GRDBSQLite

/// Binds the values of a record to the parameters of a statement, in order.
///
/// It bypasses GRDB's arguments, which allocate an object for each value: for a message's many
/// columns that takes as long as SQLite's insert.
struct RecordBinding {
  private let statement: SQLiteStatement
  private var index: Int32 = 0
  /// The first failure, if any.
  private var code = SQLITE_OK

  /// Makes SQLite copy a text, as the string may be freed before the statement runs.
  private static var copying: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Runs a statement with the values that `body` binds.
  ///
  /// - Throws: `DatabaseError`.
  static func execute(_ statement: Statement, binding body: (inout RecordBinding) -> Void) throws {
    // There are no arguments for GRDB to check.
    statement.setUncheckedArguments([])
    var record = RecordBinding(statement: statement.sqliteStatement)
    body(&record)
    guard record.code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: record.code))
    }
    try statement.execute()
  }

  private init(statement: SQLiteStatement) {
    self.statement = statement
  }

  /// Binds an integer; NULL for nil.
  mutating func bind(_ value: Int64?) {
    index += 1
    note(
      value.map { sqlite3_bind_int64(statement, index, $0) }
        ?? sqlite3_bind_null(statement, index))
  }

  /// Binds a text; NULL for nil.
  mutating func bind(_ text: String?) {
    index += 1
    guard let text else { return note(sqlite3_bind_null(statement, index)) }
    // An empty one has an address too: SQLite would bind a null one as NULL.
    note(
      text.withCString {
        sqlite3_bind_text(statement, index, $0, Int32(clamping: text.utf8.count), Self.copying)
      })
  }

  private mutating func note(_ result: Int32) {
    if code == SQLITE_OK { code = result }
  }
}
