import Foundation

/// A lock on a folder that other processes respect, held until it is released.
struct FolderLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)``.
  init(_ folder: String) throws {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw InboxError.cannotAccess(path: folder, reason: String(cString: strerror(errno)))
    }
  }

  /// Lets the next one in.
  func release() {
    _ = close(descriptor)
  }
}
