public import Foundation

/// How an inbox is, for `doctor`: what was found, without a judgement in words.
public struct InboxHealth: Sendable, Hashable {
  /// A file or folder that others than its owner may enter.
  public struct OpenFile: Sendable, Hashable {
    /// Where it is.
    public var path: String
    /// Its permission bits.
    public var mode: UInt32

    /// Makes a finding.
    public init(path: String, mode: UInt32) {
      self.path = path
      self.mode = mode
    }
  }

  /// The last time that old messages were removed to keep to the maximum.
  public struct Pruning: Sendable, Hashable {
    /// When.
    public var date: Date
    /// How many went.
    public var count: Int

    /// Makes a record.
    public init(date: Date, count: Int) {
      self.date = date
      self.count = count
    }
  }

  /// When it was looked at.
  public var date: Date
  /// Version of the SQLite library.
  public var sqliteVersion: String
  /// Version of the inbox's schema.
  public var schemaVersion: Int
  /// `wal` for a file.
  public var journalMode: String
  /// How safely the reading connection would write: 1 normal, 2 full.
  public var synchronous: Int
  /// Bytes of one page of the database.
  public var pageSize: Int
  /// Bytes of the database file.
  public var databaseSize: Int
  /// Bytes of the write-ahead log, 0 when there is none.
  public var walSize: Int
  /// What SQLite complains of; empty when the file is sound.
  public var complaints: [String]
  /// The counts as triggers keep them.
  public var counts: InboxCounts
  /// The counts when every message is counted afresh; the same unless something is broken.
  public var recount: InboxCounts
  /// Whether the full-text index agrees with the messages; nil where the inbox may only be read.
  public var isSearchIndexSound: Bool?
  /// The oldest and the newest sequence that the log keeps, nil when it is empty.
  public var logRange: ClosedRange<Int64>?
  /// The last pruning that the log knows of.
  public var lastPruning: Pruning?
  /// By what means changes are learned of, and why.
  public var watchKind: WatchKind
  /// What others than the owner may read or write.
  public var tooOpen: [OpenFile]
  /// Bytes that the file system has left for this user; nil in memory.
  public var freeSpace: Int?

  /// Whether nothing was found that needs a repair.
  public var isSound: Bool {
    complaints.isEmpty && counts == recount && isSearchIndexSound != false && tooOpen.isEmpty
  }
}
