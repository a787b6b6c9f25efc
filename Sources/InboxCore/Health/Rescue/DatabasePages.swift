import Foundation
import InboxSystem

/// The pages of a database file as of its last commit, read without SQLite.
///
/// A file that SQLite rejects can still be read page by page: of the [file
/// format](https://sqlite.org/fileformat2.html) only the page size is needed, and inboxes are
/// created with one size, so that a damaged header does not matter.
final class DatabasePages {
  /// Bytes of a page.
  let size: Int
  /// The number of pages, including those in the write-ahead log.
  let count: Int
  private let file: Int32
  private let log: Int32
  /// Offsets of the newer versions of pages in the write-ahead log.
  private let offsetsInLog: [Int: Int]

  /// Opens a database file for reading.
  ///
  /// - Throws: ``InboxError/cannotAccess(path:reason:)``.
  init(path: String) throws(InboxError) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0, let status = FileStatus(descriptor: file), status.kind == .regular else {
      let reason: AccessFailure =
        file < 0 ? .system(SystemError(call: "open")) : .notRegularFile
      if file >= 0 { _ = close(file) }
      throw .cannotAccess(path: path, reason: reason)
    }
    log = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    size = Self.pageSize(in: Self.bytes(of: file, at: 0, count: 18) ?? [])
    let filed = (status.size + size - 1) / size
    let logged = (FileStatus(descriptor: log)?.size ?? 0) / size
    offsetsInLog = Self.committedPages(in: log, pageSize: size, limit: filed + logged)
    count = max(filed, offsetsInLog.keys.max() ?? 0)
  }

  deinit {
    if file >= 0 { _ = close(file) }
    if log >= 0 { _ = close(log) }
  }

  /// The bytes of a page, counted from 1; nil where it cannot be read.
  func page(_ number: Int) -> [UInt8]? {
    guard 1...max(count, 1) ~= number else { return nil }
    if let offset = offsetsInLog[number] { return Self.bytes(of: log, at: offset, count: size) }
    return Self.bytes(of: file, at: (number - 1) * size, count: size)
  }

  private static func pageSize(in header: [UInt8]) -> Int {
    let standard = 4_096
    guard header.count == 18 else { return standard }
    // The maximum size does not fit into two bytes and is stored as 1.
    let size = header.integer(at: 16, count: 2).map { $0 == 1 ? 65_536 : $0 } ?? standard
    return 512...65_536 ~= size && size & (size - 1) == 0 ? size : standard
  }

  /// The newest version of each page up to the last commit in a write-ahead log.
  ///
  /// Frames of an older log follow those of the current one; they have other salts. Checksums are
  /// ignored: they would end the log at its first damaged byte.
  private static func committedPages(in log: Int32, pageSize: Int, limit: Int) -> [Int: Int] {
    let (headerSize, frameHeaderSize) = (32, 24)
    var committed: [Int: Int] = [:]
    var pending: [Int: Int] = [:]
    var salts: ArraySlice<UInt8>?
    var offset = headerSize
    while let header = bytes(of: log, at: offset, count: frameHeaderSize),
      header[8..<16] == salts ?? header[8..<16]
    {
      salts = header[8..<16]
      if let page = header.integer(at: 0, count: 4), 1...max(limit, 1) ~= page {
        pending[page] = offset + frameHeaderSize
      }
      if header.integer(at: 4, count: 4) != 0 {
        committed.merge(pending) { $1 }
        pending = [:]
      }
      offset += frameHeaderSize + pageSize
    }
    return committed
  }

  /// Reads bytes of a file; nil at its end or on a read error.
  private static func bytes(of file: Int32, at offset: Int, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
    }
    return bytes.count == count ? bytes : nil
  }
}

extension [UInt8] {
  /// An unsigned big-endian integer; nil beyond the end.
  func integer(at index: Int, count: Int) -> Int? {
    guard index >= 0, index + count <= self.count else { return nil }
    return self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
