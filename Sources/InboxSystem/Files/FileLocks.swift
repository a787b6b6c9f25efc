import Foundation
import Synchronization

/// A fair lock between processes: waiters acquire it in the order of arrival.
///
/// It consists of two `flock(2)` locks: a waiter holds the entrance until the lock is free. So a
/// process that releases the lock and acquires it again queues behind the waiters at the entrance,
/// which the kernel admits one by one. When a process ends, the kernel releases both.
///
/// State: the open files. Guard: a mutex, because an abandoned wait ends on its own thread. One
/// caller at a time acquires and releases.
package final class FairLock: Sendable {
  /// The two open files; an abandoned wait keeps its own.
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

  /// Makes a lock that opens its files, which must exist, when it is first acquired.
  package init(entrance: String, lock: String) {
    entrancePath = entrance
    lockPath = lock
  }

  deinit {
    files.withLock { $0 }?.close()
  }

  /// Waits for the lock.
  ///
  /// - Parameter seconds: Maximum wait in seconds.
  /// - Returns: Whether it was acquired in time.
  /// - Throws: ``SystemError`` if a file cannot be opened, or its file system has no locks.
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

/// A wait for both locks, on its own thread because `flock(2)` has no time limit.
///
/// State: its result. Guard: the mutex, because the waiter may give up while the lock is acquired.
private final class Wait: Sendable {
  private enum Outcome {
    case waiting, acquired, givenUp
  }

  private let outcome = Mutex(Outcome.waiting)
  private let end = DispatchSemaphore(value: 0)

  /// Waits for the entrance, then for the lock; releases it if the waiter gave up.
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

  /// Whether the lock is acquired in time.
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

/// An exclusive, advisory `flock(2)` on a folder, held until released.
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
  /// - Returns: The lock; nil if another process holds it, or locking fails.
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

  /// Syncs the folder, so that created and removed names survive a power cut.
  package func synchronize() {
    fsync(descriptor)
  }

  /// Releases the lock.
  package func release() {
    _ = close(descriptor)
  }
}
