import Foundation
package import InboxSystem

/// The size limits of an inbox's stored files in bytes; nil is unlimited.
package struct AttachmentLimits: Sendable, Hashable {
  /// Maximum bytes of one file.
  package var file: Int?
  /// Maximum bytes of all files.
  package var total: Int?

  /// Creates limits; the defaults are those of ntfy.
  package init(file: Int? = 15 << 20, total: Int? = 5 << 30) {
    (self.file, self.total) = (file, total)
  }
}

/// An error of storing a file.
package enum AttachmentError: Error, Sendable, Hashable {
  /// The file exceeds the limit for one file.
  case tooLarge(limit: Int)
  /// The file would exceed the limit for all files of the inbox.
  case full(limit: Int)
  /// The disk is full.
  case diskFull(path: String)
  /// A system call failed.
  case system(path: String, SystemError)

  init(_ error: SystemError, path: String) {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    self = isFull ? .diskFull(path: path) : .system(path: path, error)
  }
}

/// The folder of an inbox's attachments, each file named by the hash of its content.
///
/// A writer holds a shared lock of the folder from a file's first byte until its message is
/// stored; a removal holds an exclusive lock. So no file is removed that is about to be
/// referenced, and every file without a message that a removal finds is an orphan. A crash
/// releases the locks.
package struct AttachmentFolder: Sendable, Hashable {
  /// The path of the folder, which is created with the first file.
  package let path: String
  /// The size limits.
  package let limits: AttachmentLimits

  /// The name of the folder beside the database.
  package static let name = "attachments"
  /// The name of the file that is locked.
  static let lockName = "lock"
  /// The suffix of the name of an unfinished upload.
  static let unfinished = ".part"

  /// The full path of a stored file, which may have been removed.
  package func path(of reference: AttachmentReference) -> String {
    "\(path)/\(reference.fileName)"
  }

  /// The full path of a stored file; nil where this machine does not have it.
  func presentPath(of reference: AttachmentReference) -> String? {
    FileStatus(path: path(of: reference)).map { _ in path(of: reference) }
  }

  /// Begins an upload.
  ///
  /// - Parameter size: The size of the file in bytes; nil when unknown.
  /// - Returns: The upload.
  /// - Throws: ``AttachmentError``.
  package func upload(expecting size: Int? = nil) throws(AttachmentError) -> AttachmentUpload {
    if let limit = limits.file, let size, size > limit { throw .tooLarge(limit: limit) }
    try makeFolder()
    guard let lock = try lock(LOCK_SH) else { throw .system(path: path, lockBusy) }
    do {
      try checkRoom(for: size ?? 0)
      return try AttachmentUpload(to: self, holding: lock)
    } catch {
      close(lock)
      throw error
    }
  }

  /// Throws when the folder has no room for a file.
  func checkRoom(for size: Int) throws(AttachmentError) {
    guard let limit = limits.total else { return }
    let used = entries().reduce(0) { $0 + (FileStatus(path: "\(path)/\($1)")?.size ?? 0) }
    guard used + size <= limit else { throw .full(limit: limit) }
  }

  private func makeFolder() throws(AttachmentError) {
    guard !FileStatus.isFolder(path) else { return }
    do {
      try PrivateFolder.make(path)
    } catch {
      throw AttachmentError(error.error, path: error.path)
    }
    // So that the folder's own name survives a power cut.
    Self.synchronize((path as NSString).deletingLastPathComponent)
  }

  /// The names in the folder.
  func entries() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  private var lockBusy: SystemError { SystemError(call: "flock", code: EWOULDBLOCK) }

  /// Locks the folder; nil when a non-blocking lock is held by another.
  ///
  /// - Parameter kind: `LOCK_SH` or `LOCK_EX`, with `LOCK_NB` for non-blocking.
  /// - Returns: The descriptor that holds the lock until it is closed.
  /// - Throws: ``AttachmentError``.
  func lock(_ kind: Int32) throws(AttachmentError) -> Int32? {
    let file = "\(path)/\(Self.lockName)"
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw AttachmentError(SystemError(call: "open"), path: file) }
    while flock(descriptor, kind) != 0 {
      let error = SystemError(call: "flock")
      if error.code == EINTR { continue }
      close(descriptor)
      guard error.code == EWOULDBLOCK else { throw AttachmentError(error, path: file) }
      return nil
    }
    return descriptor
  }

  /// Flushes a folder's entries to the disk, so that they survive a power cut.
  static func synchronize(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

extension Message {
  /// The message with `file:` links to those of its stored files that this machine has.
  ///
  /// - Parameter folder: The folder of the files; nil leaves the message unchanged.
  /// - Returns: The message; only a file that is not here keeps its ``Attachment/reference``.
  package func withFiles(in folder: AttachmentFolder?) -> Message {
    guard let folder, attachments.contains(where: { $0.reference != nil }) else { return self }
    var message = self
    for (index, attachment) in attachments.enumerated() {
      guard let path = attachment.reference.flatMap(folder.presentPath) else { continue }
      let file = URL(filePath: path, directoryHint: .notDirectory)
      message.attachments[index].url = file.absoluteString
    }
    return message
  }
}
