import Foundation
package import InboxSystem

/// Most bytes of the stored files of an inbox; nil is unlimited.
package struct AttachmentLimits: Sendable, Hashable {
  /// Most bytes of one file.
  package var file: Int?
  /// Most bytes of all of them.
  package var total: Int?

  /// Makes limits; the defaults are those of ntfy.
  package init(file: Int? = 15 << 20, total: Int? = 5 << 30) {
    (self.file, self.total) = (file, total)
  }
}

/// An error of a file that could not be stored.
package enum AttachmentError: Error, Sendable, Hashable {
  /// The file has more bytes than one may have.
  case tooLarge(limit: Int)
  /// With it the files of the inbox would have more bytes than all of them may have.
  case full(limit: Int)
  /// The disk is full.
  case diskFull(path: String)
  /// The system refuses it.
  case system(path: String, SystemError)

  init(_ error: SystemError, path: String) {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    self = isFull ? .diskFull(path: path) : .system(path: path, error)
  }
}

/// The folder of the files that came with messages, each named by the hash of its content.
///
/// Whoever stores a file locks the folder together with others, from its first byte until its message
/// is stored; whoever removes files locks it alone. So no file is removed that is about to be named,
/// and of what a removal finds everything without a message is left over. A crash takes the locks back.
package struct AttachmentFolder: Sendable, Hashable {
  /// Where it is; it is made with the first file.
  package let path: String
  /// What it may hold.
  package let limits: AttachmentLimits

  /// The name of the folder beside the database.
  package static let name = "attachments"
  /// The name of the file that is locked.
  static let lockName = "lock"
  /// The end of the name of a file that is still on its way in.
  static let unfinished = ".part"

  /// The whole path of a stored file, which may be gone.
  package func path(of reference: AttachmentReference) -> String {
    "\(path)/\(reference.fileName)"
  }

  /// Begins to store a file.
  ///
  /// - Parameter size: How many bytes it will have; nil where that is not known.
  /// - Returns: The file on its way in.
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

  /// Refuses what the folder has no room for.
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
    // So that its name, too, survives a power cut.
    Self.synchronize((path as NSString).deletingLastPathComponent)
  }

  /// The names in the folder.
  func entries() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  private var lockBusy: SystemError { SystemError(call: "flock", code: EWOULDBLOCK) }

  /// Locks the folder; nil where that would have to wait and must not.
  ///
  /// - Parameter kind: `LOCK_SH` or `LOCK_EX`, with `LOCK_NB` not to wait.
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

  /// Makes the names in a folder survive a power cut.
  static func synchronize(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

extension Message {
  /// The message with links to its stored files as they are on this machine.
  ///
  /// - Parameter folder: Where the files are; nil leaves the message as it is.
  /// - Returns: The message, whose stored files have `file:` links.
  package func withFiles(in folder: AttachmentFolder?) -> Message {
    guard let folder, attachments.contains(where: { $0.reference != nil }) else { return self }
    var message = self
    for (index, attachment) in attachments.enumerated() {
      guard let reference = attachment.reference else { continue }
      let file = URL(filePath: folder.path(of: reference), directoryHint: .notDirectory)
      message.attachments[index].url = file.absoluteString
    }
    return message
  }
}
