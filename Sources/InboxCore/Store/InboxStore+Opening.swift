import Foundation
import GRDB

extension InboxStore {
  /// Name of the database within an inbox's folder.
  static let fileName = "inbox.sqlite"

  /// Opens the inbox of a folder, making both when they are not there.
  ///
  /// A database that is up to date costs one connection and nothing is written.
  ///
  /// - Throws: ``InboxError``.
  static func open(folder: String, configuration: InboxConfiguration) throws -> InboxStore {
    let path = folder + "/" + fileName
    do {
      if let store = try openReadOnly(folder: folder, configuration: configuration) {
        return store
      }
      try makeFolder(folder)
      try makeFile(path)
      let reader = try connect(to: path, isReader: true, configuration: configuration)
      let writer = try bringUpToDate(reader, folder: folder, configuration: configuration)
      return InboxStore(
        path: path, bell: FileBell(path: folder + "/" + FileBell.fileName), reader: reader,
        writer: writer, configuration: configuration)
    } catch let error as DatabaseError {
      throw InboxError(error, path: path, busySeconds: configuration.busyTimeout)
    }
  }

  /// Opens an inbox that lives as long as the value.
  static func inMemory(configuration: InboxConfiguration, bell: any Bell) throws -> InboxStore {
    do {
      var settings = Configuration()
      settings.foreignKeysEnabled = false
      let queue = try DatabaseQueue(configuration: settings)
      try queue.writeWithoutTransaction { try InboxSchema.migrate($0) }
      return InboxStore(
        path: nil, bell: bell, reader: queue, writer: queue, configuration: configuration)
    } catch let error as DatabaseError {
      throw InboxError(error, path: ":memory:", busySeconds: configuration.busyTimeout)
    }
  }

  /// Opens one connection; a reader refuses writes and can still empty the log when it closes.
  static func connect(
    to path: String, isReader: Bool, configuration: InboxConfiguration
  ) throws -> DatabaseQueue {
    var settings = Configuration()
    settings.foreignKeysEnabled = false
    settings.busyMode = .timeout(configuration.busyTimeout)
    settings.prepareDatabase { database in
      let role =
        isReader
        ? "PRAGMA query_only = 1;"
        : "PRAGMA journal_size_limit = 4194304; PRAGMA cache_size = -16000;"
      try database.execute(
        sql: "PRAGMA temp_store = MEMORY;" + role + configuration.connectionPragmas)
    }
    return try DatabaseQueue(path: path, configuration: settings)
  }

  /// Checks whose database it is and brings an older one up to date; returns the writer if one
  /// was needed.
  private static func bringUpToDate(
    _ reader: DatabaseQueue, folder: String, configuration: InboxConfiguration
  ) throws -> DatabaseQueue? {
    let path = folder + "/" + fileName
    guard try reader.inDatabase({ try InboxSchema.check($0, path: path) }) == .older else {
      return nil
    }
    // One process at a time: turning on the write-ahead log does not wait for its turn.
    let lock = try FolderLock(folder)
    defer { lock.release() }
    let writer = try connect(to: path, isReader: false, configuration: configuration)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try InboxSchema.migrate(database)
    }
    return writer
  }

  private static func makeFolder(_ folder: String) throws {
    var information = stat()
    if stat(folder, &information) == 0 { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw InboxError.cannotAccess(path: folder, reason: error.localizedDescription)
    }
  }

  /// Makes the file before SQLite does, so that nobody else may ever read it.
  private static func makeFile(_ path: String) throws {
    var information = stat()
    if stat(path, &information) == 0 { return }
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw InboxError.cannotAccess(path: path, reason: String(cString: strerror(errno)))
    }
    _ = Foundation.close(descriptor)
  }
}

extension InboxConfiguration {
  /// What a connection is told of this configuration.
  var connectionPragmas: String {
    let synchronous = durability == .full ? "FULL" : "NORMAL"
    let milliseconds = Int(busyTimeout * 1_000)
    return "PRAGMA synchronous = \(synchronous); PRAGMA busy_timeout = \(milliseconds);"
  }
}
