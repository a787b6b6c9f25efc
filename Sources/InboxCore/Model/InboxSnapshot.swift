package import Foundation

/// The result of a query at one moment: a window of rows, and counts.
public struct InboxSnapshot: Sendable, Hashable {
  /// The query.
  package var query: MessageQuery
  /// The log's highest sequence when it was read.
  package var sequence: Int64
  /// The rows in order, at most the window's limit.
  public var rows: [MessageRow]
  /// Whether there are rows before the first one here.
  public var hasEarlier: Bool
  /// Whether there are rows after the last one here.
  public var hasLater: Bool
  /// Counts of the whole inbox, whatever the filter.
  public var counts: InboxCounts
  /// How many rows the query has in all; nil when that was neither known nor asked for.
  public var matchCount: Int?
  /// The newest number in the inbox, the bound of "all shown".
  public var newestNumber: MessageNumber
  /// The next start, expiry or end of a snooze: when the clock changes the result.
  package var nextTransition: Date?
  /// The folded group that hides the message around which it was read; nil where none does.
  package var hidingGroup: MessageGroup?
  /// Whether the read has ended; until then ``rows`` are those found so far.
  package var isComplete = true

  /// Makes a snapshot.
  package init(
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

/// The counts of an inbox's messages, by where they are shown.
public struct InboxCounts: Sendable, Hashable {
  /// Listed and unread: the badge.
  public var unread: Int
  /// Listed and read.
  public var read: Int
  /// In the trash.
  public var deleted: Int
  /// Neither listed nor in the trash: scheduled, snoozed, expired or alert-only.
  public var hidden: Int

  /// Makes counts.
  package init(unread: Int = 0, read: Int = 0, deleted: Int = 0, hidden: Int = 0) {
    self.unread = unread
    self.read = read
    self.deleted = deleted
    self.hidden = hidden
  }

  /// Listed, read or not: what the title shows beside the unread count.
  package var listed: Int { unread + read }
  /// Everything that the store keeps.
  package var stored: Int { unread + read + deleted + hidden }
}
