import InboxSystem
import Synchronization

/// The index of a write-ahead log (`-shm`) in use by connections of this process.
///
/// SQLite gives all connections of a process to one file the same index, even those opened after
/// it was removed from its folder (<https://sqlite.org/walformat.html>). So the file in the folder
/// is irrelevant when another connection is already open; the index of that one counts.
final class LogIndex: Sendable {
  private struct Use {
    let index: FileStatus.Identity
    var count = 1
  }

  /// The indexes in use, by their database.
  private static let used = Mutex<[FileStatus.Identity: Use]>([:])

  private let identity: FileStatus.Identity
  private let database: FileStatus.Identity
  private let isUsed = Atomic(true)

  /// Registers the use of an index by open connections.
  ///
  /// - Returns: nil where no index is shared.
  init?(ofDatabase database: FileStatus.Identity, at path: String) {
    let found = Self.used.withLock { used -> FileStatus.Identity? in
      if let use = used[database] {
        used[database]?.count += 1
        return use.index
      }
      let identity = Self.identity(at: path)
      used[database] = identity.map { Use(index: $0) }
      return identity
    }
    guard let found else { return nil }
    identity = found
    self.database = database
  }

  deinit { endUse() }

  /// Unregisters the use before the connections close.
  func endUse() {
    guard isUsed.exchange(false, ordering: .relaxed) else { return }
    Self.used.withLock { used in
      used[database]?.count -= 1
      if used[database]?.count == 0 { used[database] = nil }
    }
  }

  /// Whether other processes find the same index beside the database.
  func isShared(at path: String) -> Bool { Self.identity(at: path) == identity }

  private static func identity(at path: String) -> FileStatus.Identity? {
    FileStatus(path: path + "-shm")?.identity
  }
}
