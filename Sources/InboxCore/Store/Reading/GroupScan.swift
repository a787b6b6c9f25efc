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
  /// The filter by the texts of rows; nil for few hits, and without a search.
  let texts: TextFilter?

  /// The rows that are elsewhere in the indexes than the other rows of their groups.
  var unorderedRows: [DrivingTable] {
    (hasUnsettled ? [criteria.unsettledRows] : []) + [criteria.keptRows(kept)].compactMap(\.self)
  }

  /// A reader of the rows of one group, in the query's order; nil for an impossible group.
  ///
  /// Counts have no use for the texts of single rows.
  func reader(of group: MessageGroup, isCounting: Bool = false) throws -> RowReader? {
    var rest = criteria
    rest.groupLeads = group == .needed ? [3, 2] : group == .pinned ? [1] : [0]
    guard !rest.leads.isEmpty || hasUnsettled else { return nil }
    var access = RowAccess.order
    let condition: SQLCondition
    switch group {
    case .needed: condition = SQLCondition("m.lead > 1")
    case .pinned: condition = SQLCondition("m.lead = 1")
    case .source(let name):
      guard mayContain(name) else { return nil }
      access = .range(.sources([name]))
      condition = SQLCondition("m.lead = 0 AND m.source = ?", name)
    case .thread(let name):
      if let name {
        access = .range(.threads([name]))
      } else {
        rest.groups.append(.init(kind: .thread, names: [""], isNegated: false))
      }
      condition = SQLCondition("m.lead = 0 AND ifnull(m.thread, '') = ?", name ?? "")
    case .priority(let priority):
      guard rest.priorities?.contains(priority) ?? true else { return nil }
      rest.priorities = [priority]
      condition = SQLCondition("m.lead = 0 AND m.priority = \(priority.rawValue)")
    case .day(let day):
      let (start, end) = milliseconds(of: day)
      rest.earliest = max(start, rest.earliest ?? start)
      rest.end = min(end, rest.end ?? end)
      condition = SQLCondition("m.lead = 0 AND m.sort_at >= ? AND m.sort_at < ?", start, end)
    }
    let plan = RowPlan(
      rest, in: order, by: fewHits.map(RowAccess.rows) ?? access,
      matching: isCounting ? nil : texts, hasUnsettled: hasUnsettled, kept: kept,
      within: condition)
    return RowReader(database: database, plan: plan)
  }

  /// Whether the criteria accept a source.
  func mayContain(_ name: String) -> Bool {
    kind != .source || criteria.groups.allSatisfy { $0.kind != .source || $0.fits(name) }
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
    try reader(of: group, isCounting: true)?.count() ?? 0
  }
}
