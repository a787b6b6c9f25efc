import Foundation
import GRDB

extension InboxStore {
  /// A watch that tells what comes after a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the last one that is known.
  ///   - isPolling: looks regularly although file events could be had; for tests.
  /// - Returns: The watch, for one thread at a time.
  /// - Throws: ``InboxError`` when the process has no descriptor left for an inbox in memory.
  func watch(after sequence: Int64, isPolling: Bool = false) throws -> InboxWatch {
    let events: any ChangeWatch =
      if let path {
        try fileWatch(path, isPolling: isPolling)
      } else {
        try memoryWatch()
      }
    let log = InboxWatch.Log(
      look: { try self.look(after: $0, limit: $1) }, reopen: { try self.reopen() })
    return InboxWatch(events: events, log: log, after: sequence)
  }

  private func memoryWatch() throws(InboxError) -> any ChangeWatch {
    guard let bell = bell as? MemoryBell else {
      throw .cannotAccess(path: "bell", reason: "nobody can hear it")
    }
    return try InProcessWatch(to: bell)
  }

  private func fileWatch(_ path: String, isPolling: Bool) throws -> any ChangeWatch {
    if isPolling { return poll(path, because: .asked) }
    #if os(Linux)
      if let kind = MountTable.current.networkFileSystem(at: path) {
        return poll(path, because: .networkFileSystem(kind))
      }
      do {
        return try InotifyWatch(databasePath: path, bellName: FileBell.fileName)
      } catch {
        return poll(path, because: .refused(code: error.code))
      }
    #else
      return poll(path, because: .refused(code: ENOSYS))
    #endif
  }

  private func poll(_ path: String, because reason: WatchKind.PollingReason) -> any ChangeWatch {
    PollingWatch(databasePath: path, reason: reason) {
      // Each commit of another connection than the reader changes it.
      try self.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
  }
}
