package import Foundation

/// The findings of an examination of an inbox and its files, without a judgement in words.
package struct InboxHealth: Sendable, Hashable {
  /// A file or folder that others than its owner may enter.
  package struct OpenFile: Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// Its permission bits.
    package var mode: UInt32

    /// Makes a finding.
    package init(path: String, mode: UInt32) {
      self.path = path
      self.mode = mode
    }
  }

  /// The last time that old messages were removed to keep to the maximum.
  package struct Pruning: Sendable, Hashable {
    /// When.
    package var date: Date
    /// How many went.
    package var count: Int

    /// Makes a record.
    package init(date: Date, count: Int) {
      self.date = date
      self.count = count
    }
  }

  /// When it was looked at.
  package var date: Date
  /// Version of the SQLite library.
  package var sqliteVersion: String
  /// Version of the inbox's schema.
  package var schemaVersion: Int
  /// `wal` for a file.
  package var journalMode: String
  /// How safely the reading connection would write: 1 normal, 2 full.
  package var synchronous: Int
  /// Bytes of one page of the database.
  package var pageSize: Int
  /// Bytes of the database file.
  package var databaseSize: Int
  /// Bytes of the write-ahead log, 0 when there is none.
  package var walSize: Int
  /// What SQLite complains of; empty when the file is sound.
  package var complaints: [String]
  /// The counts as triggers keep them.
  package var counts: InboxCounts
  /// The counts when every message is counted afresh; the same unless something is broken.
  package var recount: InboxCounts
  /// Whether the full-text index agrees with the messages; nil where the inbox may only be read.
  package var isSearchIndexSound: Bool?
  /// The oldest and the newest sequence that the log keeps, nil when it is empty.
  package var logRange: ClosedRange<Int64>?
  /// Bytes of the log's entries.
  package var logSize: Int
  /// When the oldest entry of the log was written, nil when it is empty.
  package var logStart: Date?
  /// The cursors that trimming the log waits for.
  package var cursors: [LogCursor]
  /// The last pruning that the log knows of.
  package var lastPruning: Pruning?
  /// By what means changes are learned of, and why.
  package var watchKind: WatchKind
  /// What others than the owner may read or write.
  package var tooOpen: [OpenFile]
  /// Bytes that the file system has left for this user; nil in memory.
  package var freeSpace: Int?

  /// Whether nothing was found that needs a repair.
  package var isSound: Bool {
    complaints.isEmpty && counts == recount && isSearchIndexSound != false && tooOpen.isEmpty
  }
}
