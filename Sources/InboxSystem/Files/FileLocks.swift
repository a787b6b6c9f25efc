import Foundation
import Synchronization

/// A lock between processes whose waiters get it in the order in which they came.
///
/// It is two `flock(2)` locks: who waits holds the entrance until the lock is free. So a process
/// that releases the lock and wants it again stands behind those that wait at the entrance, which
/// the kernel lets in one after the other. Of a process that ends the kernel takes both back.
///
/// State: the open files. Guard: a mutex, because a wait that was given up ends on a thread of its
/// own. One caller at a time acquires and releases.
package final class FairLock: Sendable {
  /// The two open files; a wait that was given up keeps them for itself.
  private struct Files {
    var entrance: Int32
    var lock: Int32

    func close() {
      _ = Foundation.close(entrance)
      _ = Foundation.close(lock)
    }
  }

  private let entrancePath: String
  private let lockPath: String
  private let files = Mutex<Files?>(nil)

  /// Makes a lock that opens its files when it is first wanted; both must be there then.
  package init(entrance: String, lock: String) {
    entrancePath = entrance
    lockPath = lock
  }

  deinit {
    files.withLock { $0 }?.close()
  }

  /// Waits for the lock.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: Whether it came in time.
  /// - Throws: ``SystemError`` when a file cannot be opened, or its file system has no locks.
  package func acquire(within seconds: Double) throws(SystemError) -> Bool {
    let files = try takeFiles()
    if flock(files.entrance, LOCK_EX | LOCK_NB) == 0, flock(files.lock, LOCK_EX | LOCK_NB) == 0 {
      flock(files.entrance, LOCK_UN)
      self.files.withLock { $0 = files }
      return true
    }
    guard errno == EWOULDBLOCK else {
      let error = SystemError(call: "flock")
      files.close()
      throw error
    }
    let wait = Wait()
    Thread.detachNewThread { wait.run(files.entrance, files.lock) { files.close() } }
    guard wait.ends(within: seconds) else { return false }
    self.files.withLock { $0 = files }
    return true
  }

  /// Releases the lock.
  package func release() {
    files.withLock { files in
      if let files { flock(files.lock, LOCK_UN) }
    }
  }

  private func takeFiles() throws(SystemError) -> Files {
    let kept = files.withLock { files in
      defer { files = nil }
      return files
    }
    if let kept { return kept }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let entrance = open(entrancePath, flags)
    guard entrance >= 0 else { throw SystemError(call: "open") }
    let lock = open(lockPath, flags | O_NOFOLLOW)
    guard lock >= 0 else {
      let error = SystemError(call: "open")
      _ = close(entrance)
      throw error
    }
    return Files(entrance: entrance, lock: lock)
  }
}

/// One wait for both locks, on a thread of its own because `flock(2)` knows no time limit.
///
/// State: what has become of it. Guard: the mutex, for the waiter may give up as the lock comes.
private final class Wait: Sendable {
  private enum Outcome {
    case waiting, acquired, givenUp
  }

  private let outcome = Mutex(Outcome.waiting)
  private let end = DispatchSemaphore(value: 0)

  /// Waits for the entrance, then for the lock; with nobody left to use it, it is let go.
  func run(_ entrance: Int32, _ lock: Int32, abandon: () -> Void) {
    Self.block(on: entrance)
    let isWanted = outcome.withLock { $0 == .waiting }
    if isWanted { Self.block(on: lock) }
    flock(entrance, LOCK_UN)
    let isUsed = outcome.withLock { outcome in
      guard outcome == .waiting else { return false }
      outcome = .acquired
      return true
    }
    if isUsed { end.signal() } else { abandon() }
  }

  /// Whether the lock comes in time.
  func ends(within seconds: Double) -> Bool {
    if end.wait(timeout: .now() + seconds) == .success { return true }
    return outcome.withLock { outcome in
      if outcome == .acquired { return true }
      outcome = .givenUp
      return false
    }
  }

  private static func block(on descriptor: Int32) {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }
}

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

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Locks a folder of this user's without waiting.
  ///
  /// - Returns: The lock; nil when another process holds it, or it cannot be had at all.
  package static func trying(_ folder: String) -> FolderLock? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_uid == getuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      _ = close(descriptor)
      return nil
    }
    return FolderLock(descriptor: descriptor)
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
