import Foundation
import GRDB
import InboxSystem
import Synchronization

/// The connections to the database of one inbox, with transactions for reads and writes.
///
/// The connections and the configuration (state) are behind a lock (guard), because the first
/// write opens the writer from any thread, another file may replace the database, and a program
/// may replace the configuration at any time (reason).
final class InboxStore: Sendable {
  /// The path of the database; nil in memory.
  let path: String?
  /// The signal after each commit.
  let bell: any CommitSignal
  /// Whether the inbox is read-only for this process.
  let isReadOnly: Bool
  /// Blocking asynchronous reads; separate from writes, which may wait for another process.
  let readQueue = DispatchQueue(label: "inbox.reads", qos: .userInitiated)
  /// Blocking asynchronous writes.
  let writeQueue = DispatchQueue(label: "inbox.writes", qos: .userInitiated)
  private let state: Mutex<State>
  /// Held to replace connections; not the state, as closing waits for reads and writes that need it.
  private let replacing = Mutex(())

  /// The inbox that a write is for.
  enum Target {
    /// The opened one, as its message numbers are meaningless in another.
    case opened
    /// The one at the path, even if replaced since; created if it does not exist.
    case current
  }

  /// The writing connection, and the state of its file.
  private struct Writer {
    var queue: DatabaseQueue
    /// The identity of its file; nil in memory.
    var file: FileStatus.Identity?
    /// The lock queue of the writers of all processes; nil in memory.
    var turns: FairLock?
    /// The write-ahead log at the first write; nil before.
    var log: WriteAheadLog?
  }

  private struct State {
    /// Nil once the inbox is closed.
    var connections: StoreConnections?
    var configuration: InboxConfiguration

    /// Reads or changes the connections.
    mutating func using<T>(_ body: (inout StoreConnections) throws -> T) throws -> T {
      guard var connections else { throw InboxError.closed }
      defer { self.connections = connections }
      return try body(&connections)
    }
  }

  init(
    path: String?, bell: any CommitSignal, connections: StoreConnections,
    configuration: InboxConfiguration, isReadOnly: Bool = false
  ) {
    self.path = path
    self.bell = bell
    self.isReadOnly = isReadOnly
    state = Mutex(State(connections: connections, configuration: configuration))
  }

  deinit { try? close() }

  /// Interrupts the running reads.
  func interruptReading() {
    state.withLock { $0.connections?.reader }?.interrupt()
  }

  /// The configuration in use.
  var configuration: InboxConfiguration {
    state.withLock { $0.configuration }
  }

  /// Reads in one transaction, so that all reads are consistent.
  ///
  /// May be called from within a read on the same thread.
  ///
  /// - Throws: ``InboxError`` for errors of SQLite, ``InboxError/overBudget`` when the budget is
  ///   exceeded; errors of `body`.
  func read<T>(within budget: Duration? = nil, _ body: (Database) throws -> T) throws -> T {
    try readRanked(within: budget) { database, _ in try body(database) }
  }

  /// Reads as ``read(within:_:)``, with the connection's rankings of groups.
  func readRanked<T>(
    within budget: Duration? = nil, _ body: (Database, GroupRanksCache) throws -> T
  ) throws -> T {
    try mappingErrors {
      let connections = try currentConnections()
      return try connections.reader.unsafeReentrantRead { database in
        try database.checkOpen()
        func readInBudget() throws -> T {
          guard let budget else { return try body(database, connections.ranks) }
          return try database.reading(within: budget) { try body(database, connections.ranks) }
        }
        guard !database.isInsideTransaction else { return try readInBudget() }
        return try database.transaction(.deferred, readInBudget)
      }
    }
  }

  /// Writes in one transaction, then rings the bell when something was written.
  ///
  /// A write to the current inbox is in it when this returns: a write into a file that was removed
  /// meanwhile does not count, and `body` runs again on the new one.
  ///
  /// - Parameters:
  ///   - target: The inbox to write to.
  ///   - durability: The durability of the commit; nil for that of the configuration.
  ///   - body: The writes.
  /// - Returns: The last result of `body`.
  /// - Throws: ``InboxError`` for errors of SQLite; errors of `body`, after which nothing has
  ///   changed.
  func write<T>(
    to target: Target = .opened, durability: InboxConfiguration.Durability? = nil,
    _ body: (Database) throws -> T
  ) throws -> T {
    try mappingErrors {
      while true {
        let writer = try openWriter(to: target)
        try checkLog(of: writer)
        let result = Result { try write(by: writer, durability, body) }
        guard target == .opened || isCurrent(writer.file) else { continue }
        if case .success = result { try checkLog(of: writer) }
        return try result.get()
      }
    }
  }

