import Foundation
import GRDB
import InboxText

/// The groups of a query in their order.
///
/// What needs the person is the first group, pinned messages the second, and messages without a thread
/// the last. Sources and threads
/// follow by their first rows, more than ``GroupRanks/maximumCount`` of them by name; priorities
/// from the most urgent; days in the order of the list. Names and days are found one by one by
/// index seeks, and may have no matching rows.
struct GroupIndex {
  private let scan: GroupScan
  private var kind: MessageGrouping.Kind { scan.kind }
  private var criteria: FilterCriteria { scan.criteria }
  /// The sources or threads by their first rows; nil for too many, and for other groups.
  private let ranks: GroupRanks?
  /// All priorities, or the groups of rows that are elsewhere in the index: unsettled and kept ones.
  private var others: [MessageGroup] = []

  init(_ scan: GroupScan, ranks: GroupRanks?) throws {
    self.scan = scan
    self.ranks = ranks
    guard ranks == nil else { return }
    others =
      try kind == .priority
      ? Priority.allCases.sorted(by: >).map(MessageGroup.priority)
      : scan.unorderedRows.flatMap(groups).sorted(by: precedes)
  }

  /// The first or the last group.
  func end(_ direction: SearchDirection) throws -> MessageGroup? {
    direction == .forward
      ? .needed : kind == .thread ? .thread(nil) : try last(before: nil, at: nil)
  }

  /// The next group in a direction; nil at the end.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - key: The key of one of its rows, used if it has no matching rows.
  ///   - direction: The direction.
  /// - Returns: The group, which may have no matching rows.
  /// - Throws: `DatabaseError`.
  func group(
    behind group: MessageGroup, at key: RowKey?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    if direction == .backward {
      if group == .pinned { return .needed }
      return group == .needed ? nil : try last(before: group, at: key)
    }
    if group == .needed { return .pinned }
    if group == .thread(nil) { return nil }
    let next = try body(behind: group == .pinned ? nil : group, at: key, .forward)
    return next ?? (kind == .thread ? .thread(nil) : nil)
  }

  private func last(before group: MessageGroup?, at key: RowKey?) throws -> MessageGroup? {
    try body(behind: group == .thread(nil) ? nil : group, at: key, .backward) ?? .pinned
  }

  /// The next group with a name, priority or day.
  private func body(
    behind group: MessageGroup?, at key: RowKey?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    if let ranks {
      return ranks.name(behind: group?.name, at: key, direction).map {
        kind == .source ? .source($0) : .thread($0)
      }
    }
    let other = nearest(of: others, behind: group, direction)
    let found = try criteria.places.compactMap { try seek(in: $0, behind: group, direction) }
    let near = (found + [other].compactMap(\.self)).sorted(by: precedes)
    return nearest(of: near, behind: group, direction)
  }

  private func nearest(
    of groups: [MessageGroup], behind group: MessageGroup?, _ direction: SearchDirection
  ) -> MessageGroup? {
    direction == .forward
      ? groups.first { other in group.map { precedes($0, other) } ?? true }
      : groups.last { other in group.map { precedes(other, $0) } ?? true }
  }
}

extension MessageGroup {
  /// The name of a source or thread; nil for other groups.
  fileprivate var name: String? {
    switch self {
    case .source(let name): name
    case .thread(let name): name
    case .needed, .pinned, .priority, .day: nil
    }
  }
}

// MARK: - Order

extension GroupIndex {
  /// Whether a group precedes another; names are compared byte by byte, as in the index.
  private func precedes(_ left: MessageGroup, _ right: MessageGroup) -> Bool {
    switch (left, right) {
    case (.source(let left), .source(let right)),
      (.thread(let left?), .thread(let right?)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.priority(let left), .priority(let right)): left > right
    case (.day(let left), .day(let right)): scan.order.kind == .oldest ? left < right : left > right
    default: false
    }
  }

