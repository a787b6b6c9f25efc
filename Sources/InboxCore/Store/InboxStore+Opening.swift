import Foundation
import GRDB
import InboxSystem

extension InboxStore {
  /// Opens the inbox of a folder, creating both if they do not exist.
  ///
  /// A read-only inbox is neither created nor migrated, and a write throws
  /// ``InboxError/readOnly(path:)``.
  ///
  /// - Parameters:
  ///   - folder: The inbox's own folder.
  ///   - configuration: The configuration of the inbox.
  ///   - isReadOnly: Whether to open it read-only; nil decides by its permissions.
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
      let queue = try DatabaseQueue(configuration: configuration.connectionSettings())
      try queue.writeWithoutTransaction { try InboxSchema.migrate($0) }
      return InboxStore(
        path: nil, bell: bell, connections: StoreConnections(reader: queue, writer: queue),
        configuration: configuration)
    }
  }

  /// Creates the database and its folder if they do not exist.
  static func makeMissing(
    _ path: String, in folder: String, _ configuration: InboxConfiguration
  ) throws {
    try makeFolder(folder)
    if FileStatus(path: path) == nil { try make(path, in: folder, configuration) }
    try checkKind(of: path)
  }

  /// Throws for anything but a regular file: opening a pipe would block.
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

  /// Creates a database under a temporary name and renames it, so that it is never seen
  /// incomplete.
  ///
  /// One process at a time: others wait, and then find it.
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
    // Closing would ignore a full disk and leave a part of the data in the log.
    _ = try writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    // Leaked on purpose: freeing it needs a thread, which the system may refuse.
    _ = Unmanaged.passRetained(writer)
    try writer.close()
    guard rename(unfinished, path) == 0 else {
      throw InboxError.cannotAccess(path: path, reason: .system(SystemError(call: "rename")))
    }
    lock.synchronize()
  }

  /// Creates the file before SQLite does, with permissions for the owner only.
  private static func makeFile(_ path: String) throws {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw InboxError.cannotAccess(path: path, reason: .system(SystemError(call: "open")))
    }
    _ = Foundation.close(descriptor)
  }
}
