import CInboxSystem
import Foundation
import GRDB
import GRDBSQLite
import InboxSystem

/// The connections to one database: a reader, and a writer opened on demand.
struct StoreConnections {
  /// Read-only: a write through it fails.
  var reader: DatabaseQueue
  /// The rankings of groups that the reader has made.
  private(set) var ranks = GroupRanksCache()
  /// Opened by the first write.
  var writer: DatabaseQueue?
  /// The lock queue of the writers of all processes, in files beside the database; nil in memory.
  var turns: FairLock?
  /// The identity of the file; nil in memory.
  var file: FileStatus.Identity?
  /// The log at the first write; nil before, and in memory.
  var log: WriteAheadLog?
  /// The index of the log; nil in memory, and where none is shared.
  private var index: LogIndex?
  /// The log that the first read has opened; nil in memory, and where there is none.
  private var openedLog: FileStatus.Identity?
  /// The file of an immutable reader; nil when the reader sees other writers.
  var frozen: FileStatus?
  /// Whether the disk had no room for the files beside the database, so that it is read-only.
  var lacksRoom = false

  /// Connects to the database at a path and migrates an older one.
  ///
  /// A database that is up to date costs one connection and no write. On a full disk it is
  /// read-only.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isReadOnly: Whether this process must not write.
  ///   - isReopening: Whether a missing or incomplete file returns nil, as another process may be
  ///     writing it, instead of throwing.
  ///   - configuration: The configuration of the inbox.
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
    // An inbox is created under another name, so that its file is never seen empty.
    case .empty: throw InboxError.damaged(path: path, detail: "the file is empty")
    case .older where isReopening && isReadOnly: return nil
    case .older:
      guard !isReadOnly else { throw InboxError.readOnly(path: path) }
      guard !lacksRoom else { throw InboxError.diskFull(path: path) }
      writer = try Self.bringUpToDate(path, configuration)
    }
    if let file, frozen == nil {
      index = LogIndex(ofDatabase: file, at: path)
      openedLog = WriteAheadLog.identity(of: path)
    }
  }

  /// Connects a reader and returns the age of the schema.
  private static func read(
    _ path: String, isReadOnly: Bool, _ configuration: InboxConfiguration
  ) throws -> (StoreConnections, InboxSchema.Age) {
    do {
      let connections =
        try isReadOnly ? readOnly(path, configuration) : writable(path, configuration)
      return (connections, try check(connections.reader, path))
    } catch let error as DatabaseError where !isReadOnly && error.mayBeFullDisk {
      // The first read creates the files beside the database.
      guard DatabaseFiles.isDiskFull(at: path) else { throw error }
      let connections = try readOnly(path, configuration, lacksRoom: true)
      return (connections, try check(connections.reader, path))
    }
  }

  /// Connects a reader, which is also the writer where there is only one connection.
  private static func writable(
    _ path: String, _ configuration: InboxConfiguration
  ) throws -> StoreConnections {
    let isReader = !configuration.usesOneConnection
    let reader = try connect(to: path, isReader: isReader, configuration: configuration)
    return StoreConnections(reader: reader, writer: isReader ? nil : reader)
  }

  /// The age of a database's schema, in one transaction: another process may be migrating it.
  private static func check(_ reader: DatabaseQueue, _ path: String) throws -> InboxSchema.Age {
    try reader.inDatabase { database in
      try database.transaction(.deferred) { try InboxSchema.check(database, path: path) }
    }
  }

  init(reader: DatabaseQueue, writer: DatabaseQueue? = nil) {
    self.reader = reader
    self.writer = writer
  }

  /// Leaks both connections on purpose: deinitializing each would create Foundation's notification
  /// center, a sixth of a command's instructions, and GRDB would need a thread, and wait forever
  /// where the system has none.
  func keepForever() {
    for connection in [writer, reader].compactMap(\.self) {
      _ = Unmanaged.passRetained(connection)
    }
  }

  /// Whether they still share the log index with other processes; a removed one shows none of
  /// their writes.
  func sharesIndex(of path: String) -> Bool {
    index?.isShared(at: path) ?? true
  }

  /// Whether they have the log and its index that other programs find beside the database.
  func sharesLog(of path: String) -> Bool {
    sharesIndex(of: path) && (openedLog == nil || openedLog == WriteAheadLog.identity(of: path))
  }

  /// Closes both, even when closing the first one fails.
  ///
  /// - Parameter path: The path of their file; nil in memory.
  /// - Throws: `DatabaseError`.
  func close(at path: String?) throws {
    // With an index of their own they would mistake a part of the log for all of it, and remove
    // it; with a log of their own they would write old pages over the new ones.
    if let path, !sharesLog(of: path), WriteAheadLog.identity(of: path) != nil {
      for connection in [writer, reader].compactMap(\.self) {
        connection.inDatabase { $0.sqliteConnection.map { inbox_database_keep_log(.init($0)) } }
      }
    }
    // Before they close: the last one removes the index, and the next connection has another.
    index?.endUse()
    let results = [writer, reader].compactMap(\.self).map { connection in
      Result { try connection.close() }
    }
    for result in results { try result.get() }
  }
}

