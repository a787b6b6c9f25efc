import Foundation
import InboxSystem
import Synchronization

/// A signal that a commit has become visible; it carries no data, as the truth is the log.
protocol CommitSignal: Sendable {
  /// Wakes the watchers; called after each commit, never before it.
  func ring()
}

/// The commit bell: the file beside a database that every process watches and every writer touches.
///
/// The descriptor (state) is opened at the first ring and kept under a lock (guard), because a
/// program that only reads must not make the file, and writers ring from any thread (reason).
final class FileBell: CommitSignal {
  /// Name of the file within an inbox's folder.
  static let fileName = "inbox.bell"

  /// Where the file is.
  let path: String
  private let descriptor = Mutex<Int32>(-1)

  init(path: String) {
    self.path = path
  }

  deinit {
    let descriptor = descriptor.withLock { $0 }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Writes one byte; a failure is passed over, because the commit has happened.
  func ring() {
    descriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      var byte: UInt8 = 0
      _ = pwrite(descriptor, &byte, 1, 0)
    }
  }
}

/// The commit bell of an inbox in memory: wakes the watches of its own process.
///
/// State: the pipes of the watches. Guard: the mutex, as any thread may write, open or drop a watch.
final class MemoryBell: CommitSignal {
  private let pipes = Mutex<[ObjectIdentifier: WakePipe]>([:])

  /// Adds the pipe of a watch.
  func attach(_ pipe: WakePipe) {
    pipes.withLock { $0[ObjectIdentifier(pipe)] = pipe }
  }

  /// Removes the pipe of a watch.
  func detach(_ pipe: WakePipe) {
    pipes.withLock { $0[ObjectIdentifier(pipe)] = nil }
  }

  /// Tells every watch that something was committed.
  func ring() {
    pipes.withLock { pipes in
      for pipe in pipes.values { pipe.wake() }
    }
  }
}
