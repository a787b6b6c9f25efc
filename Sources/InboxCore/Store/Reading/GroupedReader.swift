import Foundation
import GRDB

/// An executor of a grouped query: it iterates over the groups, and reads the rows of each by an
/// index.
///
/// A folded group yields only its first row; the others are not read.
struct GroupedReader: OrderedRows {
  let grouping: MessageGrouping
  private let scan: GroupScan
  /// The groups in their order.
  private let index: GroupIndex

  init(_ scan: GroupScan, grouping: MessageGrouping, ranks: GroupRanks?) throws {
    self.scan = scan
    self.grouping = grouping
    index = try GroupIndex(scan, ranks: ranks)
  }

  func row(_ number: MessageNumber) throws -> MessageRow? {
    try scan.database.messageRow(number, at: scan.criteria.now)
  }

  func rows(
    behind row: MessageRow?, isInclusive: Bool, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    var found: [MessageRow] = []
    let key = row.map(scan.order.key)
    var next = try row.map(group) ?? index.end(direction)
    var bound = row
    while let group = next, found.count < count {
      let isAtBound = bound != nil
      if grouping.isFolded(group) {
        // A step from within a folded group leads to an adjacent group, or stays.
        if !isAtBound || isInclusive { found += try first(of: group) }
      } else if let reader = try scan.reader(of: group) {
        found += try reader.rows(
          behind: bound, isInclusive: isInclusive, direction: direction,
          count: count - found.count)
      }
      bound = nil
      next = try index.group(behind: group, at: key, direction)
    }
    return found
  }

  /// The row shown for a folded group; none for an empty group.
  private func first(of group: MessageGroup) throws -> [MessageRow] {
    try scan.reader(of: group)?.rows(behind: nil, direction: .forward, count: 1) ?? []
  }

  /// The group of a row.
  private func group(of row: MessageRow) -> MessageGroup {
    var reader = GroupReader(grouping.kind)
    return reader.group(of: row)
  }

  /// The folded group that hides the window's anchor; nil for none.
  func hidingGroup(of anchor: MessageWindow.Anchor) throws -> MessageGroup? {
    guard grouping.hasFolded, case .around(let number) = anchor, let row = try row(number) else {
      return nil
    }
    let group = group(of: row)
    guard grouping.isFolded(group), try first(of: group).first?.number != number else { return nil }
    let isListed = SQLCondition.all([
      SQLCondition("m.number = ?", number.rawValue), scan.criteria.condition(for: .due),
    ])
    guard !scan.kept.contains(number) else { return group }
    return try scan.database.count(in: "message AS m", where: isListed) > 0 ? group : nil
  }

  /// The number of messages before a row, including those hidden in folded groups.
  func count(before row: MessageRow) throws -> Int {
    let group = group(of: row)
    let key = scan.order.key(of: row)
    let within = try scan.reader(of: group, isCounting: true)?.count(before: key) ?? 0
    guard group != .needed else { return within }
    let state: RowState = scan.hasUnsettled ? .due : .settled
    let isBefore = SQLCondition.any([
      SQLCondition(group == .pinned ? "m.lead > 1" : "m.lead > 0"),
      index.condition(before: group, at: key),
    ])
    return try within
      + scan.database.count(
        in: "message AS m", where: .all([scan.criteria.condition(for: state), isBefore]))
  }
}

/// The counts of a group.
package struct GroupCount: Sendable, Hashable {
  /// Number of messages; where threads are collapsed, of rows.
  package var total: Int
  /// Number of unread ones.
  package var unread: Int

  /// Creates counts.
  package init(total: Int, unread: Int) {
    self.total = total
    self.unread = unread
  }
}

extension Inbox {
  /// Counts the messages of groups, or their rows where threads are collapsed, in one transaction.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - query: The query with its grouping.
  ///   - budget: The time budget; nil for no limit.
  /// - Returns: The counts of each group, in order; empty when the query has no groups.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  package func counts(
    of groups: [MessageGroup], in query: MessageQuery, within budget: Duration? = nil
  ) throws -> [GroupCount] {
    try read(within: budget) { database, now in
      let scan = try database.groupScan(of: query, at: now)
      return try scan.map { scan in try groups.map(scan.count) } ?? []
    }
  }
}

extension Database {
  /// A reader for grouped criteria; nil without a grouping.
  ///
  /// - Parameters:
  ///   - criteria: The criteria of the rows.
  ///   - list: The criteria of the list in whose order the groups are; nil for the same.
  ///   - order: The order within each group.
  ///   - grouping: The grouping.
  ///   - kept: Messages that stay although they no longer match.
  ///   - cache: The rankings of this connection.
  /// - Returns: The reader.
  /// - Throws: `DatabaseError`.
  func groupedReader(
    _ criteria: FilterCriteria, amid list: FilterCriteria? = nil, _ order: RowOrder,
    _ grouping: MessageGrouping?, keeping kept: Set<MessageNumber> = [],
    ranks cache: GroupRanksCache
  ) throws -> GroupedReader? {
    guard let grouping else { return nil }
    let scan = try groupScan(criteria, order, grouping, keeping: kept)
    let listed = try list.map { try groupScan($0, order, grouping, keeping: kept) } ?? scan
    return try GroupedReader(scan, grouping: grouping, ranks: cache.ranks(of: listed))
  }

  /// The rows of single groups; nil without a grouping.
  func groupScan(of query: MessageQuery, at now: Date) throws -> GroupScan? {
    let criteria = FilterCriteria(query, at: now)
    let order = RowOrder(query.order, of: criteria)
    return try query.grouping.map { try groupScan(criteria, order, $0) }
  }

  private func groupScan(
    _ criteria: FilterCriteria, _ order: RowOrder, _ grouping: MessageGrouping,
    keeping kept: Set<MessageNumber> = []
  ) throws -> GroupScan {
    let criteria = try criteria.expandingCategories(in: self)
    let most = GroupScan.fewRows
    let hits = try criteria.searchTable.flatMap { try count($0, upTo: most + 1) <= most ? $0 : nil }
    return GroupScan(
      database: self, criteria: criteria, order: order, kind: grouping.kind,
      hasUnsettled: try hasUnsettled(at: criteria.now), kept: kept, fewHits: hits,
      texts: try hits == nil ? TextFilter(criteria, in: self) : nil)
  }
}
