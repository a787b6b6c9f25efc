package import Foundation

/// The findings of an examination of an inbox and its files, without a judgement in words.
package struct InboxHealth: Sendable, Hashable {
  /// A file or folder that others than its owner may enter.
  package struct ExposedFile: Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// Its permission bits.
    package var mode: UInt32
  }

  /// The removals of old messages to keep to the maximum, as far back as the log goes.
  package struct Pruning: Sendable, Hashable {
    /// When the last ones went.
    package var date: Date
    /// How many went in all.
    package var count: Int
  }

  /// When it was looked at.
  package var date: Date
  /// Path of the database; nil in memory.
  package var path: String?
  /// Version of the SQLite library.
  package var sqliteVersion = ""
  /// Version of the inbox's schema.
  package var schemaVersion = 0
  /// `wal` for a file.
  package var journalMode = ""
  /// How safely the reading connection would write: 1 normal, 2 full.
  package var synchronous = 0
  /// Bytes of one page of the database.
  package var pageSize = 0
  /// Bytes of the database file.
  package var databaseSize = 0
  /// Bytes of the write-ahead log, 0 when there is none.
  package var walSize = 0
  /// What cannot be read, in SQLite's words; empty when the file is sound.
  package var complaints: [String] = []
  /// The counts at that moment, as the list has them.
  package var counts = InboxCounts()
  /// The counts when every message is counted afresh; the same unless something is broken.
  package var recount = InboxCounts()
  /// Whether the full-text index agrees with the messages; nil where nothing can be written.
  package var isSearchIndexSound: Bool?
  /// The oldest and the newest sequence that the log keeps, nil when it is empty.
  package var logRange: ClosedRange<Int64>?
  /// Bytes of the log's entries.
  package var logSize = 0
  /// When the oldest entry of the log was written, nil when it is empty.
  package var logStart: Date?
  /// The cursors that trimming the log waits for.
  package var cursors: [LogCursor] = []
  /// The prunings that the log knows of; nil without any.
  package var pruning: Pruning?
  /// By what means changes are learned of, and why.
  package var watchKind = WatchKind.inProcess
  /// What others than the owner may read or write.
  package var exposedFiles: [ExposedFile] = []
  /// What is in the folder of the files that came with messages.
  package var attachments = AttachmentUse()
  /// Bytes that the file system has left for this user; nil in memory.
  package var freeSpace: Int?
}
