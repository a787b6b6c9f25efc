import CInboxSystem
import Foundation

/// A snapshot of a file's metadata by `stat(2)`.
package struct FileStatus: Sendable, Hashable {
  /// The identity of a file: a replaced one differs although its path is the same.
  package struct Identity: Sendable, Hashable {
    private let device: UInt64
    /// The inode.
    package let node: UInt64

    fileprivate init(_ information: stat) {
      device = UInt64(truncatingIfNeeded: information.st_dev)
      node = UInt64(truncatingIfNeeded: information.st_ino)
    }
  }

  /// The kind of a file.
  package enum Kind: Sendable {
    case regular, folder, link
    /// A terminal, a pipe, a socket or a device.
    case other
  }

  /// Device and inode.
  package let identity: Identity
  /// Size in bytes.
  package let size: Int
  /// Permission bits, as of `chmod(2)`.
  package let permissions: UInt32
  /// The kind of the file.
  package let kind: Kind
  /// Whether it is a regular file with one name only, so that writing to it changes no other.
  package let hasOneName: Bool
  /// Time of the last modification, in seconds since 1970.
  package let modifiedAt: Int
  private let nanoseconds: Int
  /// Time of the last change of content or metadata, in nanoseconds since 1970; set by the system.
  package let changedAt: Int

  /// The status of the file at a path; nil if it does not exist or is inaccessible.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - followsLinks: Whether symbolic links are followed.
  package init?(path: String, followsLinks: Bool = true) {
    var information = stat()
    let code = followsLinks ? stat(path, &information) : lstat(path, &information)
    guard code == 0 else { return nil }
    self.init(information)
  }

  /// The status of an open descriptor; nil if it is closed.
  package init?(descriptor: Int32) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    self.init(information)
  }

  private init(_ information: stat) {
    identity = Identity(information)
    size = Int(information.st_size)
    permissions = UInt32(information.st_mode) & 0o7777
    kind =
      switch information.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    hasOneName = kind == .regular && information.st_nlink <= 1
    #if os(Linux)
      let (modified, changed) = (information.st_mtim, information.st_ctim)
    #else
      let (modified, changed) = (information.st_mtimespec, information.st_ctimespec)
    #endif
    (modifiedAt, nanoseconds) = (modified.tv_sec, modified.tv_nsec)
    changedAt = changed.tv_sec * 1_000_000_000 + changed.tv_nsec
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String, followsLinks: Bool = true) -> Bool {
    FileStatus(path: path, followsLinks: followsLinks)?.kind == .folder
  }

  /// Free bytes for this user on the file system of a path; nil if unknown.
  package static func freeSpace(at path: String) -> Int? {
    var information = statvfs()
    guard statvfs(path, &information) == 0 else { return nil }
    return Int(information.f_bavail) * Int(information.f_frsize)
  }
}

/// The limit on the size of written files, as set by `ulimit -f`.
package enum FileSizeLimit {
  /// The limit in bytes; nil for none.
  package static var current: Int? {
    let limit = inbox_file_size_limit()
    return limit < 0 ? nil : Int(limit)
  }

  /// Makes writes past the limit fail with EFBIG; by default a signal ends the process.
  package static func reportAsError() {
    signal(SIGXFSZ, SIG_IGN)
  }
}