extension StoreConnections {
  /// Opens one connection; a reader rejects writes but can still truncate the log when it closes.
  static func connect(
    to path: String, isReader: Bool, configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    guard FileStatus(path: path) != nil else {
      throw InboxError.cannotAccess(path: path, reason: .gone)
    }
    let role =
      isReader
      ? "PRAGMA query_only = 1;"
      : "PRAGMA journal_size_limit = 4194304; PRAGMA cache_size = -16000;"
    var settings = configuration.connectionSettings(role + configuration.connectionPragmas)
    // GRDB's authorizer, a callback for each column, is for its observers, of which there are none
    // here: changes are observed by the log. It took a quarter of the time of reading the first page.
    settings.prepareDatabase { sqlite3_set_authorizer($0.sqliteConnection, nil, nil) }
    // Otherwise SQLite would create a file in place of one that is removed at this moment.
    return try DatabaseQueue(path: uri(of: path, "mode=rw"), configuration: settings)
  }

  /// Migrates an older or empty database; returns the connection, which can continue writing.
  private static func bringUpToDate(
    _ path: String, _ configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    // One process at a time: switching to the write-ahead log does not wait for a lock.
    let folder = String(path.dropLast(Inbox.fileName.utf8.count + 1))
    let lock = try InboxError.accessing(folder) { () throws(SystemError) in try FolderLock(folder) }
    defer { lock.release() }
    let writer = try connect(to: path, isReader: false, configuration: configuration)
    try bringUpToDate(writer)
    return writer
  }

  /// Runs the missing migrations; the caller holds the lock on the folder.
  static func bringUpToDate(_ writer: DatabaseQueue) throws {
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try InboxSchema.migrate(database)
    }
  }
}

extension InboxConfiguration {
  /// ``busyTimeout`` in seconds, clamped to SQLite's limits.
  var busySeconds: Double {
    busyTimeout.isNaN ? 0 : min(max(busyTimeout, 0), Self.greatestBusyTimeout)
  }

  /// What all connections have in common, and further pragmas.
  func connectionSettings(_ pragmas: String = "") -> Configuration {
    var settings = Configuration()
    settings.foreignKeysEnabled = false
    settings.busyMode = .timeout(busySeconds)
    settings.prepareDatabase { database in
      try database.execute(sql: "PRAGMA temp_store = MEMORY;" + pragmas)
      database.addTextMatchFunction()
    }
    return settings
  }

  /// The pragmas of a connection from this configuration.
  var connectionPragmas: String {
    let milliseconds = Int(busySeconds * 1_000)
    return "\(durability.pragma); PRAGMA busy_timeout = \(milliseconds);"
  }
}

extension InboxConfiguration.Durability {
  /// The pragma for the next commits of a connection.
  var pragma: String { "PRAGMA synchronous = \(self == .full ? "FULL" : "NORMAL")" }
}
