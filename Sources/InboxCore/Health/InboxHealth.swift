package import Foundation

/// The findings of a check of an inbox and its files, without an assessment in words.
package struct InboxHealth: Sendable, Hashable {
  /// A file or folder that users other than its owner can access.
  package struct ExposedFile: Sendable, Hashable {
    /// Its path.
    package var path: String
    /// Its permission bits.
    package var mode: UInt32
  }

  /// The prunings to keep the maximum, as far back as the log goes.
  package struct Pruning: Sendable, Hashable {
    /// The time of the last one.
    package var date: Date
    /// The number of pruned messages in all.
    package var count: Int
    /// The number of unread ones among them.
    package var unreadCount = 0
  }

  /// The time of the check.
  package var date: Date
  /// Path of the database; nil in memory.
  package var path: String?
  /// Version of the SQLite library.
  package var sqliteVersion = ""
  /// Version of the inbox's schema.
  package var schemaVersion = 0
  /// `wal` for a file.
  package var journalMode = ""
  /// `PRAGMA synchronous` of the reading connection: 1 normal, 2 full.
  package var synchronous = 0
  /// Bytes of one page of the database.
  package var pageSize = 0
  /// Bytes of the database file.
  package var databaseSize = 0
  /// Bytes of the write-ahead log, 0 when there is none.
  package var walSize = 0
  /// SQLite's error messages for unreadable parts; empty when the file is sound.
  package var complaints: [String] = []
  /// The counts as the list has them.
  package var counts = InboxCounts()
  /// The counts computed from all messages; different only when something is broken.
  package var recount = InboxCounts()
  /// Whether the full-text index agrees with the messages; nil when read-only.
  package var isSearchIndexSound: Bool?
  /// The oldest and the newest sequence that the log keeps, nil when it is empty.
  package var logRange: ClosedRange<Int64>?
  /// Bytes of the log's entries.
  package var logSize = 0
  /// The time of the log's oldest entry, nil when it is empty.
  package var logStart: Date?
  /// The cursors that trimming the log waits for.
  package var cursors: [LogCursor] = []
  /// The prunings in the log; nil without any.
  package var pruning: Pruning?
  /// How changes are observed, and why.
  package var watchKind = WatchKind.inProcess
  /// Files that users other than the owner can read or write.
  package var exposedFiles: [ExposedFile] = []
  /// The use of the attachment folder.
  package var attachments = AttachmentUse()
  /// Free bytes of the file system for this user; nil in memory.
  package var freeSpace: Int?
}
