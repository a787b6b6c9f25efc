import CInboxSystem
import Foundation
import GRDB
import GRDBSQLite
import InboxSystem

/// The connections to one database: one that reads from the start, one that writes when asked.
struct StoreConnections {
  /// Reads only: a write through it fails.
  var reader: DatabaseQueue
  /// Opened by the first write.
  var writer: DatabaseQueue?
  /// The line of the writers of all processes, by files beside the database; nil in memory.
  var turns: FairLock?
  /// Which file they are to; nil in memory.
  var file: FileStatus.Identity?
  /// The log that has been written to; nil before the first write, and in memory.
  var log: WriteAheadLog?
  /// The index of the log; nil in memory, and where none is shared.
  private var index: LogIndex?
  /// The file that an immutable reader was opened on; nil when the reader sees other writers.
  var frozen: FileStatus?
  /// Whether the disk had no room for the files beside the database, so that it is only read.
  var lacksRoom = false

  /// Connects to the database at a path and brings an older one up to date.
  ///
  /// A database that is up to date costs one connection and nothing is written. On a full disk it
  /// is only read.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - isReadOnly: Whether this process may not write.
  ///   - isReopening: Whether a file that is missing or not ready gives nil, as another process
  ///     may be putting it there, instead of an error.
  ///   - configuration: How the inbox behaves.
  /// - Throws: ``InboxError``, `DatabaseError`.
  init?(
    to path: String, isReadOnly: Bool, isReopening: Bool, configuration: InboxConfiguration
  ) throws {
    let file = FileStatus(path: path)?.identity
    guard file != nil || !isReopening else { return nil }
    let age: InboxSchema.Age
    (self, age) = try Self.read(path, isReadOnly: isReadOnly, configuration)
    self.file = file
    let folder = (path as NSString).deletingLastPathComponent
    turns = FairLock(entrance: folder, lock: folder + "/" + FileBell.fileName)
    switch age {
    case .current: break
    case .empty where isReopening: return nil
    // An inbox is made under another name, so that its file is never seen empty.
    case .empty: throw InboxError.damaged(path: path, detail: "the file is empty")
    case .older where isReopening && isReadOnly: return nil
    case .older:
      guard !isReadOnly else { throw InboxError.readOnly(path: path) }
      guard !lacksRoom else { throw InboxError.diskFull(path: path) }
      writer = try Self.bringUpToDate(path, configuration)
    }
    if let file, frozen == nil { index = LogIndex(ofDatabase: file, at: path) }
  }

  /// Connects a reader, and tells how old the database is.
  private static func read(
    _ path: String, isReadOnly: Bool, _ configuration: InboxConfiguration
  ) throws -> (StoreConnections, InboxSchema.Age) {
    do {
      let connections =
        try isReadOnly ? readOnly(path, configuration) : writable(path, configuration)
      return (connections, try check(connections.reader, path))
    } catch let error as DatabaseError where !isReadOnly && error.mayBeFullDisk {
      // The first look makes the files beside the database.
      guard DatabaseFiles.isDiskFull(at: path) else { throw error }
      let connections = try readOnly(path, configuration, lacksRoom: true)
      return (connections, try check(connections.reader, path))
    }
  }

  /// Connects a reader, which also writes where one connection does both.
  private static func writable(
    _ path: String, _ configuration: InboxConfiguration
  ) throws -> StoreConnections {
    let isReader = !configuration.usesOneConnection
    let reader = try connect(to: path, isReader: isReader, configuration: configuration)
    return StoreConnections(reader: reader, writer: isReader ? nil : reader)
  }

  /// Tells how old a database is, at one moment: another process may be migrating it.
  private static func check(_ reader: DatabaseQueue, _ path: String) throws -> InboxSchema.Age {
    try reader.inDatabase { database in
      var age = InboxSchema.Age.current
      try database.inTransaction(.deferred) {
        age = try InboxSchema.check(database, path: path)
        return .commit
      }
      return age
    }
  }

  init(reader: DatabaseQueue, writer: DatabaseQueue? = nil) {
    self.reader = reader
    self.writer = writer
  }

