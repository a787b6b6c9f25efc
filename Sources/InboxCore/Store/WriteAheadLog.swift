import Foundation
import InboxSystem

/// The write-ahead log that a connection has open, as a file beside the database.
///
/// SQLite removes the log only with the last connection of all programs. Somebody else may remove or
/// cut it before: what is written then is in a file without a name, or behind a header that is gone,
/// and a crash loses all of it. So a write that is acknowledged looks before and behind.
struct WriteAheadLog: Sendable, Hashable {
  /// Which file it is.
  private let identity: FileStatus.Identity

  /// The first four bytes of a log, without the last bit, which tells the order of its checksums.
  ///
  /// As in SQLite's file format, section 4.1.
  private static let magic: UInt32 = 0x377f_0682
  /// Bytes of the header of a database, without which it is none.
  private static let databaseHeaderSize = 100

  /// The log beside a database that was written to; nil when there is none.
  init?(of database: String) {
    guard let status = FileStatus(path: Self.path(of: database)) else { return nil }
    identity = status.identity
  }

  static func path(of database: String) -> String { database + "-wal" }

  /// Refuses a log that is another file than before, or that was cut, and a database that was.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)``.
  func check(of database: String) throws(InboxError) {
    let path = Self.path(of: database)
    guard isWhole(at: path) else {
      throw .cannotAccess(path: path, reason: .logRemoved)
    }
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
    // A checkpoint empties it, and then all of it is in the database.
    guard status.size > 0 else { return true }
    var header = UInt32(0)
    let count = withUnsafeMutableBytes(of: &header) { pread(file, $0.baseAddress, 4, 0) }
    return count == 4 && UInt32(bigEndian: header) & ~1 == Self.magic
  }
}
