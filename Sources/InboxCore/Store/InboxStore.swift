import Foundation
import GRDB
import Synchronization

/// The only door to the database of one inbox: reads are free, writes are verbs.
///
/// The connections and the configuration (state) are behind a lock (guard), because the first
/// write opens the writer, whichever thread it comes from, another file may take the database's
/// place, and a program may replace the configuration at any time (reason).
final class InboxStore: Sendable {
  /// Where the database is; nil in memory.
  let path: String?
  /// What rings after each commit.
  let bell: any Bell
  /// Whether this process may not write.
  let isReadOnly: Bool
  private let state: Mutex<State>

  private struct State {
    var reader: DatabaseQueue
    /// Which file the connections are to; nil in memory.
    var file: FileIdentity?
    var writer: DatabaseQueue?
    var configuration: InboxConfiguration
  }

  init(
    path: String?, bell: any Bell, reader: DatabaseQueue, writer: DatabaseQueue?,
    configuration: InboxConfiguration, isReadOnly: Bool = false
  ) {
    self.path = path
    self.bell = bell
    self.isReadOnly = isReadOnly
    state = Mutex(
      State(
        reader: reader, file: path.flatMap(FileIdentity.init), writer: writer,
        configuration: configuration))
  }

  /// Looks, and may not write: a write through it fails.
  var reader: DatabaseQueue {
    state.withLock { $0.reader }
  }

  /// How this inbox behaves just now.
  var configuration: InboxConfiguration {
    state.withLock { $0.configuration }
  }

  /// Reads in one transaction, so that everything read belongs to one moment.
  ///
  /// May be called from within a read on the same thread.
  ///
  /// - Throws: ``InboxError`` for what SQLite reports, ``InboxError/overBudget`` when there is a
  ///   budget and it was not enough; whatever `body` throws.
  func read<T>(within budget: Duration? = nil, _ body: (Database) throws -> T) throws -> T {
    try mappingErrors {
      try reader.unsafeReentrantRead { database in
        guard !database.isInsideTransaction else { return try body(database) }
        var result: T?
        try database.inTransaction(.deferred) {
          result =
            if let budget { try database.reading(within: budget) { try body(database) } } else {
              try body(database)
            }
          return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        return result
      }
    }
  }

  /// Writes in one transaction, then rings when something was written.
  ///
  /// - Throws: ``InboxError`` for what SQLite reports; whatever `body` throws, after which
  ///   nothing has changed.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    try mappingErrors {
      let (result, hasWritten) = try openWriter().writeWithoutTransaction { database in
        let changesBefore = database.totalChangesCount
        var result: T?
        try database.inTransaction(.immediate) {
          result = try body(database)
          return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        return (result, database.totalChangesCount != changesBefore)
      }
      if hasWritten { bell.ring() }
      return result
    }
  }

  /// Runs statements that must not be within a transaction, such as a checkpoint.
  func writeWithoutTransaction<T>(_ body: (Database) throws -> T) throws -> T {
    try mappingErrors { try openWriter().writeWithoutTransaction(body) }
  }

  /// Takes a new configuration into use, also for the connections that are open.
  func update(configuration: InboxConfiguration) {
    let writer = state.withLock { state in
      state.configuration = configuration
      return state.writer
    }
    // A pragma that sets a number in the connection has nothing to fail on but a closed one.
    if path != nil {
      try? writer?.inDatabase { try $0.execute(sql: configuration.connectionPragmas) }
      try? reader.inDatabase { try $0.execute(sql: configuration.connectionPragmas) }
    }
  }

  /// Closes the connections; the last one of all processes empties the write-ahead log.
  func close() throws {
    try mappingErrors {
      let writer = state.withLock { state in
        defer { state.writer = nil }
        return state.writer
      }
      try writer?.close()
      try reader.close()
    }
  }

  /// Turns to the file that has the database's path now, if it is another one than before.
  ///
  /// - Returns: Whether the connections are to the file at the path; false while there is none,
  ///   or one that is not ready.
  /// - Throws: ``InboxError``.
  func reopen() throws -> Bool {
    guard let path else { return true }
    let file = FileIdentity(path: path)
    if state.withLock({ $0.file == file }) { return true }
    guard file != nil else { return false }
    return try mappingErrors {
      let reader = try Self.connect(to: path, isReader: true, configuration: configuration)
      guard try reader.inDatabase({ try InboxSchema.check($0, path: path) }) == .current else {
        return false
      }
      state.withLock { state in
        (state.reader, state.writer, state.file) = (reader, nil, file)
      }
      return true
    }
  }

  private func openWriter() throws -> DatabaseQueue {
    if let path, isReadOnly { throw InboxError.readOnly(path: path) }
    return try state.withLock { state in
      if let writer = state.writer { return writer }
      let writer = try Self.connect(
        to: path ?? ":memory:", isReader: false, configuration: state.configuration)
      state.writer = writer
      return writer
    }
  }

  private func mappingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw InboxError(
        error, path: path ?? ":memory:", busySeconds: configuration.busyTimeout)
    }
  }
}