  private func write<T>(
    by writer: Writer, _ durability: InboxConfiguration.Durability?,
    _ body: (Database) throws -> T
  ) throws -> T {
    let (result, hasWritten) = try writer.queue.writeWithoutTransaction { database in
      try database.checkOpen()
      let configured = configuration.durability
      let other = durability == configured ? nil : durability
      if let other { try database.execute(sql: other.pragma) }
      defer { if other != nil { try? database.execute(sql: configured.pragma) } }
      let changesBefore = database.totalChangesCount
      let result = try takingTurn(in: writer.turns) {
        try database.transaction(.immediate) { try body(database) }
      }
      return (result, database.totalChangesCount != changesBefore)
    }
    if hasWritten {
      noteLog(of: writer)
      bell.ring()
    }
    return result
  }

  /// Records the log after the first write, as SQLite recreates it with the first connection.
  private func noteLog(of writer: Writer) {
    guard let path, writer.log == nil else { return }
    let log = WriteAheadLog(of: path)
    state.withLock { state in
      guard state.connections?.file == writer.file else { return }
      state.connections?.log = log
    }
  }

  /// Throws when the log was removed or truncated: a crash would lose its content.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)``.
  private func checkLog(of writer: Writer) throws {
    guard let path, isCurrent(writer.file) else { return }
    try writer.log?.check(of: path)
    guard state.withLock({ $0.connections?.sharesIndex(of: path) }) ?? true else {
      throw InboxError.cannotAccess(path: path + "-shm", reason: .logRemoved)
    }
  }

  /// Whether the connections are to the file at the path; true once the inbox is closed.
  var isConnectedToCurrentFile: Bool {
    guard let connections = state.withLock({ $0.connections }) else { return true }
    return isCurrent(connections.file)
  }

  /// Whether a file is still at the path.
  private func isCurrent(_ file: FileStatus.Identity?) -> Bool {
    path.map { FileStatus(path: $0)?.identity == file } ?? true
  }

  /// Runs a write when it is its turn among the writers of all processes.
  ///
  /// SQLite's own waiting is unfair: who retries at the right moment is next, however long others
  /// have waited. So writers queue for a lock of files beside the database. Where there is no such
  /// lock, as on some network file systems, SQLite's waiting applies.
  ///
  /// - Throws: `DatabaseError` when the turn does not come within the busy timeout; errors of
  ///   `body`.
  private func takingTurn<T>(in turns: FairLock?, _ body: () throws -> T) throws -> T {
    guard let turns, let isLocked = try? turns.acquire(within: configuration.busySeconds) else {
      return try body()
    }
    guard isLocked else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    defer { turns.release() }
    return try body()
  }

  /// Replaces the configuration, also for open connections.
  func update(configuration: InboxConfiguration) {
    let connections = state.withLock { state in
      state.configuration = configuration
      return state.connections
    }
    // A pragma that sets a number in the connection can fail only when it is closed.
    guard path != nil, let connections else { return }
    for queue in [connections.writer, connections.reader].compactMap(\.self) {
      try? queue.inDatabase { try $0.execute(sql: configuration.connectionPragmas) }
    }
  }

  /// Closes the connections for good; the last one of all processes truncates the write-ahead log.
  ///
  /// - Parameter atEnd: Whether the process exits, so that they need not be freed.
  /// - Throws: ``InboxError``.
  func close(atEnd: Bool = false) throws {
    let connections = state.withLock { state in
      defer { state.connections = nil }
      return state.connections
    }
    if atEnd { connections?.keepForever() }
    try mappingErrors { try connections?.close(at: path) }
  }

  /// Whether the log or its index was removed or replaced under the connections, while the database
  /// was not: they do not see what others write from then on.
  var isCutOff: Bool {
    guard let path, let connections = state.withLock({ $0.connections }) else { return false }
    return isCurrent(connections.file) && !connections.sharesLog(of: path)
  }

  /// Connects to the file at the database's path if it was replaced, or its log was.
  ///
  /// - Returns: Whether the connections are to the file at the path; false while there is none, or
  ///   an incomplete one.
  /// - Throws: ``InboxError``; ``InboxError/cannotAccess(path:reason:)`` while other connections of
  ///   the process keep the files that were removed.
  func reopen() throws -> Bool {
    guard let path else { return true }
    let file = FileStatus(path: path)?.identity
    let isSame = try state.withLock { state in
      try state.using { $0.file == file && $0.sharesLog(of: path) }
    }
    if isSame { return true }
    guard file != nil, DatabaseFiles.isWholeDatabase(at: path) else { return false }
    guard let found = try mappingErrors({ try connectAnew(to: path) }) else { return false }
    guard found.sharesLog(of: path) else {
      throw InboxError.cannotAccess(path: WriteAheadLog.path(of: path), reason: .logRemoved)
    }
    return true
  }

