public import Foundation

/// What one query sees at one moment: a window of rows, and counts.
public struct InboxSnapshot: Sendable, Hashable {
  /// What was asked.
  public var query: MessageQuery
  /// The log's highest sequence when it was read.
  public var sequence: Int64
  /// The rows in order, at most the window's limit.
  public var rows: [MessageRow]
  /// Whether there are rows before the first one here.
  public var hasEarlier: Bool
  /// Whether there are rows after the last one here.
  public var hasLater: Bool
  /// Counts of the whole inbox, whatever the filter.
  public var counts: InboxCounts
  /// How many rows the query has in all, when that is known without counting or was asked for.
  public var matchCount: Int?
  /// The newest number in the inbox, the bound of "all shown".
  public var newestNumber: MessageNumber
  /// When the clock next changes what is seen: a start, an expiry or the end of a snooze.
  public var nextTransition: Date?

  /// Makes a snapshot; tests use the defaults.
  public init(
    query: MessageQuery = .init(), sequence: Int64 = 0, rows: [MessageRow] = [],
    hasEarlier: Bool = false, hasLater: Bool = false, counts: InboxCounts = .init(),
    matchCount: Int? = nil, newestNumber: MessageNumber = .init(0), nextTransition: Date? = nil
  ) {
    self.query = query
    self.sequence = sequence
    self.rows = rows
    self.hasEarlier = hasEarlier
    self.hasLater = hasLater
    self.counts = counts
    self.matchCount = matchCount
    self.newestNumber = newestNumber
    self.nextTransition = nextTransition
  }
}
