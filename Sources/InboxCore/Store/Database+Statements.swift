import Foundation
import GRDB
import GRDBSQLite
import InboxText

/// Statements that a connection keeps prepared, by their text.
extension Database {
  /// The first value of a statement; nil for NULL, and without rows.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first value of each row of a statement.
  func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first value of a statement as a time in milliseconds.
  func date(_ sql: String, _ arguments: StatementArguments = []) throws -> Date? {
    try value(sql, arguments).map(Date.init(milliseconds:))
  }

  /// The first message number of a statement.
  func number(_ sql: String, _ arguments: StatementArguments = []) throws -> MessageNumber? {
    try (value(sql, arguments) as Int64?).map { MessageNumber($0) }
  }

  /// The message numbers of a statement.
  func numbers(_ sql: String, _ arguments: StatementArguments = []) throws -> [MessageNumber] {
    try values(sql, arguments).map { MessageNumber($0) }
  }

  /// The first row of a statement.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The rows of a statement.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Executes a statement.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Runs a body in a transaction, which is rolled back when it throws.
  func transaction<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
    var result: T?
    try inTransaction(kind) {
      result = try body()
      return .commit
    }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
    return result
  }
}

extension Database {
  /// Interrupts a read (`SQLITE_INTERRUPT`) that takes longer than its budget.
  ///
  /// A progress handler checks the clock every 500 steps of the virtual machine; one step of a
  /// full-text search may take some milliseconds more.
  func reading<T>(within budget: Duration, _ body: () throws -> T) throws -> T {
    let end = ContinuousClock.now + budget
    return try reading(while: { .now < end }, body)
  }

  /// Interrupts a read (`SQLITE_INTERRUPT`) when it is cancelled, checked every 500 steps of the
  /// virtual machine.
  func reading<T>(while isWanted: @escaping () -> Bool, _ body: () throws -> T) throws -> T {
    try withUnsafePointer(to: isWanted) { isWanted in
      sqlite3_progress_handler(
        sqliteConnection, 500,
        { context in
          context?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? true ? 0 : 1
        }, UnsafeMutableRawPointer(mutating: isWanted))
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      return try body()
    }
  }
}
