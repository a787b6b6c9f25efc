import Foundation
import GRDB
import InboxText

/// The rows of single groups of a query, each read by an index.
struct GroupScan {
  let database: Database
  private(set) var criteria: FilterCriteria
  let order: RowOrder
  let kind: MessageGrouping.Kind
  let hasUnsettled: Bool
  let kept: Set<MessageNumber>
  /// The hits of the search, where they are few; nil for many, and without a search.
  let fewHits: DrivingTable?

  /// The rows that are elsewhere in the indexes than the other rows of their groups.
  var unorderedRows: [DrivingTable] {
    (hasUnsettled ? [criteria.unsettledRows] : []) + [criteria.keptRows(kept)].compactMap(\.self)
  }

  /// A reader of the rows of one group, in the query's order; nil for an impossible group.
  func reader(of group: MessageGroup) throws -> RowReader? {
    try plan(of: group).map { RowReader(database: database, plan: $0) }
  }

  /// All rows of a group.
  func rows(of group: MessageGroup) throws -> [MessageRow] {
    try reader(of: group)?.rows(
      behind: nil, direction: .forward, count: MessageWindow.greatestLimit) ?? []
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
      let (start, end) = milliseconds(of: day)
      rest.earliest = max(start, rest.earliest ?? start)
      rest.end = min(end, rest.end ?? end)
    }
    return RowPlan(
      rest, in: order, path: fewHits.map(AccessPath.driving) ?? path, hasUnsettled: hasUnsettled,
      kept: kept,
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
      let (start, end) = milliseconds(of: day)
      return SQLCondition("m.pinned = 0 AND m.sort_at >= ? AND m.sort_at < ?", start, end)
    }
  }

  /// The milliseconds of a day, from its start to its end.
  func milliseconds(of day: Int) -> (start: Int64, end: Int64) {
    guard case .day(let zone) = kind else { return (0, 0) }
    return (
      DaySpan.start(of: day, in: zone).milliseconds,
      DaySpan.start(of: day + 1, in: zone).milliseconds
    )
  }
}

// MARK: - Counting

extension GroupScan {
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
