import Foundation
import InboxCore

/// What `count` can tell of an inbox at one moment.
struct CountReport: Sendable {
  /// How many messages match the filter.
  var count: Int
  /// Counts of the whole inbox.
  var counts: InboxCounts
  /// The newest few that match the filter.
  var newest: [MessageRow]
  /// When the clock next changes any of it.
  var nextTransition: Date?

  /// Most messages that a tooltip lists.
  static let newestCount = 5

  /// Reads what there is to tell, all of one moment.
  ///
  /// - Throws: `InboxError`.
  init(of inbox: Inbox, matching filter: MessageFilter, at now: Date) throws {
    let snapshot = try inbox.at(now).snapshot(
      of: MessageQuery(filter: filter), in: MessageWindow(limit: Self.newestCount),
      countingMatches: true)
    count = snapshot.matchCount ?? snapshot.rows.count
    counts = snapshot.counts
    newest = snapshot.rows
    nextTransition = snapshot.nextTransition
  }
}