  /// Replaces the connections; nil when the file at the path is incomplete.
  private func connectAnew(to path: String) throws -> StoreConnections? {
    try replacing.withLock { _ in
      let connections = try openConnections()
      // SQLite would share the removed index with new ones.
      if isCurrent(connections.file), !connections.sharesLog(of: path) {
        try connections.close(at: path)
      }
      guard let found = try connect(to: path, isReopening: true) else { return nil }
      bell.renew()
      return found
    }
  }

  /// Connects to the database at a path, in place of the present connections.
  private func connect(to path: String, isReopening: Bool) throws -> StoreConnections? {
    let found = try StoreConnections(
      to: path, isReadOnly: isReadOnly, isReopening: isReopening, configuration: configuration)
    guard let found else { return nil }
    try state.withLock { state in try state.using { $0 = found } }
    return found
  }

  private func openConnections() throws -> StoreConnections {
    try state.withLock { try $0.using { $0 } }
  }

  /// The connections; an immutable reader is replaced once its file has changed.
  private func currentConnections() throws -> StoreConnections {
    let connections = try openConnections()
    guard let path, connections.isOutdated(path) else { return connections }
    return try connectAnew(to: path) ?? connections
  }

  private func openWriter(to target: Target) throws -> Writer {
    if let path, isReadOnly { throw InboxError.readOnly(path: path) }
    return try replacing.withLock { _ in
      while true {
        if let path, target == .current, !isCurrent(try openConnections().file) {
          try reconnect(to: path)
        }
        let writer = try openWriter()
        // Otherwise another file may have been opened.
        if target == .opened || isCurrent(writer.file) { return writer }
      }
    }
  }

  private func openWriter() throws -> Writer {
    var connections = try openConnections()
    if let path, connections.lacksRoom { connections = try useRoom(connections, path) }
    if let path, isCurrent(connections.file), !connections.sharesIndex(of: path) {
      connections = try shareIndex(connections, path)
    }
    try bell.prepare()
    let queue =
      try connections.writer
      ?? StoreConnections.connect(
        to: path ?? ":memory:", isReader: false, configuration: configuration)
    try state.withLock { state in try state.using { $0.writer = queue } }
    return Writer(
      queue: queue, file: connections.file, turns: connections.turns, log: connections.log)
  }

  /// Connects to the file at the path, which is created if it does not exist.
  private func reconnect(to path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try Self.makeMissing(path, in: folder, configuration)
    // Another process may still be writing it.
    guard DatabaseFiles.isWholeDatabase(at: path) else {
      throw InboxError.busy(path: path, seconds: 0)
    }
    _ = try connect(to: path, isReopening: false)
    bell.renew()
  }

  /// Reconnects to a database whose disk was full before.
  private func useRoom(
    _ connections: StoreConnections, _ path: String
  ) throws -> StoreConnections {
    guard !DatabaseFiles.isDiskFull(at: path) else { throw InboxError.diskFull(path: path) }
    // SQLite shares the read-only log index with all connections of a process.
    try connections.close(at: path)
    let found = try connect(to: path, isReopening: false)
    guard let found, !found.lacksRoom else { throw InboxError.diskFull(path: path) }
    return found
  }

  /// Reconnects when the log index was removed, unless the log was too.
  private func shareIndex(
    _ connections: StoreConnections, _ path: String
  ) throws -> StoreConnections {
    try connections.log?.check(of: path)
    try connections.close(at: path)
    return try connect(to: path, isReopening: false) ?? connections
  }

  private func mappingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try Self.mappingErrors(of: path, configuration) { try onOpenConnection(body) }
    } catch let error as InboxError where error.isDamage && isOvertaken {
      // Old and new pages were read together: retry on the current file.
      throw InboxError.busy(path: path ?? "", seconds: 0)
    }
  }

  /// Runs `body` again while another thread has closed its connection to open one in its place.
  private func onOpenConnection<T>(_ body: () throws -> T) throws -> T {
    for _ in 0..<3 {
      do { return try body() } catch is ConnectionClosed {
        replacing.withLock { _ in }
      }
    }
    throw InboxError.busy(path: path ?? "", seconds: 0)
  }

  /// Whether the file changed under an immutable connection.
  private var isOvertaken: Bool {
    guard let path else { return false }
    return state.withLock { $0.connections?.isOutdated(path) ?? false }
  }

  /// Converts SQLite errors to ``InboxError``.
  static func mappingErrors<T>(
    of path: String?, _ configuration: InboxConfiguration, _ body: () throws -> T
  ) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw InboxError(error, path: path ?? ":memory:", busySeconds: configuration.busySeconds)
    } catch {
      throw InboxError(damage: error, path: path ?? ":memory:") ?? error
    }
  }
}

/// Thrown before anything is read or written.
private struct ConnectionClosed: Error {}

extension Database {
  /// Most functions of SQLite crash without a connection.
  fileprivate func checkOpen() throws {
    if sqliteConnection == nil { throw ConnectionClosed() }
  }
}