  /// Keeps both from being freed: each would ask the notification center of Foundation to forget it,
  /// which is made only then and takes a sixth of a command's instructions; and GRDB would need a thread
  /// for it, and wait for ever where the system gives none.
  func keepForever() {
    for connection in [writer, reader].compactMap(\.self) {
      _ = Unmanaged.passRetained(connection)
    }
  }

  /// Whether they share the index of the log with the other processes still; one that was removed
  /// tells nothing of what those write.
  func sharesIndex(of path: String) -> Bool {
    index?.isShared(at: path) ?? true
  }

  /// Closes both, also when the first one cannot be.
  ///
  /// - Parameter path: Where their file is; nil in memory.
  /// - Throws: `DatabaseError`.
  func close(at path: String?) throws {
    // By an index of their own they would take a part of the log for all of it, and remove it.
    if let path, !sharesIndex(of: path), FileStatus(path: WriteAheadLog.path(of: path)) != nil {
      for connection in [writer, reader].compactMap(\.self) {
        connection.inDatabase { inbox_database_keep_log($0.sqliteConnection.map { .init($0) }) }
      }
    }
    // Before they close: the last one removes the index, and whoever opens next has another.
    index?.endUse()
    let results = [writer, reader].compactMap(\.self).map { connection in
      Result { try connection.close() }
    }
    for result in results { try result.get() }
  }
}

extension StoreConnections {
  /// Opens one connection; a reader refuses writes and can still empty the log when it closes.
  static func connect(
    to path: String, isReader: Bool, configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    // SQLite would make a file in the place of one that was taken away.
    guard FileStatus(path: path) != nil else {
      throw InboxError.cannotAccess(path: path, reason: .gone)
    }
    var settings = Configuration()
    settings.foreignKeysEnabled = false
    settings.busyMode = .timeout(configuration.busySeconds)
    settings.prepareDatabase { database in
      let role =
        isReader
        ? "PRAGMA query_only = 1;"
        : "PRAGMA journal_size_limit = 4194304; PRAGMA cache_size = -16000;"
      try database.execute(
        sql: "PRAGMA temp_store = MEMORY;" + role + configuration.connectionPragmas)
      database.addTextMatchFunction()
      database.forgoAuthorizer()
    }
    return try DatabaseQueue(path: path, configuration: settings)
  }

  /// Runs the migrations of an older or empty database; the connection that did can go on writing.
  private static func bringUpToDate(
    _ path: String, _ configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    // One process at a time: turning on the write-ahead log does not wait for its turn.
    let folder = String(path.dropLast(Inbox.fileName.utf8.count + 1))
    let lock = try InboxError.accessing(folder) { () throws(SystemError) in try FolderLock(folder) }
    defer { lock.release() }
    let writer = try connect(to: path, isReader: false, configuration: configuration)
    try bringUpToDate(writer)
    return writer
  }

  /// Runs the migrations that a database lacks; the caller holds the lock on its folder.
  static func bringUpToDate(_ writer: DatabaseQueue) throws {
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try InboxSchema.migrate(database)
    }
  }
}

extension Database {
  /// Prepares statements without GRDB looking at each column that they name.
  ///
  /// It does so for its observers, of which there are none here: changes are told by the log. That
  /// took a quarter of the time in which the first page is read.
  fileprivate func forgoAuthorizer() {
    sqlite3_set_authorizer(sqliteConnection, nil, nil)
  }
}

extension InboxConfiguration {
  /// ``busyTimeout`` within the limits of the database, in seconds.
  var busySeconds: Double {
    busyTimeout.isNaN ? 0 : min(max(busyTimeout, 0), Self.greatestBusyTimeout)
  }

  /// The settings that a connection takes from this configuration.
  var connectionPragmas: String {
    let synchronous = durability == .full ? "FULL" : "NORMAL"
    let milliseconds = Int(busySeconds * 1_000)
    return "PRAGMA synchronous = \(synchronous); PRAGMA busy_timeout = \(milliseconds);"
  }
}
