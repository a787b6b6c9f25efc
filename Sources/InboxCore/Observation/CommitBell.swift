import Foundation
import InboxSystem
import Synchronization

/// A signal after a commit; it carries no data, as readers read the log.
protocol CommitSignal: Sendable {
  /// Wakes the watchers; called after each commit, never before it.
  func ring()
  /// Opens the signal before the first write, so that ringing cannot fail later.
  ///
  /// - Throws: ``InboxError``.
  func prepare() throws(InboxError)
  /// Switches to the inbox that has replaced the previous one.
  func renew()
}

extension CommitSignal {
  func prepare() {}
  func renew() {}
}

extension Inbox {
  /// Name of the file that each program writes to after a commit, within an inbox's folder.
  package static let bellName = FileBell.fileName
}

/// The commit bell: a file beside the database that every process watches and every writer
/// touches.
///
/// The descriptor (state) is opened at the first ring and kept under a lock (guard), because a
/// program that only reads must not create the file, and writers ring from any thread (reason).
final class FileBell: CommitSignal {
  /// Name of the file within an inbox's folder.
  static let fileName = "inbox.bell"

  /// The path of the file.
  let path: String
  private let descriptor = Mutex<Int32>(-1)

  init(path: String) { self.path = path }

  deinit { renew() }

  /// Writes one byte; errors are ignored, because the commit is done.
  func ring() {
    descriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = (try? openFile()) ?? -1 }
      var byte: UInt8 = 0
      if descriptor >= 0 { _ = pwrite(descriptor, &byte, 1, 0) }
    }
  }

  func prepare() throws(InboxError) {
    try descriptor.withLock { descriptor throws(InboxError) in
      if descriptor < 0 { descriptor = try openFile() }
    }
  }

  func renew() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { _ = close(descriptor) }
      descriptor = -1
    }
  }

  /// Opens or creates the file, without blocking and without following a link.
  ///
  /// Something else at its path may lead to a file that is not ours to write.
  private func openFile() throws(InboxError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let error = SystemError(call: "open")
      let isOther = error.code == ELOOP || error.code == ENXIO || error.code == EISDIR
      throw .cannotAccess(path: path, reason: isOther ? .foreignFile : .system(error))
    }
    guard let status = FileStatus(descriptor: descriptor), status.hasOneName else {
      _ = close(descriptor)
      throw .cannotAccess(path: path, reason: .foreignFile)
    }
    return descriptor
  }
}

/// The commit bell of an inbox in memory: wakes the watches of its own process.
///
/// State: the pipes of the watches. Guard: the mutex, as any thread may write, open or drop a
/// watch.
final class MemoryBell: CommitSignal {
  private let pipes = Mutex<[ObjectIdentifier: WakePipe]>([:])

  /// Adds the pipe of a watch.
  func attach(_ pipe: WakePipe) { pipes.withLock { $0[ObjectIdentifier(pipe)] = pipe } }

  /// Removes the pipe of a watch.
  func detach(_ pipe: WakePipe) { pipes.withLock { $0[ObjectIdentifier(pipe)] = nil } }

  /// Notifies every watch of a commit.
  func ring() {
    pipes.withLock { pipes in
      for pipe in pipes.values { pipe.wake() }
    }
  }
}
