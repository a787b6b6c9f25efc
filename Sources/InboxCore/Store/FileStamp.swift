import Foundation

/// A file as it stood at one moment: which one it was, how large, and when it was written last.
struct FileStamp: Equatable {
  private let file: FileIdentity
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The file at `path`, nil when there is none.
  init?(path: String) {
    var information = stat()
    guard stat(path, &information) == 0, let file = FileIdentity(path: path) else { return nil }
    self.file = file
    size = Int64(information.st_size)
    #if os(Linux)
      (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
    #else
      (seconds, nanoseconds) = (information.st_mtimespec.tv_sec, information.st_mtimespec.tv_nsec)
    #endif
  }
}
