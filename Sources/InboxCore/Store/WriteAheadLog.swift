import Foundation
import InboxSystem

/// The write-ahead log of an open connection, as a file beside the database.
///
/// SQLite removes the log only with the last connection of all programs. Somebody else may remove
/// or truncate it earlier: later writes then go to an unlinked file, or behind a missing header,
/// and a crash loses them. So an acknowledged write checks the file before and after.
struct WriteAheadLog: Sendable, Hashable {
  /// The identity of the file.
  private let identity: FileStatus.Identity

  /// The first four bytes of a log, without the last bit, which is the byte order of its
  /// checksums.
  ///
  /// See SQLite's file format, section 4.1.
  private static let magic: UInt32 = 0x377f_0682
  /// Bytes of a database's header; a shorter file is no database.
  private static let databaseHeaderSize = 100

  /// The log beside a database at the first write; nil when there is none.
  init?(of database: String) {
    guard let status = FileStatus(path: Self.path(of: database)) else { return nil }
    identity = status.identity
  }

  static func path(of database: String) -> String { database + "-wal" }

  /// The identity of the file beside a database; nil when there is none.
  static func identity(of database: String) -> FileStatus.Identity? {
    FileStatus(path: path(of: database))?.identity
  }

  /// Throws when the log was replaced or truncated, or the database was.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)``.
  func check(of database: String) throws(InboxError) {
    let path = Self.path(of: database)
    guard isWhole(at: path) else { throw .cannotAccess(path: path, reason: .logRemoved) }
    guard let size = FileStatus(path: database)?.size, size >= Self.databaseHeaderSize else {
      throw .cannotAccess(path: database, reason: .logRemoved)
    }
  }

  private func isWhole(at path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.identity == identity else {
      return false
    }
    // A checkpoint truncates it, once all of it is in the database.
    guard status.size > 0 else { return true }
    var header = UInt32(0)
    let count = withUnsafeMutableBytes(of: &header) { pread(file, $0.baseAddress, 4, 0) }
    return count == 4 && UInt32(bigEndian: header) & ~1 == Self.magic
  }
}
