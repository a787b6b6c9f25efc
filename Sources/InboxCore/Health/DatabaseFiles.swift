import Foundation
import InboxSystem

/// Checks of an inbox's files that need no connection to the database.
enum DatabaseFiles {
  /// Whether a database file has all pages that its header counts; a partial copy has not.
  ///
  /// A file of another kind counts as whole: SQLite's own error is better.
  static func isWholeDatabase(at path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let header = [UInt8]((try? file.read(upToCount: 32)) ?? Data())
    guard let pageSize = header.integer(at: 16, count: 2),
      let pageCount = header.integer(at: 28, count: 4)
    else { return false }
    guard header.starts(with: "SQLite format 3\0".utf8) else { return true }
    // The maximum page size does not fit into two bytes and is stored as 1.
    let size = FileStatus(path: path)?.size ?? 0
    return size >= (pageSize == 1 ? 65_536 : pageSize) * pageCount
  }

  /// Whether a file beside a database cannot be written; tested by a write, as only that reveals
  /// quotas and limits.
  static func isDiskFull(at path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let trial = folder + "/.\(ProcessInfo.processInfo.processIdentifier).trial"
    let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return [ENOSPC, EDQUOT].contains(errno) }
    defer {
      _ = close(descriptor)
      unlink(trial)
    }
    // The initial size of the files beside a database.
    let bytes = [UInt8](repeating: 0, count: 128 * 1_024)
    return write(descriptor, bytes, bytes.count) != bytes.count
  }

  /// The folder and files of a database that other users can access.
  static func exposedFiles(at path: String) -> [InboxHealth.ExposedFile] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let candidates =
      [folder] + ["", "-wal", "-shm"].map { path + $0 } + [folder + "/" + FileBell.fileName]
    return candidates.compactMap { path in
      guard let mode = FileStatus(path: path)?.permissions, mode & 0o077 != 0 else { return nil }
      return .init(path: path, mode: mode & 0o777)
    }
  }
}
