import InboxText
import GRDB

/// The streams that together are the rows of a query, and how they follow each other.
///
/// Settled rows come from streams that an index keeps in order; the few that the clock has moved
/// since, and those that are kept on screen, are sorted as they are found.
struct RowPlan {
  /// How rows are found: through all rows in order, along a path, or rare ones at once.
  enum Approach {
    case inOrder
    case along(RowPath)
    case at(RowDriver)
  }

  var order: RowOrder
  var now: Int64
  /// Streams of settled rows; those with a smaller prefix come first.
  var streams: [RowStream] = []
  /// Streams whose rows lie anywhere between the others.
  var strays: [RowStream] = []

  /// Plans the rows of criteria.
  ///
  /// - Parameters:
  ///   - criteria: What is wanted.
  ///   - order: How it is ordered.
  ///   - approach: How to find the rows.
  ///   - hasDue: Whether the clock has moved rows since they were settled.
  ///   - kept: Messages that stay although they no longer match.
  init(
    _ criteria: FilterCriteria, in order: RowOrder, approach: Approach, hasDue: Bool,
    kept: Set<MessageNumber> = []
  ) {
    self.order = order
    now = criteria.now
    if !criteria.isImpossible {
      streams = Self.settledStreams(criteria, order: order, approach: approach)
      if hasDue { addDue(criteria) }
    }
    if !kept.isEmpty, criteria.statuses != [.deleted] { addKept(kept, criteria) }
  }

  private mutating func addDue(_ criteria: FilterCriteria) {
    let isSettled = SQLCondition("(m.next_at IS NULL OR m.next_at > ?)", now)
    for index in streams.indices {
      streams[index].condition = .all([streams[index].condition, isSettled])
    }
    strays.append(
      stray(
        "message AS m INDEXED BY message_by_transition",
        .all([SQLCondition("m.next_at <= ?", now), criteria.condition(for: .due)])))
  }

  private mutating func addKept(_ kept: Set<MessageNumber>, _ criteria: FilterCriteria) {
    let places = criteria.listPlaces.map { String($0.rawValue) }.joined(separator: ", ")
    strays.append(
      stray(
        "message AS m",
        .all([
          SQLCondition("m.number IN (SELECT value FROM json_each(?))", kept.json),
          RowState.due.place(at: now).wrapped("(", ")").compared("IN (\(places))"),
        ])))
  }

  private func stray(_ tables: String, _ condition: SQLCondition) -> RowStream {
    RowStream(
      tables: tables, condition: condition, columns: order.expressions(at: now), state: .due)
  }

  private static func settledStreams(
    _ criteria: FilterCriteria, order: RowOrder, approach: Approach
  ) -> [RowStream] {
    if order == .arrival, let search = criteria.search {
      // Search: the full-text index by row id, which is the number.
      return [
        RowStream(
          tables: RowDriver.searchTables,
          condition: .all([
            SQLCondition("message_text MATCH ?", search),
            criteria.withoutSearch.condition(for: .settled),
          ]), columns: [.init("message_text.rowid")], isDescending: true)
      ]
    }
    switch approach {
    case .at(let driver):
      return [
        RowStream(
          tables: driver.tables,
          condition: .all([driver.condition, criteria.condition(for: .settled)]),
          columns: order.expressions(at: criteria.now))
      ]
    case .along(let path): return OrderedStreams(criteria, order, path: path).all
    case .inOrder: return OrderedStreams(criteria, order, path: nil).all
    }
  }
}
