import Foundation
import InboxSystem
import Synchronization

/// An upload of a file into an inbox, written in pieces under a temporary name.
///
/// State: the open file, its hash and progress. Guard: the mutex. Reason: a request's tasks run on
/// any thread.
package final class AttachmentUpload: Sendable {
  private struct State {
    /// The file; -1 once it is kept or discarded.
    var descriptor: Int32
    /// Holds the lock of the folder; -1 once it is released.
    var lock: Int32
    var hash = ContentHash()
    var size = 0
    /// The first bytes, which determine its type.
    var head: [UInt8] = []
  }

  private let folder: AttachmentFolder
  private let path: String
  private let state: Mutex<State>

  init(to folder: AttachmentFolder, holding lock: Int32) throws(AttachmentError) {
    self.folder = folder
    path = "\(folder.path)/\(UUID().uuidString.lowercased())\(AttachmentFolder.unfinished)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw AttachmentError(SystemError(call: "open"), path: path) }
    state = Mutex(State(descriptor: descriptor, lock: lock))
  }

  deinit { release() }

  /// The number of bytes received.
  package var size: Int { state.withLock { $0.size } }

  /// Appends bytes.
  ///
  /// - Throws: ``AttachmentError``, after discarding the file.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(AttachmentError) {
    do {
      try state.withLock { state throws(AttachmentError) in
        if let limit = folder.limits.file, state.size + bytes.count > limit {
          throw .tooLarge(limit: limit)
        }
        do throws(SystemError) {
          try Descriptors.write(bytes, to: state.descriptor)
        } catch {
          throw AttachmentError(error, path: path)
        }
        state.hash.add(bytes)
        state.size += bytes.count
        state.head += bytes.prefix(max(0, FileType.headSize - state.head.count))
      }
    } catch {
      release()
      throw error
    }
  }

  /// Flushes the file and gives it its final name; store its message before ``release()``.
  ///
  /// - Parameter name: The sender's name of the file; nil or empty derives one from its type.
  /// - Returns: The attachment for the message.
  /// - Throws: ``AttachmentError``.
  package func keep(as name: String?) throws(AttachmentError) -> Attachment {
    try folder.checkRoom(for: 0)
    return try state.withLock { state throws(AttachmentError) in
      guard fsync(state.descriptor) == 0 else {
        throw AttachmentError(SystemError(call: "fsync"), path: path)
      }
      let safe = name.flatMap(Attachment.safeName)
      let ending =
        safe.flatMap(AttachmentReference.ending) ?? FileType.ending(forHead: state.head)
      let reference = AttachmentReference(hash: state.hash.digits, ending: ending)
      guard rename(path, folder.path(of: reference)) == 0 else {
        throw AttachmentError(SystemError(call: "rename"), path: folder.path)
      }
      close(state.descriptor)
      state.descriptor = -1
      AttachmentFolder.synchronize(folder.path)
      return Attachment(
        name: safe ?? "attachment.\(ending)", url: reference.link,
        format: .init(nameOf: reference.fileName), size: Int64(state.size))
    }
  }

  /// Releases the lock of the folder: the file's message is stored, or never will be.
  package func release() {
    state.withLock { state in
      if state.descriptor >= 0 {
        close(state.descriptor)
        unlink(path)
      }
      if state.lock >= 0 { close(state.lock) }
      (state.descriptor, state.lock) = (-1, -1)
    }
  }
}
