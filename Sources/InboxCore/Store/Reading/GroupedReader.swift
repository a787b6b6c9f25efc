import Foundation
import GRDB

/// An executor of a grouped query: it iterates over the groups, and reads the rows of each by an
/// index.
///
/// A folded group yields only its first row; the others are not read.
struct GroupedReader: OrderedRows {
  let database: Database
  private(set) var criteria: FilterCriteria
  let order: RowOrder
  let grouping: MessageGrouping
  let hasUnsettled: Bool
  let kept: Set<MessageNumber>
  /// The groups in their order.
  private let index: GroupIndex

  init(
    database: Database, criteria: FilterCriteria, order: RowOrder, grouping: MessageGrouping,
    hasUnsettled: Bool, kept: Set<MessageNumber>
  ) throws {
    self.database = database
    self.criteria = criteria
    self.order = order
    self.grouping = grouping
    self.hasUnsettled = hasUnsettled
    self.kept = kept
    index = try GroupIndex(
      kind: grouping.kind, order: order, criteria: criteria, database: database,
      hasUnsettled: hasUnsettled, kept: kept)
  }

  func row(_ number: MessageNumber) throws -> MessageRow? {
    try database.messageRow(number, at: criteria.now)
  }

  func rows(
    behind row: MessageRow?, isInclusive: Bool, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    var found: [MessageRow] = []
    var next = try row.map(group) ?? index.end(direction)
    var bound = row
    while let group = next, found.count < count {
      let isAtBound = bound != nil
      if grouping.isFolded(group) {
        // A step from within a folded group leads to an adjacent group, or stays.
        if !isAtBound || isInclusive { found += try first(of: group) }
      } else if let reader = try reader(of: group) {
        found += try reader.rows(
          behind: bound, isInclusive: isInclusive, direction: direction,
          count: count - found.count)
      }
      bound = nil
      next = try index.group(behind: group, direction)
    }
    return found
  }

  /// The row shown for a folded group; none for an empty group.
  private func first(of group: MessageGroup) throws -> [MessageRow] {
    try reader(of: group)?.rows(
      behind: nil, isInclusive: false, direction: .forward, count: 1) ?? []
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
      SQLCondition("m.number = ?", number.rawValue), criteria.condition(for: .due),
    ])
    guard !kept.contains(number) else { return group }
    return try database.count(in: "message AS m", where: isListed) > 0 ? group : nil
  }
}

// MARK: - One group

extension GroupedReader {
  /// A reader of the rows of one group, in the query's order; nil for an impossible group.
  private func reader(of group: MessageGroup) throws -> RowReader? {
    try plan(of: group).map { RowReader(database: database, plan: $0) }
  }

  private func plan(of group: MessageGroup) throws -> RowPlan? {
    var rest = criteria
    rest.pinned.remove(group != .pinned)
    guard !rest.pinned.isEmpty else { return nil }
    var path = AccessPath.orderedScan
    switch group {
    case .pinned: break
    case .source(let name):
      guard let scan = try sourceScan(of: name) else { return nil }
      path = .rangeScan(scan)
    case .thread(let name?):
      let priorities = criteria.priorities ?? Set(Priority.allCases)
      path = .rangeScan(order == .priority ? .thread(name, by: priorities) : .thread(name))
    case .thread(nil):
      rest.groups.append(.init(kind: .thread, names: [""], isNegated: false))
    case .priority(let priority):
      guard rest.priorities?.contains(priority) ?? true else { return nil }
      rest.priorities = [priority]
    case .day(let day):
      let (start, end) = index.milliseconds(of: day)
      rest.earliest = max(start, rest.earliest ?? start)
      rest.end = min(end, rest.end ?? end)
    }
    return RowPlan(
      rest, in: order, path: path, hasUnsettled: hasUnsettled, kept: kept,
      within: condition(group))
  }

  /// The ranges of a source: message_by_source, one for each priority; nil where the criteria
  /// exclude the source.
  private func sourceScan(of name: String) throws -> RangeScan? {
    let asked = criteria.groups.filter { $0.kind == .source }
    guard asked.allSatisfy({ $0.fits(name) }) else { return nil }
    let this = FilterCriteria.NameGroup(
      kind: .source, names: [SourcePattern(exactly: name).text], isNegated: false)
    var found: Set<SourceSkipScan.Sender> = []
    for place in criteria.places {
      let scan = SourceSkipScan(groups: [this], priorities: criteria.priorities, place: place)
      guard let senders = try scan.run(in: database) else {
        found.formUnion(Priority.allCases.map { .init(source: name, priority: $0) })
        continue
      }
      found.formUnion(senders)
    }
    return .sources(found.sorted { $0.priority > $1.priority })
  }

