import GRDB

/// What leads to the rows of a filter in order, besides where they stand: stretches of an index.
///
/// Each stretch keeps its rows by time; together they are all rows that the filter may want.
struct RowPath {
  var stretches: [Stretch]
  /// Whether the index keeps each status by itself.
  var isByStatus = false
  /// Whether the stretches hold no other senders than the wanted ones.
  var knowsSources = false

  /// Rows that an index keeps by time.
  struct Stretch {
    /// Tables with `message AS m` among them, and the index that is to be used.
    var tables: String
    /// What the leading columns of the index are.
    var condition: SQLCondition
    /// What keeps the rows by time.
    var times = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
    /// The priority that all rows of the stretch share, if they do.
    var priority: Priority?
  }

  /// Most stretches that are read side by side.
  static let maximumCount = 256

  /// One conversation: message_by_thread.
  static func thread(_ name: String) -> RowPath {
    RowPath(stretches: [
      Stretch(
        tables: "message AS m INDEXED BY message_by_thread",
        condition: SQLCondition("m.thread = ?", name))
    ])
  }

  /// One category or tag: the labels, a stretch for each priority.
  static func label(
    _ kind: FilterCriteria.NameGroup.Kind, _ name: String, _ priorities: Set<Priority>
  ) -> RowPath {
    RowPath(
      stretches: priorities.sorted().map { priority in
        Stretch(
          tables: "label CROSS JOIN message AS m ON m.number = label.number",
          condition: SQLCondition(
            "label.kind = \(kind.rawValue) AND label.name = ? AND label.priority = \(priority.rawValue)",
            name),
          times: [SQLCondition("label.sort_at"), SQLCondition("label.number")], priority: priority)
      })
  }

  /// What has expired: message_ended, a stretch for each priority.
  static func expired(_ priorities: Set<Priority>) -> RowPath {
    RowPath(
      stretches: priorities.sorted().map { priority in
        Stretch(
          tables: "message AS m INDEXED BY message_ended",
          condition: SQLCondition("m.next_at IS NULL AND m.priority = \(priority.rawValue)"),
          priority: priority)
      })
  }

  /// Open questions: message_asking, a stretch for each priority.
  static func asking(_ priorities: Set<Priority>) -> RowPath {
    RowPath(
      stretches: priorities.sorted().map { priority in
        Stretch(
          tables: "message AS m INDEXED BY message_asking",
          condition: FilterCriteria.isAsking.compared("AND m.priority = \(priority.rawValue)"),
          priority: priority)
      }, isByStatus: true)
  }

  /// Some senders: message_by_source, a stretch for each sender and priority.
  static func sources(_ found: [(source: String, priority: Priority)]) -> RowPath {
    RowPath(
      stretches: found.map { source, priority in
        Stretch(
          tables: "message AS m INDEXED BY message_by_source",
          condition: SQLCondition("m.source = ? AND m.priority = \(priority.rawValue)", source),
          priority: priority)
      }, isByStatus: true, knowsSources: true)
  }
}

extension FilterCriteria {
  /// The path to the rows that are wanted, other than through all rows; nil when there is none.
  func path(for order: RowOrder, in database: Database) throws -> RowPath? {
    if asksOnly { return .asking(priorities ?? Set(Priority.allCases)) }
    if let found = try sourcePath(for: order, in: database) { return found }
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

  private func sourcePath(for order: RowOrder, in database: Database) throws -> RowPath? {
    let asked = groups.filter { $0.kind == .source }
    guard !asked.isEmpty, !statuses.contains(.deleted) || statuses.count == 1 else { return nil }
    guard statuses == [.deleted] || listPlaces.count == 1 else { return nil }
    let place = firstPlace
    let search = SourceSearch(groups: asked, priorities: priorities, place: place)
    guard let found = try search.run(in: database) else { return nil }
    if found.count > SourceSearch.plainCount,
      try isDense(SQLCondition.all(asked.map(\.condition)), place: place, in: database)
    {
      return nil
    }
    return .sources(found)
  }

  /// Where what is wanted stands, or a good part of it.
  var firstPlace: Place { statuses == [.deleted] ? .trash : listPlaces[0] }

  /// Whether a share of the newest rows fulfils a condition, so that reading all in order is
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
