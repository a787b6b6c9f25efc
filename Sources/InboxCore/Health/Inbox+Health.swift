import Foundation
import GRDB
import InboxSystem
import InboxText

extension Inbox {
  /// Checks the inbox and its files; as slow as reading all of them.
  ///
  /// A damaged file is checked as far as it can be read.
  ///
  /// - Returns: The findings.
  /// - Throws: ``InboxError`` when it cannot be checked.
  package func health() throws -> InboxHealth {
    let (now, path) = (now, store.path)
    var health = InboxHealth(date: now)
    health.path = path
    health.isSearchIndexSound = try store.checkSearchIndex()
    try Self.passingDamage { health.watchKind = try store.watch(after: 0).kind }
    health.walSize = path.flatMap { FileStatus(path: $0 + "-wal")?.size } ?? 0
    health.exposedFiles = path.map(DatabaseFiles.exposedFiles) ?? []
    try Self.passingDamage { health.attachments = try attachmentUse() }
    health.freeSpace = path.flatMap(FileStatus.freeSpace)
    let damage = try Self.passingDamage {
      try store.read { database in
        var examination = Examination(database: database, health: health)
        try examination.run()
        health = examination.health
      }
    }
    if let damage, health.complaints.isEmpty { health.complaints = [damage] }
    return health
  }

  /// Runs one check; returns the damage that prevents it from reading everything.
  @discardableResult
  private static func passingDamage(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch InboxError.damaged(_, let detail) {
      return detail
    } catch InboxError.notADatabase(let path) {
      return "\(path) is not a database"
    }
  }
}

/// The check of one database, part by part; an unreadable part is a complaint.
private struct Examination {
  let database: Database
  private(set) var health: InboxHealth

  mutating func run() throws {
    let (database, now) = (database, health.date.milliseconds)
    try examine(\.sqliteVersion) { try database.value("SELECT sqlite_version()") ?? "" }
    try examine(\.schemaVersion) { try database.value("PRAGMA user_version") ?? 0 }
    try examine(\.journalMode) { try database.value("PRAGMA journal_mode") ?? "" }
    try examine(\.synchronous) { try database.value("PRAGMA synchronous") ?? 0 }
    try examine(\.pageSize) { try database.value("PRAGMA page_size") ?? 0 }
    let pageSize = health.pageSize
    try examine(\.databaseSize) { try pageSize * (database.value("PRAGMA page_count") ?? 0) }
    try examine(\.complaints) {
      try database.values("PRAGMA quick_check").filter { $0 != "ok" }
    }
    try examine(\.counts) {
      try database.counts(at: now, hasUnsettled: database.hasUnsettled(at: now))
    }
    try examine(\.recount) { try database.recount(at: now) }
    try examine(\.logRange) { try database.logRange() }
    try examine(\.logSize) { try database.value("SELECT sum(\(Database.entrySize)) FROM log") ?? 0 }
    try examine(\.logStart) { try database.date("SELECT time FROM log ORDER BY sequence LIMIT 1") }
    try examine(\.cursors) { try database.cursors() }
    try examine(\.pruning) { try database.pruning() }
  }