  /// The condition on a row of a group.
  private func condition(_ group: MessageGroup) -> SQLCondition {
    switch group {
    case .pinned: return SQLCondition("m.pinned = 1")
    case .source(let name): return SQLCondition("m.pinned = 0 AND m.source = ?", name)
    case .thread(let name):
      return SQLCondition("m.pinned = 0 AND ifnull(m.thread, '') = ?", name ?? "")
    case .priority(let priority):
      return SQLCondition("m.pinned = 0 AND m.priority = \(priority.rawValue)")
    case .day(let day):
      let (start, end) = index.milliseconds(of: day)
      return SQLCondition("m.pinned = 0 AND m.sort_at >= ? AND m.sort_at < ?", start, end)
    }
  }
}

// MARK: - Counting

extension GroupedReader {
  /// The number of messages before a row, including those hidden in folded groups.
  func count(before row: MessageRow) throws -> Int {
    let group = group(of: row)
    let within = try reader(of: group)?.count(before: order.key(of: row)) ?? 0
    guard group != .pinned else { return within }
    let state: RowState = hasUnsettled ? .due : .settled
    let isBefore = SQLCondition.any([SQLCondition("m.pinned = 1"), before(group)])
    return try within
      + database.count(
        in: "message AS m", where: .all([criteria.condition(for: state), isBefore]))
  }

  /// The condition on the rows of preceding groups.
  private func before(_ group: MessageGroup) -> SQLCondition {
    switch group {
    case .pinned: return SQLCondition("0")
    case .source(let name): return SQLCondition("m.source < ?", name)
    case .thread(let name?): return SQLCondition("m.thread > '' AND m.thread < ?", name)
    case .thread(nil): return SQLCondition("m.thread > ''")
    case .priority(let priority): return SQLCondition("m.priority > \(priority.rawValue)")
    case .day(let day):
      let (start, end) = index.milliseconds(of: day)
      return order == .oldest
        ? SQLCondition("m.sort_at < ?", start) : SQLCondition("m.sort_at >= ?", end)
    }
  }

  /// All rows of a group.
  func rows(of group: MessageGroup) throws -> [MessageRow] {
    try reader(of: group)?.rows(
      behind: nil, direction: .forward, count: MessageWindow.greatestLimit) ?? []
  }

  /// The counts of a group: of its rows, where a thread is one.
  func count(of group: MessageGroup) throws -> GroupCount {
    var unread = self
    if let threads = criteria.collapsed.first {
      // A thread is unread while any of its messages is.
      let sought = threads.narrowed(by: FilterCriteria(now: criteria.now, statuses: [.unread]))
      guard !sought.isImpossible else { return GroupCount(total: try total(of: group), unread: 0) }
      unread.criteria.sought = [sought]
    } else {
      unread.criteria.statuses.formIntersection([.unread])
    }
    return GroupCount(total: try total(of: group), unread: try unread.total(of: group))
  }

  private func total(of group: MessageGroup) throws -> Int {
    guard let plan = try plan(of: group) else { return 0 }
    return try (plan.streams + plan.unordered).reduce(0) {
      try $0 + database.count($1, where: $1.condition)
    }
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
    let now = now
    return try store.read(within: budget) { database in
      let criteria = FilterCriteria(query, at: now)
      let reader = try database.groupedReader(
        criteria, RowOrder(query.order, of: criteria), query.activeGrouping,
        window: MessageWindow(limit: 1))
      return try reader.map { reader in try groups.map(reader.count) } ?? []
    }
  }
}

extension Database {
  /// A reader for grouped criteria; nil without a grouping.
  func groupedReader(
    _ criteria: FilterCriteria, _ order: RowOrder, _ grouping: MessageGrouping?,
    window: MessageWindow
  ) throws -> GroupedReader? {
    guard let grouping, order != .arrival else { return nil }
    return try GroupedReader(
      database: self, criteria: try criteria.expanded(in: self), order: order,
      grouping: grouping, hasUnsettled: try hasUnsettled(at: criteria.now), kept: window.kept)
  }
}
