import Foundation
import GRDB
import InboxSystem

extension InboxStore {
  /// Opens the inbox of a folder, making both when they are not there.
  ///
  /// An inbox that this process may only read is neither made nor brought up to date, and acting
  /// on it throws ``InboxError/readOnly(path:)``.
  ///
  /// - Parameters:
  ///   - folder: The inbox's own folder.
  ///   - configuration: How the inbox behaves.
  ///   - isReadOnly: Whether it is only read; nil finds out what the permissions say.
  ///   - bell: The signal after each commit; nil is the file beside the database.
  /// - Returns: The store, with one connection or two.
  /// - Throws: ``InboxError``.
  static func open(
    folder: String, configuration: InboxConfiguration, isReadOnly: Bool? = nil,
    bell: (any CommitSignal)? = nil
  ) throws -> InboxStore {
    let path = folder + "/" + Inbox.fileName
    let isReadOnly = isReadOnly ?? mayOnlyRead(path, in: folder)
    return try mappingErrors(of: path, configuration) {
      if !isReadOnly { try makeMissing(path, in: folder, configuration) }
      try checkKind(of: path)
      let connections = try StoreConnections(
        to: path, isReadOnly: isReadOnly, isReopening: false, configuration: configuration)
      guard let connections else { throw InboxError.notADatabase(path: path) }
      return InboxStore(
        path: path, bell: bell ?? FileBell(path: folder + "/" + FileBell.fileName),
        connections: connections, configuration: configuration, isReadOnly: isReadOnly)
    }
  }

  /// Opens an inbox that lives as long as the value.
  static func inMemory(configuration: InboxConfiguration, bell: any CommitSignal) throws
    -> InboxStore
  {
    try mappingErrors(of: nil, configuration) {
      var settings = Configuration()
      settings.foreignKeysEnabled = false
      settings.prepareDatabase { $0.addTextMatchFunction() }
      let queue = try DatabaseQueue(configuration: settings)
      try queue.writeWithoutTransaction { try InboxSchema.migrate($0) }
      return InboxStore(
        path: nil, bell: bell, connections: StoreConnections(reader: queue, writer: queue),
        configuration: configuration)
    }
  }

  /// Makes the database and its folder when they are not there.
  static func makeMissing(
    _ path: String, in folder: String, _ configuration: InboxConfiguration
  ) throws {
    try makeFolder(folder)
    if FileStatus(path: path) == nil { try make(path, in: folder, configuration) }
    try checkKind(of: path)
  }

  /// Refuses what is no regular file: a pipe would be waited for.
  private static func checkKind(of path: String) throws {
    if let kind = FileStatus(path: path)?.kind, kind != .regular {
      throw InboxError.cannotAccess(path: path, reason: .notRegularFile)
    }
  }

  private static func mayOnlyRead(_ path: String, in folder: String) -> Bool {
    access(path, F_OK) == 0 && (access(path, W_OK) != 0 || access(folder, W_OK) != 0)
  }

  private static func makeFolder(_ folder: String) throws(InboxError) {
    do {
      try PrivateFolder.make(folder)
    } catch {
      throw error.error.code == ENOTDIR
        ? .notAFolder(path: error.path)
        : .cannotAccess(path: error.path, reason: .system(error.error))
    }
  }

  /// Makes a database under another name and gives it its own, so that nobody sees it half made.
  ///
  /// One process at a time: those that come meanwhile wait, and find it.
  private static func make(
    _ path: String, in folder: String, _ configuration: InboxConfiguration
  ) throws {
    let lock = try InboxError.accessing(folder) { () throws(SystemError) in try FolderLock(folder) }
    defer { lock.release() }
    guard FileStatus(path: path) == nil else { return }
    let unfinished = path + ".new"
    defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) } }
    unlink(unfinished)
    try makeFile(unfinished)
    let writer = try StoreConnections.connect(
      to: unfinished, isReader: false, configuration: configuration)
    try StoreConnections.bringUpToDate(writer)
    // Closing would pass over a full disk and leave a part of it in the log.
    _ = try writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    // It is not freed: that would need a thread, which the system need not give.
    _ = Unmanaged.passRetained(writer)
    try writer.close()
    guard rename(unfinished, path) == 0 else {
      throw InboxError.cannotAccess(path: path, reason: .system(SystemError(call: "rename")))
    }
    lock.synchronize()
  }

  /// Makes the file before SQLite does, so that nobody else may ever read it.
  private static func makeFile(_ path: String) throws {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw InboxError.cannotAccess(path: path, reason: .system(SystemError(call: "open")))
    }
    _ = Foundation.close(descriptor)
  }
}
