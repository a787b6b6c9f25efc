import Foundation
import GRDB
import InboxSystem

extension Inbox {
  /// The folder of the attachments; nil in memory.
  package var attachments: AttachmentFolder? {
    store.path.map { path in
      let folder = (path as NSString).deletingLastPathComponent
      return AttachmentFolder(
        path: "\(folder)/\(AttachmentFolder.name)", limits: store.configuration.attachmentLimits)
    }
  }

  /// The stored files by whether a message references them, with their bytes.
  ///
  /// - Returns: Referenced files, orphans, and the names of missing files, without those of messages
  ///   that arrived on another machine.
  /// - Throws: ``InboxError``.
  package func attachmentUse() throws -> AttachmentUse {
    guard let folder = attachments else { return AttachmentUse() }
    let named = try store.read { try $0.namedFiles() }
    var use = AttachmentUse()
    var found: Set<String> = []
    for name in folder.entries() where name != AttachmentFolder.lockName {
      let size = FileStatus(path: "\(folder.path)/\(name)")?.size ?? 0
      if named.contains(name) {
        found.insert(name)
        use.namedSize += size
      } else {
        use.unnamedCount += 1
        use.unnamedSize += size
      }
    }
    var missing = named.subtracting(found)
    if !missing.isEmpty {
      missing.subtract(
        try store.read { try String.fetchAll($0, sql: InboxSchema.elsewhereNames) })
    }
    (use.namedCount, use.missing) = (found.count, missing.sorted())
    return use
  }

  /// Removes files left by a crash: unfinished uploads at once, orphans after a month.
  ///
  /// Not sooner: the database may have been moved away for a while, and come back. During an
  /// upload nothing is removed.
  ///
  /// - Returns: The number of removed files.
  /// - Throws: ``InboxError``.
  @discardableResult
  package func sweepLeftAttachments() throws -> Int {
    guard let folder = attachments, FileStatus.isFolder(folder.path), !store.isReadOnly else {
      return 0
    }
    return try folder.lockedAlone {
      let named = try store.read { try $0.namedFiles() }
      var count = 0
      for name in folder.entries() where name != AttachmentFolder.lockName {
        let file = "\(folder.path)/\(name)"
        let isLeft =
          name.hasSuffix(AttachmentFolder.unfinished)
          || AttachmentReference(fileName: name) != nil && !named.contains(name)
            && folder.age(of: name, at: now) > Self.orphanAge
        if isLeft, unlink(file) == 0 { count += 1 }
      }
      return count
    } ?? 0
  }

  /// Seconds for which an orphan is kept.
  private static let orphanAge = 30 * 86_400.0

  /// Removes the files whose last message was removed.
  ///
  /// During an upload nothing is removed; the next call does it. A file that cannot be removed is
  /// left for the next call too, without an error.
  func sweepAttachments() {
    guard let folder = attachments, FileStatus.isFolder(folder.path) else { return }
    _ = try? folder.lockedAlone {
      try store.write { database in
        try database.countFiles()
        let unused: [String] = try database.values("SELECT name FROM stored_file WHERE uses <= 0")
        for name in unused {
          guard let reference = AttachmentReference(fileName: name) else { continue }
          unlink(folder.path(of: reference))
        }
        try database.execute(sql: "DELETE FROM stored_file WHERE uses <= 0")
      }
    }
  }

  /// Releases an upload, and removes the files whose removal it has blocked.
  ///
  /// - Parameters:
  ///   - upload: The upload.
  ///   - reference: The stored file when its message was not stored: removed unless another
  ///     message references it.
  package func release(_ upload: AttachmentUpload, discarding reference: AttachmentReference? = nil)
  {
    upload.release()
    if let reference { discard(reference) }
    if (try? store.read { try $0.hasUnusedFiles() }) == true { sweepAttachments() }
  }

  private func discard(_ reference: AttachmentReference) {
    guard let folder = attachments else { return }
    _ = try? folder.lockedAlone {
      let named = try store.read { try $0.namedFiles() }
      if !named.contains(reference.fileName) { unlink(folder.path(of: reference)) }
    }
  }
}

/// The use of the attachment folder: referenced, orphaned and missing files.
package struct AttachmentUse: Sendable, Hashable {
  /// Number of files that messages reference.
  package var namedCount = 0
  /// Their bytes.
  package var namedSize = 0
  /// Number of orphans.
  package var unnamedCount = 0
  /// Their bytes.
  package var unnamedSize = 0
  /// Names of referenced files that are missing.
  package var missing: [String] = []

  /// Creates one without files.
  package init() {}
}

extension AttachmentFolder {
  /// Runs a closure under the exclusive lock; returns nil without running it during an upload.
  fileprivate func lockedAlone<Result>(_ body: () throws -> Result) throws -> Result? {
    guard let lock = try lock(LOCK_EX | LOCK_NB) else { return nil }
    defer { close(lock) }
    return try body()
  }

  /// Seconds since the last write to a file.
  fileprivate func age(of name: String, at now: Date) -> Double {
    FileStatus(path: "\(path)/\(name)", followsLinks: false)
      .map { now.timeIntervalSince1970 - Double($0.modifiedAt) } ?? 0
  }
}

extension Database {
  /// The names of the files that messages reference.
  fileprivate func namedFiles() throws -> Set<String> {
    let sql = """
      SELECT name FROM stored_file WHERE uses > 0
      UNION \(InboxSchema.uncountedNames) UNION \(InboxSchema.uncountedRestNames)
      """
    return Set(try String.fetchAll(self, sql: sql))
  }

  /// Counts the files of inserted messages.
  ///
  /// Must follow an insertion before the end of its transaction.
  func countFiles() throws {
    guard try row("SELECT 1 FROM uncounted LIMIT 1") != nil else { return }
    try execute(sql: InboxSchema.fileCounting)
    try execute(sql: InboxSchema.restFileCounting)
    try execute(sql: "DELETE FROM uncounted")
  }

  /// Whether there are files whose last message was removed.
  func hasUnusedFiles() throws -> Bool {
    try row("SELECT 1 FROM stored_file WHERE uses <= 0 LIMIT 1") != nil
  }
}
