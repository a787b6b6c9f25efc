import Foundation
import GRDB
import InboxText

/// The groups of a query in their order, found one by one by index seeks.
///
/// Pinned messages are the first group. Sources and threads follow by name, priorities from the
/// most urgent, days in the order of the list, and at the end the messages without a thread. A
/// group may have no matching rows.
struct GroupIndex {
  private let kind: MessageGrouping.Kind
  private let order: RowOrder
  private let criteria: FilterCriteria
  private let database: Database
  /// Groups of rows that are elsewhere in the index: unsettled and kept ones.
  private var others: [MessageGroup] = []
  /// All groups, where few rows match; nil to seek in the index.
  private var known: [MessageGroup]?

  /// Maximum number of rows whose groups are collected at once.
  private static let mostRows = 2_000

  init(
    kind: MessageGrouping.Kind, order: RowOrder, criteria: FilterCriteria, database: Database,
    hasUnsettled: Bool, kept: Set<MessageNumber>
  ) throws {
    self.kind = kind
    self.order = order
    self.criteria = criteria
    self.database = database
    if kind == .priority {
      known = Priority.allCases.sorted(by: >).map(MessageGroup.priority)
      return
    }
    if hasUnsettled {
      others += try groups(
        in: "message AS m INDEXED BY message_by_transition",
        where: SQLCondition("m.next_at <= ?", criteria.now))
    }
    if !kept.isEmpty {
      others += try groups(
        in: "message AS m",
        where: SQLCondition("m.number IN (SELECT value FROM json_each(?))", kept.json))
    }
    others = sorted(others)
    if kind == .thread { known = try threadsOfFewRows().map { sorted($0 + others) } }
  }

  /// The first or the last group.
  func end(_ direction: SearchDirection) throws -> MessageGroup? {
    direction == .forward ? .pinned : kind == .thread ? .thread(nil) : try last(before: nil)
  }

  /// The next group in a direction; nil at the end.
  func group(behind group: MessageGroup, _ direction: SearchDirection) throws -> MessageGroup? {
    if direction == .backward { return group == .pinned ? nil : try last(before: group) }
    if group == .thread(nil) { return nil }
    let next = try body(behind: group == .pinned ? nil : group, .forward)
    return next ?? (kind == .thread ? .thread(nil) : nil)
  }

  private func last(before group: MessageGroup?) throws -> MessageGroup? {
    try body(behind: group == .thread(nil) ? nil : group, .backward) ?? .pinned
  }

  /// The next group with a name, priority or day.
  private func body(
    behind group: MessageGroup?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    let other = nearest(of: known ?? others, behind: group, direction)
    guard known == nil else { return other }
    let found = try criteria.places.compactMap { try seek(in: $0, behind: group, direction) }
    return nearest(of: sorted(found + (other.map { [$0] } ?? [])), behind: group, direction)
  }

  private func nearest(
    of groups: [MessageGroup], behind group: MessageGroup?, _ direction: SearchDirection
  ) -> MessageGroup? {
    direction == .forward
      ? groups.first { other in group.map { precedes($0, other) } ?? true }
      : groups.last { other in group.map { precedes(other, $0) } ?? true }
  }
}

// MARK: - Order

extension GroupIndex {
  private func sorted(_ groups: [MessageGroup]) -> [MessageGroup] {
    groups.sorted(by: precedes)
  }