  /// The condition on the rows of the groups before another, but those that lead the list.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - key: The key of one of its rows.
  /// - Returns: The condition on a row of `message AS m`.
  func condition(before group: MessageGroup, at key: RowKey) -> SQLCondition {
    if let ranks, let name = group.name {
      return .oneOf(
        kind == .source ? "m.source" : "m.thread", Array(ranks.names(before: name, at: key)))
    }
    switch group {
    case .needed, .pinned: return SQLCondition("0")
    case .source(let name): return SQLCondition("m.source < ?", name)
    case .thread(let name?): return SQLCondition("m.thread > '' AND m.thread < ?", name)
    case .thread(nil): return SQLCondition("m.thread > ''")
    case .priority(let priority): return SQLCondition("m.priority > \(priority.rawValue)")
    case .day(let day):
      let (start, end) = scan.milliseconds(of: day)
      return scan.order.kind == .oldest
        ? SQLCondition("m.sort_at < ?", start) : SQLCondition("m.sort_at >= ?", end)
    }
  }
}

// MARK: - Seeking

extension GroupIndex {
  /// The next group in the index, whether any row of it matches or not: message_by_source or that of
  /// the unread ones, message_by_thread for any place, or message_by_time.
  private func seek(
    in place: Place, behind group: MessageGroup?, _ direction: SearchDirection
  ) throws -> MessageGroup? {
    let isForward = direction == .forward
    let isUnread = criteria.statuses == [.unread]
    let isInPlace = "m.place = \(place.rawValue) AND m.lead = 0"
    switch kind {
    case .priority: return nil
    case .source:
      let name = try next(
        "m.source", in: isUnread ? "message_unread_by_source" : "message_by_source",
        where: isInPlace + (isUnread ? " AND m.status = \(Status.unread.rawValue)" : ""),
        behind: group?.name, isUpward: isForward)
      return name.map(MessageGroup.source)
    case .thread:
      let name = try next(
        "m.thread", in: "message_by_thread", where: isForward ? "1" : "m.thread > ''",
        behind: group?.name ?? (isForward ? "" : nil), isUpward: isForward)
      return name.map { .thread($0) }
    case .day(let zone):
      let isUpward = (scan.order.kind == .oldest) == isForward
      var time: Int64?
      if case .day(let day) = group {
        let (start, end) = scan.milliseconds(of: day)
        time = isUpward ? end - 1 : start
      }
      let found = try next(
        "m.sort_at", in: "message_by_time", where: isInPlace, behind: time, isUpward: isUpward)
      return found.map { day(of: $0, zone) }
    }
  }

  private func day(of time: Int64, _ zone: TimeZone) -> MessageGroup {
    var reader = GroupReader(kind)
    return .day(reader.day(of: Date(milliseconds: time), in: zone))
  }

  /// The next value of a column in an index; nil at the end.
  private func next<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String, in index: String, where condition: String, behind value: Value?,
    isUpward: Bool
  ) throws -> Value? {
    let isBehind = value == nil ? "" : " AND \(column) \(isUpward ? ">" : "<") ?"
    return try scan.database.value(
      """
      SELECT \(isUpward ? "min" : "max")(\(column)) FROM message AS m INDEXED BY \(index)
      WHERE \(condition)\(isBehind)
      """, StatementArguments([value].compactMap(\.self)))
  }

  /// The groups of some rows.
  private func groups(of table: DrivingTable) throws -> [MessageGroup] {
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
      _ column: String, where condition: String = "1"
    ) throws -> [Value] {
      try scan.database.values(
        """
        SELECT DISTINCT \(column) FROM \(table.tables)
        WHERE \(table.condition.sql) AND \(condition)
        """, table.condition.statementArguments)
    }
    switch kind {
    case .source: return try values("m.source").map(MessageGroup.source)
    case .thread: return try values("m.thread", where: "m.thread > ''").map { .thread($0) }
    case .day(let zone): return try values("m.sort_at").map { day(of: $0, zone) }
    case .priority: return []
    }
  }
}
