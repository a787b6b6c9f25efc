import GRDB
import GRDBSQLite
import InboxText

extension Database {
  /// Interrupts a read (`SQLITE_INTERRUPT`) that takes longer than its budget.
  ///
  /// A progress handler checks the clock every 500 steps of the virtual machine; one step of a
  /// full-text search may take some milliseconds more.
  func reading<T>(within budget: Duration, _ body: () throws -> T) throws -> T {
    let deadline = Deadline(after: budget)
    return try withExtendedLifetime(deadline) {
      let context = Unmanaged.passUnretained(deadline).toOpaque()
      sqlite3_progress_handler(
        sqliteConnection, 500,
        { context in
          guard let context else { return 0 }
          return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
        }, context)
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      return try body()
    }
  }
}

/// The end of a read budget, as an object that a C callback can refer to.
private final class Deadline {
  private let end: ContinuousClock.Instant

  init(after budget: Duration) {
    end = .now + budget
  }

  var isOver: Bool { .now >= end }
}