  /// Whether a group precedes another; names are compared byte by byte, as in the index.
  private func precedes(_ left: MessageGroup, _ right: MessageGroup) -> Bool {
    switch (left, right) {
    case (.source(let left), .source(let right)),
      (.thread(let left?), .thread(let right?)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.priority(let left), .priority(let right)): left > right
    case (.day(let left), .day(let right)): order == .oldest ? left < right : left > right
    default: false
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

// MARK: - Seeking

extension GroupIndex {
  /// The next group in the index, whether any row of it matches or not.
  private func seek(
    in place: Place, behind group: MessageGroup?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    switch kind {
    case .source: try source(in: place, behind: group, direction)
    case .thread: try thread(behind: group, direction)
    case .day(let zone): try day(in: place, behind: group, direction, zone)
    case .priority: nil
    }
  }

  /// message_by_source, or that of the unread ones.
  private func source(
    in place: Place, behind group: MessageGroup?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    let isUnread = criteria.statuses == [.unread]
    let index = isUnread ? "message_unread_by_source" : "message_by_source"
    let (sign, suffix) = direction == .forward ? (">", "") : ("<", " DESC")
    var condition = SQLCondition(
      "m.place = \(place.rawValue) AND m.pinned = 0"
        + (isUnread ? " AND m.status = \(Status.unread.rawValue)" : ""))
    if case .source(let name) = group {
      condition = .all([condition, SQLCondition("m.source \(sign) ?", name)])
    }
    let name: String? = try first(
      "m.source", in: "message AS m INDEXED BY " + index, where: condition,
      by: "m.source\(suffix), m.priority\(suffix)")
    return name.map(MessageGroup.source)
  }

  /// message_by_thread, for any place.
  private func thread(
    behind group: MessageGroup?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    let (sign, suffix) = direction == .forward ? (">", "") : ("<", " DESC")
    var condition = SQLCondition("m.thread > ''")
    if case .thread(let name?) = group {
      let isBehind = SQLCondition("m.thread \(sign) ?", name)
      condition = direction == .forward ? isBehind : .all([condition, isBehind])
    }
    let name: String? = try first(
      "m.thread", in: "message AS m INDEXED BY message_by_thread", where: condition,
      by: "m.thread\(suffix), m.sort_at\(suffix)")
    return name.map { MessageGroup.thread($0) }
  }

  /// message_by_time.
  private func day(
    in place: Place, behind group: MessageGroup?, _ direction: SearchDirection, _ zone: TimeZone
  ) throws -> MessageGroup? {
    let isUpward = (order == .oldest) == (direction == .forward)
    var condition = SQLCondition("m.place = \(place.rawValue) AND m.pinned = 0")
    if case .day(let day) = group {
      let (start, end) = milliseconds(of: day)
      let isBehind =
        isUpward ? SQLCondition("m.sort_at >= ?", end) : SQLCondition("m.sort_at < ?", start)
      condition = .all([condition, isBehind])
    }
    let time: Int64? = try first(
      "m.sort_at", in: "message AS m INDEXED BY message_by_time", where: condition,
      by: "m.sort_at" + (isUpward ? "" : " DESC"))
    return time.map { self.day(of: $0, zone) }
  }

  private func day(of time: Int64, _ zone: TimeZone) -> MessageGroup {
    var reader = GroupReader(kind)
    return .day(reader.day(of: Date(milliseconds: time), in: zone))
  }

  private func first<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String, in table: String, where condition: SQLCondition, by order: String
  ) throws -> Value? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(column) FROM \(table) WHERE \(condition.sql) ORDER BY \(order) LIMIT 1")
    return try Value.fetchOne(statement, arguments: condition.statementArguments)
  }
}

// MARK: - Few rows

extension GroupIndex {
  /// The threads of all matching rows, where an index shows that they are few.
  ///
  /// So few unread messages are found without a seek for each of very many threads.
  private func threadsOfFewRows() throws -> [MessageGroup]? {
    var path = try criteria.accessPath(
      for: .newest, breakEvenRows: Self.mostRows, in: database)
    if case .orderedScan = path, criteria.statuses == [.unread], criteria.listPlaces.count == 1,
      try database.hasAtMost(Self.mostRows, rowsIn: criteria.statusTable(.unread).probe)
    {
      path = .driving(criteria.statusTable(.unread))
    }
    guard case .driving(let table) = path else { return nil }
    return try groups(
      in: table.tables, where: .all([table.condition, criteria.condition(for: .settled)]))
  }

  /// The groups of some rows.
  private func groups(in tables: String, where condition: SQLCondition) throws -> [MessageGroup] {
    let column =
      switch kind {
      case .source: "m.source"
      case .thread: "m.thread"
      case .priority, .day: "m.sort_at"
      }
    let statement = try database.cachedStatement(
      sql: "SELECT DISTINCT \(column) FROM \(tables) WHERE \(condition.sql)")
    let values = try DatabaseValue.fetchAll(statement, arguments: condition.statementArguments)
    return values.compactMap { value in
      switch kind {
      case .source: String.fromDatabaseValue(value).map(MessageGroup.source)
      case .thread:
        String.fromDatabaseValue(value).flatMap { $0.isEmpty ? nil : .thread($0) }
      case .day(let zone): Int64.fromDatabaseValue(value).map { day(of: $0, zone) }
      case .priority: nil
      }
    }
  }
}