  /// Reads one part; damage is recorded as a complaint.
  private mutating func examine<Part>(
    _ part: WritableKeyPath<InboxHealth, Part>, _ read: () throws -> Part
  ) throws {
    do {
      health[keyPath: part] = try read()
    } catch let error as DatabaseError {
      let isDamage = [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
      guard isDamage else { throw error }
      complain(error.message ?? error.resultCode.description)
    } catch {
      guard case .damaged(_, let detail)? = InboxError(damage: error, path: "") else { throw error }
      complain(detail)
    }
  }

  private mutating func complain(_ detail: String) {
    if !health.complaints.contains(detail) { health.complaints.append(detail) }
  }
}

extension InboxStore {
  /// Checks the index by a statement that SQLite treats as a write; nil when read-only or the disk
  /// is full.
  fileprivate func checkSearchIndex() throws -> Bool? {
    guard !isReadOnly else { return nil }
    do {
      try write { database in
        try database.execute(
          sql: "INSERT INTO message_text (message_text, rank) VALUES ('integrity-check', 1)")
      }
      return true
    } catch InboxError.diskFull {
      return nil
    } catch InboxError.storage, InboxError.damaged, InboxError.notADatabase {
      return false
    }
  }
}

extension Database {
  /// The counts at one time, computed from all messages.
  fileprivate func recount(at now: Int64) throws -> InboxCounts {
    let (place, status) = (RowState.due.place(at: now), RowState.due.status(at: now))
    // Transitions that were applied stay when the clock is set back.
    let arguments =
      [now.databaseValue] + place.arguments + [now.databaseValue] + status.arguments
    return try sum(
      rows(
        """
        SELECT CASE WHEN m.next_at <= ? THEN \(place.sql) ELSE m.place END,
          CASE WHEN m.next_at <= ? THEN \(status.sql) ELSE m.status END, count(*)
        FROM message AS m GROUP BY 1, 2
        """, StatementArguments(arguments)))
  }

  fileprivate func logRange() throws -> ClosedRange<Int64>? {
    let row = try row("SELECT min(sequence), max(sequence) FROM log")
    guard let first: Int64 = try row?.value(0), let last: Int64 = try row?.value(1) else {
      return nil
    }
    guard first <= last else { throw DamagedValueError(column: "sequence") }
    return first...last
  }

  fileprivate func pruning() throws -> InboxHealth.Pruning? {
    let rows = try rows(
      "SELECT time, numbers, detail FROM log WHERE verb = 'pruned' ORDER BY sequence")
    return try rows.reduce(into: nil) { pruning, row in
      let numbers = PackedNumbers.unpack([UInt8](try row.value(1) as Data))
      let unread = String.fromDatabaseValue(row[2]).flatMap { Int($0) } ?? 0
      pruning = .init(
        date: Date(milliseconds: try row.value(0)), count: (pruning?.count ?? 0) + numbers.count,
        unreadCount: (pruning?.unreadCount ?? 0) + unread)
    }
  }
}

/// Checks of an inbox's files that need no connection to the database.
enum DatabaseFiles {
  /// Whether a database file has all pages that its header counts; a partial copy has not.
  ///
  /// A file of another kind counts as whole: SQLite's own error is better.
  static func isWholeDatabase(at path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let header = [UInt8]((try? file.read(upToCount: 32)) ?? Data())
    guard let pageSize = header.integer(at: 16, count: 2),
      let pageCount = header.integer(at: 28, count: 4)
    else { return false }
    guard header.starts(with: "SQLite format 3\0".utf8) else { return true }
    // The maximum page size does not fit into two bytes and is stored as 1.
    let size = FileStatus(path: path)?.size ?? 0
    return size >= (pageSize == 1 ? 65_536 : pageSize) * pageCount
  }

  /// Whether a file beside a database cannot be written; tested by a write, as only that reveals
  /// quotas and limits.
  static func isDiskFull(at path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let trial = folder + "/.\(ProcessInfo.processInfo.processIdentifier).trial"
    let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return [ENOSPC, EDQUOT].contains(errno) }
    defer {
      _ = close(descriptor)
      unlink(trial)
    }
    // The initial size of the files beside a database.
    let bytes = [UInt8](repeating: 0, count: 128 * 1_024)
    return write(descriptor, bytes, bytes.count) != bytes.count
  }

  /// The folder and files of a database that other users can access.
  static func exposedFiles(at path: String) -> [InboxHealth.ExposedFile] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let candidates =
      [folder] + ["", "-wal", "-shm"].map { path + $0 } + [folder + "/" + FileBell.fileName]
    return candidates.compactMap { path in
      guard let mode = FileStatus(path: path)?.permissions, mode & 0o077 != 0 else { return nil }
      return .init(path: path, mode: mode & 0o777)
    }
  }
}
