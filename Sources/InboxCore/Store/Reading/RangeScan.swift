import GRDB

/// Index ranges that together contain all rows that may match, each sorted by time.
struct RangeScan {
  var ranges: [IndexRange]
  /// Whether the status is a leading column of the index.
  var isPartitionedByStatus = false
  /// Whether the ranges contain only the accepted sources.
  var coversSources = false

  /// Maximum number of merged ranges.
  static let maximumCount = 256
  /// Maximum number of merged names of labels, each of which has a range for each priority.
  static let maximumLabelCount = 16
}

/// A range of adjacent index entries, sorted by time.
struct IndexRange {
  /// Tables of the join, `message AS m` among them, with the index to use.
  var tables: String
  /// The tables with an index of only the unread rows, if any.
  var unreadTables: String?
  /// The values of the index's leading columns.
  var condition: SQLCondition
  /// The columns that sort the range.
  var times = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
  /// The priority shared by all rows of the range, if any.
  var priority: Priority?
  /// The only place of its rows; nil for any.
  var place: Place?
}

extension RangeScan {
  /// One thread: message_by_thread.
  static func thread(_ name: String) -> RangeScan {
    RangeScan(ranges: [
      IndexRange(
        tables: "message AS m INDEXED BY message_by_thread",
        condition: SQLCondition("m.thread = ?", name))
    ])
  }

  /// One thread by priority: message_by_thread once for each.
  static func thread(_ name: String, by priorities: Set<Priority>) -> RangeScan {
    RangeScan(
      ranges: priorities.sorted().map { priority in
        IndexRange(
          tables: "message AS m INDEXED BY message_by_thread",
          condition: SQLCondition("m.thread = ? AND m.priority = \(priority.rawValue)", name),
          priority: priority)
      })
  }

  /// Categories or tags: the labels, a range for each name and priority.
  static func labels(
    _ group: FilterCriteria.NameGroup, _ priorities: Set<Priority>
  ) -> RangeScan {
    RangeScan(
      ranges: group.storedNames.flatMap { name in
        priorities.sorted().map { priority in
          let labeled = SQLCondition(
            """
            label.kind = \(group.kind.rawValue) AND label.name = ? \
            AND label.priority = \(priority.rawValue)
            """, name)
          let others = group.storedNames.filter { $0 != name }
          return IndexRange(
            tables: "label CROSS JOIN message AS m ON m.number = label.number",
            condition: others.isEmpty ? labeled : .all([labeled, group.isFirstLabel(of: others)]),
            times: [SQLCondition("label.sort_at"), SQLCondition("label.number")],
            priority: priority)
        }
      })
  }

  /// Expired messages: message_asking for unanswered questions, which are listed unless snoozed or
  /// scheduled; message_ended for all others; a range for each priority.
  static func expired(_ priorities: Set<Priority>) -> RangeScan {
    var questions = asking(priorities)
    questions.ranges += priorities.sorted().map { priority in
      IndexRange(
        tables: "message AS m INDEXED BY message_ended",
        condition: SQLCondition(
          """
          m.next_at IS NULL AND m.priority = \(priority.rawValue) \
          AND NOT (m.asks = 1 AND m.answer IS NULL)
          """),
        priority: priority, place: .hidden)
    }
    return questions
  }

  /// Open questions: message_asking, a range for each priority.
  static func asking(_ priorities: Set<Priority>) -> RangeScan {
    RangeScan(
      ranges: priorities.sorted().map { priority in
        IndexRange(
          tables: "message AS m INDEXED BY message_asking",
          condition: .all([
            FilterCriteria.isAsking(), SQLCondition("m.priority = \(priority.rawValue)"),
          ]),
          priority: priority)
      }, isPartitionedByStatus: true)
  }

  /// Several sources: message_by_source, or that of the unread ones, a range for each source and
  /// priority.
  static func sources(_ found: [SourceSkipScan.Sender]) -> RangeScan {
    RangeScan(
      ranges: found.map { found in
        IndexRange(
          tables: "message AS m INDEXED BY message_by_source",
          unreadTables: "message AS m INDEXED BY message_unread_by_source",
          condition: SQLCondition(
            "m.source = ? AND m.priority = \(found.priority.rawValue)", found.source),
          priority: found.priority)
      }, coversSources: true)
  }
}

extension FilterCriteria {
  /// The range scan for a filter; nil when no index has its rows in order.
  func rangeScan(for order: RowOrder, in database: Database) throws -> RangeScan? {
    if asksOnly { return .asking(priorities ?? Set(Priority.allCases)) }
    if let found = try sourceScan(for: order, in: database) { return found }
    for group in groups where !group.isNegated {
      switch group.kind {
      case .category, .tag:
        guard group.storedNames.count <= RangeScan.maximumLabelCount else { continue }
        return .labels(group, priorities ?? Set(Priority.allCases))
      case .thread
      where group.names.count == 1 && order != .priority && priorities == nil
        && group.names != [""]:
        return .thread(group.names[0])
      case .thread, .source, .machine: break
      }
    }
    // A message that expires while scheduled or snoozed has expired as well.
    guard isOnly(.expired), !statuses.contains(.deleted) else { return nil }
    return .expired(priorities ?? Set(Priority.allCases))
  }

  private func sourceScan(for order: RowOrder, in database: Database) throws -> RangeScan? {
    let asked = groups.filter { $0.kind == .source }
    guard !asked.isEmpty else { return nil }
    var found: [SourceSkipScan.Sender] = []
    var known: Set<SourceSkipScan.Sender> = []
    for place in places {
      let scan = SourceSkipScan(groups: asked, priorities: priorities, place: place)
      guard let more = try scan.run(in: database) else { return nil }
      found += more.filter { known.insert($0).inserted }
    }
    guard found.count * places.count <= RangeScan.maximumCount else { return nil }
    if found.count > SourceSkipScan.unprobedCount,
      try isDense(SQLCondition.all(asked.map { $0.condition() }), in: database)
    {
      return nil
    }
    return .sources(found)
  }

  /// The places of the matching rows, the most frequent first.
  var places: [Place] {
    guard statuses.contains(.deleted) else { return listPlaces }
    return statuses == [.deleted] ? [.trash] : listPlaces + [.trash]
  }

  /// Whether at least a tenth of the newest rows satisfy a condition, so that an ordered scan is
  /// fastest.
  private func isDense(_ condition: SQLCondition, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT count(*) FROM (
          SELECT m.number FROM message AS m INDEXED BY message_by_time
          WHERE m.place = \(places[0].rawValue) AND m.pinned = 0 ORDER BY m.sort_at DESC LIMIT 200
        ) AS newest CROSS JOIN message AS m ON m.number = newest.number WHERE \(condition.sql)
        """)
    return try Int.fetchOne(statement, arguments: condition.statementArguments) ?? 0 >= 20
  }
}
