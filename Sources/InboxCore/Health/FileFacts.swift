import Foundation

/// What the file system says about the files of an inbox.
enum FileFacts {
  /// Bytes of a file, 0 when there is none.
  static func size(of path: String) -> Int {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : 0
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
