package import Foundation
import GRDB

extension Inbox {
  /// Reads a window of a query's rows, with the counts of the same transaction.
  ///
  /// - Parameters:
  ///   - query: The filter and order.
  ///   - window: The window of rows.
  ///   - budget: The time budget; nil for no limit. Nearly every query of a million messages takes
  ///     less than 10 ms; only one that excludes a word of nearly all messages takes longer.
  ///   - countingMatches: Whether ``InboxSnapshot/matchCount`` is counted when unknown; in a huge
  ///     inbox that may take a second.
  ///   - report: Receives incomplete snapshots of a long search, with the first rows of a window at
  ///     the top; nil for none.
  /// - Returns: The rows and counts.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  public func snapshot(
    of query: MessageQuery, in window: MessageWindow, within budget: Duration? = nil,
    countingMatches: Bool = false, reporting report: ((InboxSnapshot) -> Void)? = nil
  ) throws -> InboxSnapshot {
    let now = now
    return try store.readRanked(within: budget) { database, ranks in
      let criteria = FilterCriteria(query, at: now)
      var (reader, counts, hasUnsettled) = try database.rowReader(
        criteria, RowOrder(query.order, of: criteria), window: window)
      var snapshot = InboxSnapshot(
        query: query, sequence: try InboxStore.lastSequence(in: database), counts: counts,
        matchCount: criteria.knownCount(counts),
        newestNumber: try database.number("SELECT max(number) FROM message") ?? MessageNumber(0),
        nextTransition: try database.nextTransition(after: criteria.now))
      snapshot.unsent = try database.waitingSince().map { UnsentChanges(since: $0, readAt: now) }
      reader.report = report.map { [snapshot] report in
        { report(snapshot.found(.init(rows: $0, hasLater: true), isComplete: false)) }
      }
      let grouped = try database.groupedReader(
        criteria, reader.plan.order, query.grouping, keeping: window.kept, ranks: ranks)
      snapshot = snapshot.found(try grouped?.page(window) ?? reader.page(window), isComplete: true)
      snapshot.hidingGroup = try grouped?.hidingGroup(of: window.anchor)
      if snapshot.rows.isEmpty {
        snapshot.matchCount = 0
        snapshot.emptyReason = try database.emptyReason(for: query.filter, at: now)
      } else if countingMatches, snapshot.matchCount == nil {
        snapshot.matchCount = try database.count(criteria, hasUnsettled: hasUnsettled)
      }
      return snapshot
    }
  }

  /// Prepares the statements of the first frame of a list.
  ///
  /// A screen calls it while its terminal starts. Errors are ignored: they recur, and are
  /// reported, when the frame is read.
  ///
  /// - Parameters:
  ///   - query: The query of the list.
  ///   - zone: The time zone of its days.
  package func prepareFirstPage(of query: MessageQuery, in zone: TimeZone) {
    var query = query
    query.isLed = true
    // The frame's own read waits for this one, which must not scan a huge inbox first.
    guard
      let page = try? snapshot(of: query, in: MessageWindow(limit: 1), within: .milliseconds(4)),
      let row = page.rows.first
    else { return }
    _ = try? messages([row.number])
    var grouped = query
    grouped.grouping = MessageGrouping(.day(zone))
    var reader = GroupReader(.day(zone))
    let day = MessageGroup.day(reader.day(of: row.sortDate, in: zone))
    _ = try? counts(of: [.needed, .pinned, day], in: grouped, within: .milliseconds(1))
  }
}

extension InboxSnapshot {
  /// The snapshot with the rows of a page.
  fileprivate func found(_ page: RowPage, isComplete: Bool) -> InboxSnapshot {
    var snapshot = self
    (snapshot.rows, snapshot.isComplete) = (page.rows, isComplete)
    (snapshot.hasEarlier, snapshot.hasLater) = (page.hasEarlier, page.hasLater)
    return snapshot
  }
}

extension Database {
  /// A reader for criteria, and the counts of the whole inbox at their time.
  ///
  /// By the index of the order about `limit × stored / matches` rows are read until the window is
  /// full, otherwise all `matches`: they break even at the square root of `limit × stored`.
  func rowReader(
    _ criteria: FilterCriteria, _ order: RowOrder, window: MessageWindow
  ) throws -> (reader: RowReader, counts: InboxCounts, hasUnsettled: Bool) {
    let hasUnsettled = try hasUnsettled(at: criteria.now)
    let counts = try counts(at: criteria.now, hasUnsettled: hasUnsettled)
    let criteria = try criteria.expandingCategories(in: self)
    let breakEven = (Double(max(1, window.limit)) * Double(max(1, counts.stored))).squareRoot()
    let texts = try criteria.textFilter(in: self)
    let access = try criteria.access(
      for: order, mostRows: Int(breakEven), readsTexts: texts?.isOfAllRows ?? false, in: self)
    let plan = RowPlan(
      criteria, in: order, by: access, matching: texts, hasUnsettled: hasUnsettled,
      kept: window.kept)
    return (RowReader(database: self, plan: plan), counts, hasUnsettled)
  }

  /// The time of the next transition.
  fileprivate func nextTransition(after now: Int64) throws -> Date? {
    try date(
      """
      SELECT next_at FROM message INDEXED BY message_by_transition
      WHERE next_at > ? ORDER BY next_at LIMIT 1
      """, [now])
  }
}
