import GRDB
import GRDBSQLite
import InboxText

extension Database {
  /// Reads, and gives up with `SQLITE_INTERRUPT` once it has taken longer than `budget`.
  ///
  /// SQLite looks at the clock between the steps of a statement; one step of a full-text search
  /// may take some milliseconds more.
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

/// The moment at which a read is given up, where SQLite can ask for it.
private final class Deadline {
  private let end: ContinuousClock.Instant

  init(after budget: Duration) {
    end = .now + budget
  }

  var isOver: Bool { .now >= end }
}
