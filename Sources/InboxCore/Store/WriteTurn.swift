import GRDB
import InboxSystem

extension InboxStore {
  /// Runs a write when it is its turn among those of all processes.
  ///
  /// SQLite's own waiting is by chance: who asks at the right moment is next, however long others
  /// have waited. So writers stand in line for a lock of files beside the database. Where there is
  /// no such lock, as on some network file systems, SQLite's waiting is what there is.
  ///
  /// - Throws: `DatabaseError` when the turn does not come within the busy time-out; whatever
  ///   `body` throws.
  func takingTurn<T>(_ body: () throws -> T) throws -> T {
    guard let turns else { return try body() }
    let isLocked: Bool
    do {
      isLocked = try turns.acquire(within: configuration.busySeconds)
    } catch {
      return try body()
    }
    guard isLocked else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    defer { turns.release() }
    return try body()
  }
}
