package import Foundation

/// The result of a query at one time: a window of rows, and counts.
public struct InboxSnapshot: Sendable, Hashable {
  /// The query.
  package var query = MessageQuery()
  /// The highest sequence of the log at the time of the read.
  package var sequence: Int64 = 0
  /// The rows in order, at most the window's limit.
  public var rows: [MessageRow] = []
  /// Whether there are rows before the first one.
  public var hasEarlier = false
  /// Whether there are rows after the last one.
  public var hasLater = false
  /// Counts of the whole inbox, whatever the filter.
  public var counts = InboxCounts()
  /// The number of rows of the query; nil when neither known nor requested.
  package var matchCount: Int?
  /// The newest number in the inbox, the upper bound of "all shown".
  package var newestNumber = MessageNumber(0)
  /// The next start, expiry or end of a snooze, when the result changes by the clock.
  package var nextTransition: Date?
  /// The collapsed group that hides the message at the window's anchor; nil for none.
  package var hidingGroup: MessageGroup?
  /// Why the filter matches nothing; nil where it does, or that is not known.
  package var emptyReason: EmptyReason?
  /// The changes that wait to be sent to other machines; nil for none.
  package var unsent: UnsentChanges?
  /// Whether the read is complete; until then ``rows`` are those found so far.
  package var isComplete = true
}

extension InboxSnapshot {
  /// Creates a snapshot.
  package init(
    query: MessageQuery = .init(), sequence: Int64 = 0, rows: [MessageRow] = [],
    counts: InboxCounts = .init(), matchCount: Int? = nil, newestNumber: MessageNumber = .init(0)
  ) {
    self.init(
      query: query, sequence: sequence, rows: rows, hasEarlier: false, counts: counts,
      matchCount: matchCount, newestNumber: newestNumber)
  }
}

/// Changes that wait to be sent to the other machines of an exchange.
package struct UnsentChanges: Sendable, Hashable {
  /// Since when the first of them waits.
  package var since: Date
  /// When that was read; sending them is no change of the inbox.
  package var readAt: Date

  /// Creates the changes.
  package init(since: Date, readAt: Date) {
    (self.since, self.readAt) = (since, readAt)
  }
}

/// The counts of an inbox's messages, by place.
public struct InboxCounts: Sendable, Hashable {
  /// Listed and unread: the badge.
  public var unread: Int
  /// Listed and read.
  public var read: Int
  /// In the trash.
  public var deleted: Int
  /// Neither listed, done nor in the trash: scheduled, snoozed, expired or alert-only.
  package var hidden: Int
  /// Done.
  package var done: Int

  /// Creates counts.
  package init(unread: Int = 0, read: Int = 0, deleted: Int = 0, hidden: Int = 0, done: Int = 0) {
    self.unread = unread
    self.read = read
    self.deleted = deleted
    self.hidden = hidden
    self.done = done
  }

  /// Listed, read or not: shown in the title beside the unread count.
  package var listed: Int { unread + read }
  /// All stored messages.
  package var stored: Int { unread + read + deleted + hidden + done }
}
