import Foundation

/// A file as it stood at one moment: which one it was, how large, and when it was written last.
package struct FileStamp: Equatable {
  private let file: FileIdentity
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The file at `path`, or the link itself where links are not followed; nil when there is none.
  package init?(path: String, followsLinks: Bool = true) {
    var information = stat()
    let code = followsLinks ? stat(path, &information) : lstat(path, &information)
    guard code == 0 else { return nil }
    file = FileIdentity(information)
    size = Int64(information.st_size)
    #if os(Linux)
      (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
    #else
      (seconds, nanoseconds) = (information.st_mtimespec.tv_sec, information.st_mtimespec.tv_nsec)
    #endif
  }
}
