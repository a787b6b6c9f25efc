import GRDB
import InboxText

/// The plan of a query: streams of rows to merge.
///
/// Settled rows come from streams in index order; the few unsettled rows, and rows kept on screen,
/// are sorted.
struct RowPlan {
  var order: RowOrder
  var now: Int64
  /// Streams of settled rows, ordered by their prefixes.
  var streams: [RowStream] = []
  /// Unsettled and kept rows, merged with those of ``streams``.
  var unordered: [RowStream] = []
  /// The threads that are one row each; nil where each message has a row.
  private(set) var threads: CollapsedThreads?

  /// Plans the rows of criteria.
  ///
  /// - Parameters:
  ///   - criteria: The conditions on the rows.
  ///   - order: Their order.
  ///   - path: The access path.
  ///   - hasUnsettled: Whether some rows have a due transition that is not settled.
  ///   - kept: Messages that stay although they no longer match.
  ///   - group: A condition on all rows, settled or not, beside the criteria and the access path.
  init(
    _ criteria: FilterCriteria, in order: RowOrder, path: AccessPath, hasUnsettled: Bool,
    kept: Set<MessageNumber> = [], within group: SQLCondition? = nil
  ) {
    self.order = order
    now = criteria.now
    threads = criteria.collapsed.first.map { CollapsedThreads($0) }
    if !criteria.isImpossible {
      let texts = path.isSearch ? nil : TextFilter(criteria)
      let rest = texts == nil ? criteria : criteria.withoutTexts
      streams = Self.settledStreams(
        path.isSearch ? criteria.withoutTexts : rest, order: order, path: path)
      if hasUnsettled { addUnsettled(rest) }
      for index in streams.indices { streams[index].texts = texts }
      for index in unordered.indices { unordered[index].texts = texts }
    }
    if let rows = criteria.keptRows(kept) { unordered.append(unordered(rows)) }
    guard let group else { return }
    if case .driving = path {
      for index in streams.indices {
        streams[index].condition = .all([streams[index].condition, group])
      }
    }
    for index in unordered.indices {
      unordered[index].condition = .all([unordered[index].condition, group])
    }
  }

  private mutating func addUnsettled(_ criteria: FilterCriteria) {
    for index in streams.indices {
      streams[index].condition = .all([streams[index].condition, .isSettled(at: now)])
    }
    unordered.append(unordered(criteria.unsettledRows))
  }

  private func unordered(_ table: DrivingTable) -> RowStream {
    RowStream(
      tables: table.tables, condition: table.condition, columns: order.expressions(at: now),
      state: .due)
  }

  private static func settledStreams(
    _ criteria: FilterCriteria, order: RowOrder, path: AccessPath
  ) -> [RowStream] {
    switch path {
    case .driving(let table):
      return [
        RowStream(
          tables: table.tables,
          condition: .all([table.condition, criteria.condition(for: .settled)]),
          columns: order.expressions(at: criteria.now))
      ]
    case .rangeScan(let scan): return OrderedStreams(criteria, order, scan: scan).all
    case .orderedScan: return OrderedStreams(criteria, order, scan: nil).all
    }
  }
}

extension FilterCriteria {
  /// The matching rows with a due transition, which are elsewhere in the indexes of a list.
  var unsettledRows: DrivingTable {
    DrivingTable(
      index: "message_by_transition",
      where: .all([SQLCondition("m.next_at <= ?", now), condition(for: .due)]))
  }

  /// The rows that stay in a list although they no longer match; nil for none.
  func keptRows(_ kept: Set<MessageNumber>) -> DrivingTable? {
    guard !kept.isEmpty, statuses != [.deleted] else { return nil }
    let places = listPlaces.map { String($0.rawValue) }.joined(separator: ", ")
    let table = "message AS m"
    return DrivingTable(
      tables: table, probing: table,
      where: .all([
        SQLCondition("m.number IN (SELECT value FROM json_each(?))", kept.json),
        RowState.due.place(at: now).wrapped("(", ")").compared("IN (\(places))"),
      ]))
  }
}

extension SQLCondition {
  /// The condition on a row without a due transition.
  static func isSettled(at now: Int64) -> SQLCondition {
    SQLCondition("(m.next_at IS NULL OR m.next_at > ?)", now)
  }
}
