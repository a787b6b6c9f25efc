import Foundation

/// An exclusive `flock(2)` on a folder, respected by other processes and held until released.
package struct FolderLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: ``SystemError`` when the folder cannot be opened or locked.
  package init(_ folder: String) throws(SystemError) {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(call: "open") }
    guard flock(descriptor, LOCK_EX) == 0 else {
      let error = SystemError(call: "flock")
      _ = close(descriptor)
      throw error
    }
  }

  /// Makes names that were given or taken in the folder survive a power cut.
  package func synchronize() {
    fsync(descriptor)
  }

  /// Releases the lock.
  package func release() {
    _ = close(descriptor)
  }
}
