import GRDB

/// The streams that together are the rows of a query, and how they follow each other.
///
/// Settled rows come from streams that an index keeps in order; the few that the clock has moved
/// since, and those that are kept on screen, are sorted as they are found.
struct RowPlan {
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
  ///   - driver: Where to find the rows when they are rare; nil reads in order.
  ///   - hasDue: Whether the clock has moved rows since they were settled.
  ///   - kept: Messages that stay although they no longer match.
  init(
    _ criteria: FilterCriteria, in order: RowOrder, driver: RowDriver?, hasDue: Bool,
    kept: Set<MessageNumber> = []
  ) {
    self.order = order
    now = criteria.now
    if !criteria.isImpossible {
      streams = Self.settledStreams(criteria, order: order, driver: driver)
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
    let list = "[" + kept.map { String($0.rawValue) }.joined(separator: ",") + "]"
    let place = criteria.phases.isEmpty ? 1 : 0
    strays.append(
      stray(
        "message AS m",
        .all([
          SQLCondition("m.number IN (SELECT value FROM json_each(?))", list),
          RowState.due.place(at: now).wrapped("(", ")").compared("= \(place)"),
        ])))
  }

  private func stray(_ tables: String, _ condition: SQLCondition) -> RowStream {
    RowStream(
      tables: tables, condition: condition, columns: order.expressions(at: now), state: .due)
  }
}

extension RowPlan {
  private static func settledStreams(
    _ criteria: FilterCriteria, order: RowOrder, driver: RowDriver?
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
    if let driver {
      return [
        RowStream(
          tables: driver.tables,
          condition: .all([driver.condition, criteria.condition(for: .settled)]),
          columns: order.expressions(at: criteria.now))
      ]
    }
    return criteria.slices(rankingUnread: order == .unread).flatMap { slice in
      indexedStreams(slice, criteria, order: order)
    }
  }

  /// One stretch of an index for each way in which its leading columns can be as wanted.
  private static func indexedStreams(
    _ slice: FilterCriteria.Slice, _ criteria: FilterCriteria, order: RowOrder
  ) -> [RowStream] {
    var prefix: [Int64] = [slice.isPinned ? -1 : 0]
    if order == .unread { prefix.append(slice.status == .unread ? 0 : 1) }
    let rest = SQLCondition.all([slice.condition, criteria.residue(of: slice)])
    let times = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
    func stream(_ index: String, _ condition: SQLCondition, _ columns: [SQLCondition]) -> RowStream
    {
      RowStream(
        tables: "message AS m INDEXED BY " + index, condition: condition, prefix: prefix,
        columns: columns, isDescending: order != .oldest)
    }
    // Priority: message_by_priority backwards.
    if order == .priority {
      return [stream("message_by_priority", rest, [.init("m.priority")] + times)]
    }
    // A priority filter in another order: one stretch of message_by_priority for each level.
    if let priorities = criteria.priorities, slice.status == nil {
      return priorities.sorted().map { priority in
        let level = SQLCondition("m.priority = \(priority.rawValue)")
        return stream("message_by_priority", .all([rest, level]), times)
      }
    }
    // One conversation: message_by_thread; its pinned rows are found faster among the pinned.
    if let thread = criteria.onlyThread, !slice.isPinned {
      return [
        stream("message_by_thread", .all([SQLCondition("m.thread = ?", thread), rest]), times)
      ]
    }
    // One status, and the halves of "unread first": message_by_status. The rest: message_by_time.
    let index = slice.status == nil ? "message_by_time" : "message_by_status"
    return [stream(index, rest, times)]
  }
}
