import Foundation

/// Sizes, permissions and free space of the files of an inbox.
enum FileFacts {
  /// Bytes of a file, 0 when there is none.
  static func size(of path: String) -> Int {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : 0
  }

  /// Whether a database has all the pages that its header tells of; while it is copied it has not.
  ///
  /// A file that is no database counts as whole: SQLite reports it.
  static func isWholeDatabase(at path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 32), header.count == 32 else { return false }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else { return true }
    func number(_ bytes: Range<Int>) -> Int {
      header[bytes].reduce(0) { $0 << 8 | Int($1) }
    }
    // The greatest size of a page does not fit its two bytes and is written as 1.
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    return size(of: path) >= pageSize * number(28..<32)
  }

  /// The folder and files of the database at `path` that others than their owner may use.
  static func tooOpen(path: String) -> [InboxHealth.OpenFile] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let candidates =
      [folder] + ["", "-wal", "-shm"].map { path + $0 } + [folder + "/" + FileBell.fileName]
    return candidates.compactMap { path in
      var information = stat()
      guard stat(path, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
      return .init(path: path, mode: UInt32(information.st_mode & 0o777))
    }
  }

  /// Bytes left for this user on the file system of `path`.
  static func freeSpace(at path: String) -> Int? {
    var information = statvfs()
    guard statvfs(path, &information) == 0 else { return nil }
    return Int(information.f_bavail) * Int(information.f_frsize)
  }
}
