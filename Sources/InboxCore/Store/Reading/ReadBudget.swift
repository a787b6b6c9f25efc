import GRDB
import GRDBSQLite
import InboxText

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
