import Foundation
import GRDB
import InboxSystem

extension Inbox {
  /// The folder of the files that came with messages; nil in memory.
  package var attachments: AttachmentFolder? {
    store.path.map { path in
      let folder = (path as NSString).deletingLastPathComponent
      return AttachmentFolder(
        path: "\(folder)/\(AttachmentFolder.name)", limits: store.configuration.attachmentLimits)
    }
  }

  /// The files of the folder by whether a message names them, with their bytes.
  ///
  /// - Returns: What is named, what is left over, and the names of files that are missing.
  /// - Throws: ``InboxError``.
  package func attachmentUse() throws -> AttachmentUse {
    guard let folder = attachments else { return AttachmentUse() }
    let named = Set(try store.read { try $0.storedFiles(where: "uses > 0") })
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
    (use.namedCount, use.missing) = (found.count, named.subtracting(found).sorted())
    return use
  }

  /// Removes what a crash has left in the folder: unfinished files at once, whole ones that no
  /// message names after a month.
  ///
  /// Not sooner: the database may have been moved away for a while, and come back. While a file is
  /// on its way in, nothing is removed.
  ///
  /// - Returns: How many files are gone.
  /// - Throws: ``InboxError``.
  @discardableResult
  package func sweepLeftAttachments() throws -> Int {
    guard let folder = attachments, FileStatus.isFolder(folder.path), !store.isReadOnly else {
      return 0
    }
    return try folder.lockedAlone {
      let named = Set(try store.read { try $0.storedFiles(where: "uses > 0") })
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

  /// Seconds that a whole file without a message is kept.
  private static let orphanAge = 30 * 86_400.0

  /// Removes the files whose last message is gone for good.
  ///
  /// While a file is on its way in, nothing is removed: whoever is next does it. What cannot be
  /// removed is left for the next time as well, and fails nothing.
  func sweepAttachments() {
    guard let folder = attachments, FileStatus.isFolder(folder.path) else { return }
    _ = try? folder.lockedAlone {
      try store.write { database in
        for name in try database.storedFiles(where: "uses <= 0") {
          guard let reference = AttachmentReference(fileName: name) else { continue }
          unlink(folder.path(of: reference))
        }
        try database.execute(sql: "DELETE FROM stored_file WHERE uses <= 0")
      }
    }
  }

  /// Lets go of a file that came, and removes the files that it has kept from being removed.
  ///
  /// - Parameters:
  ///   - upload: The file.
  ///   - reference: The file where it stays, when its message was not stored: it goes unless another
  ///     message names it.
  package func release(_ upload: AttachmentUpload, discarding reference: AttachmentReference? = nil)
  {
    upload.release()
    if let reference { discard(reference) }
    if (try? store.read { try $0.hasUnusedFiles() }) == true { sweepAttachments() }
  }

  private func discard(_ reference: AttachmentReference) {
    guard let folder = attachments else { return }
    _ = try? folder.lockedAlone {
      let named = try store.read { try $0.storedFiles(where: "uses > 0") }
      if !named.contains(reference.fileName) { unlink(folder.path(of: reference)) }
    }
  }
}

/// What is in the folder of the files that came with messages.
package struct AttachmentUse: Sendable, Hashable {
  /// Files that messages name.
  package var namedCount = 0
  /// Bytes of these.
  package var namedSize = 0
  /// Other files.
  package var unnamedCount = 0
  /// Bytes of these.
  package var unnamedSize = 0
  /// Names of files that messages name and that are not there.
  package var missing: [String] = []

  /// Makes one without files.
  package init() {}
}

extension AttachmentFolder {
  /// Runs something while nobody stores a file; nil, and nothing run, while somebody does.
  fileprivate func lockedAlone<Result>(_ body: () throws -> Result) throws -> Result? {
    guard let lock = try lock(LOCK_EX | LOCK_NB) else { return nil }
    defer { close(lock) }
    return try body()
  }

  /// Seconds since a file was written.
  fileprivate func age(of name: String, at now: Date) -> Double {
    FileStatus(path: "\(path)/\(name)", followsLinks: false)
      .map { now.timeIntervalSince1970 - Double($0.modifiedAt) } ?? 0
  }
}

extension Database {
  /// The names of stored files by how many messages name them.
  fileprivate func storedFiles(where condition: String) throws -> [String] {
    // An inbox that may only be read may be of an older version.
    guard try tableExists("stored_file") else { return [] }
    return try String.fetchAll(self, sql: "SELECT name FROM stored_file WHERE \(condition)")
  }

  /// Whether files are left whose last message is gone.
  func hasUnusedFiles() throws -> Bool {
    try cachedStatement(sql: "SELECT 1 FROM stored_file WHERE uses <= 0 LIMIT 1")
      .hasRows
  }
}

extension Statement {
  fileprivate var hasRows: Bool {
    get throws { try Row.fetchOne(self) != nil }
  }
}
