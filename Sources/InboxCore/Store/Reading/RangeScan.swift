import GRDB

/// Ranges of an index that together hold every row which a filter may match, each sorted by time.
struct RangeScan {
  var ranges: [IndexRange]
  /// Whether the status is a leading column of the index.
  var isPartitionedByStatus = false
  /// Whether the ranges hold no sender but the wanted ones.
  var coversSources = false

  /// Most ranges that are merged.
  static let maximumCount = 256
}

/// Neighbouring entries of an index, sorted by time.
struct IndexRange {
  /// Tables of the join, `message AS m` among them, with the index to use.
  var tables: String
  /// The values of the index's leading columns.
  var condition: SQLCondition
  /// The columns that sort the range.
  var times = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
  /// The priority that all rows of the range share, if they do.
  var priority: Priority?
}

extension RangeScan {
  /// One conversation: message_by_thread.
  static func thread(_ name: String) -> RangeScan {
    RangeScan(ranges: [
      IndexRange(
        tables: "message AS m INDEXED BY message_by_thread",
        condition: SQLCondition("m.thread = ?", name))
    ])
  }

  /// One category or tag: the labels, a range for each priority.
  static func label(
    _ kind: FilterCriteria.NameGroup.Kind, _ name: String, _ priorities: Set<Priority>
  ) -> RangeScan {
    RangeScan(
      ranges: priorities.sorted().map { priority in
        IndexRange(
          tables: "label CROSS JOIN message AS m ON m.number = label.number",
          condition: SQLCondition(
            "label.kind = \(kind.rawValue) AND label.name = ? AND label.priority = \(priority.rawValue)",
            name),
          times: [SQLCondition("label.sort_at"), SQLCondition("label.number")], priority: priority)
      })
  }

  /// Expired messages: message_ended, a range for each priority.
  static func expired(_ priorities: Set<Priority>) -> RangeScan {
    RangeScan(
      ranges: priorities.sorted().map { priority in
        IndexRange(
          tables: "message AS m INDEXED BY message_ended",
          condition: SQLCondition("m.next_at IS NULL AND m.priority = \(priority.rawValue)"),
          priority: priority)
      })
  }

  /// Open questions: message_asking, a range for each priority.
  static func asking(_ priorities: Set<Priority>) -> RangeScan {
    RangeScan(
      ranges: priorities.sorted().map { priority in
        IndexRange(
          tables: "message AS m INDEXED BY message_asking",
          condition: FilterCriteria.isAsking.compared("AND m.priority = \(priority.rawValue)"),
          priority: priority)
      }, isPartitionedByStatus: true)
  }

  /// Several senders: message_by_source, a range for each sender and priority.
  static func sources(_ found: [(source: String, priority: Priority)]) -> RangeScan {
    RangeScan(
      ranges: found.map { source, priority in
        IndexRange(
          tables: "message AS m INDEXED BY message_by_source",
          condition: SQLCondition("m.source = ? AND m.priority = \(priority.rawValue)", source),
          priority: priority)
      }, isPartitionedByStatus: true, coversSources: true)
  }
}

extension FilterCriteria {
  /// The range scan for a filter; nil when no index has its rows in order.
  func rangeScan(for order: RowOrder, in database: Database) throws -> RangeScan? {
    if asksOnly { return .asking(priorities ?? Set(Priority.allCases)) }
    if let found = try sourceScan(for: order, in: database) { return found }
    for group in groups where !group.isNegated && group.names.count == 1 {
      switch group.kind {
      case .category, .tag:
        return .label(group.kind, group.names[0], priorities ?? Set(Priority.allCases))
      case .thread where order != .priority && priorities == nil: return .thread(group.names[0])
      case .thread, .source: break
      }
    }
    // A message that expires while it waits for its start or its snooze has ended as well.
    guard phases == [.expired], !statuses.contains(.deleted) else { return nil }
    return .expired(priorities ?? Set(Priority.allCases))
  }

  private func sourceScan(for order: RowOrder, in database: Database) throws -> RangeScan? {
    let asked = groups.filter { $0.kind == .source }
    guard !asked.isEmpty, !statuses.contains(.deleted) || statuses.count == 1 else { return nil }
    guard statuses == [.deleted] || listPlaces.count == 1 else { return nil }
    let place = firstPlace
    let scan = SourceSkipScan(groups: asked, priorities: priorities, place: place)
    guard let found = try scan.run(in: database) else { return nil }
    if found.count > SourceSkipScan.unprobedCount,
      try isDense(SQLCondition.all(asked.map(\.condition)), place: place, in: database)
    {
      return nil
    }
    return .sources(found)
  }

  /// The place of the wanted rows, or of a good part of them.
  var firstPlace: Place { statuses == [.deleted] ? .trash : listPlaces[0] }

  /// Whether at least a share of the newest rows fulfils a condition, so that an ordered scan is
  /// quickest.
  func isDense(
    _ condition: SQLCondition, place: Place, share: Double = 0.1, of sample: Int = 200,
    in database: Database
  ) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT count(*) FROM (
          SELECT m.number FROM message AS m INDEXED BY message_by_time
          WHERE m.place = \(place.rawValue) AND m.pinned = 0 ORDER BY m.sort_at DESC LIMIT \(sample)
        ) AS newest CROSS JOIN message AS m ON m.number = newest.number WHERE \(condition.sql)
        """)
    let arguments = StatementArguments(condition.arguments)
    return try Int.fetchOne(statement, arguments: arguments) ?? 0 >= Int(share * Double(sample))
  }
}
