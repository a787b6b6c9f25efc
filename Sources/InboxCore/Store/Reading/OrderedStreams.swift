/// Streams of settled rows, each read from an index in the query's order.
struct OrderedStreams {
  private let criteria: FilterCriteria
  private let order: RowOrder
  private let scan: RangeScan?
  /// The residual criteria of a range scan: with a condition on the source as well, SQLite would
  /// seek sources instead of keeping the order.
  private let residualCriteria: FilterCriteria

  /// Plans the streams of a range scan, or of an ordered scan without one.
  init(_ criteria: FilterCriteria, _ order: RowOrder, scan: RangeScan?) {
    self.criteria = criteria
    self.order = order
    self.scan = scan
    var remaining = criteria
    if scan?.coversSources == true { remaining.groups.removeAll { $0.kind == .source } }
    residualCriteria = remaining
  }

  /// The streams of pinned rows, then those of the others.
  var all: [RowStream] {
    [true, false].filter { criteria.pinned.contains($0) }.flatMap { isPinned in
      // The few pinned rows need no range scan.
      isPinned || scan == nil ? orderedScan(isPinned: isPinned) : rangeScan(scan?.ranges ?? [])
    }
  }

  private func rangeScan(_ ranges: [IndexRange]) -> [RowStream] {
    let isSplit = order == .unread || scan?.isPartitionedByStatus == true
    return criteria.partitions(isPinned: false, isSplit: isSplit).flatMap { partition in
      ranges.filter { $0.place ?? partition.place == partition.place }.map { range in
        let unread = partition.status == .unread ? range.unreadTables : nil
        return stream(
          partition, unread ?? range.tables, range.condition, residualCriteria,
          priority: range.priority, times: range.times)
      }
    }
  }

  private func orderedScan(isPinned: Bool) -> [RowStream] {
    // Most urgent first, or a priority filter in any order: message_by_priority or that of the
    // unread ones, a range for each level.
    if criteria.needsPriority(in: order) {
      let levels = (criteria.priorities ?? Set(Priority.allCases)).sorted()
      return criteria.partitions(isPinned: isPinned, isSplit: order == .unread).flatMap {
        partition in
        let index =
          partition.status == .unread ? "message_unread_by_priority" : "message_by_priority"
        return levels.map { level in
          stream(
            partition, "message AS m INDEXED BY " + index,
            SQLCondition("m.priority = \(level.rawValue)"), criteria, priority: level)
        }
      }
    }
    // One status, or the halves of "unread first": message_by_status. The rest: message_by_time.
    return criteria.partitions(isPinned: isPinned, isSplit: order == .unread).map { partition in
      let index = partition.status == nil ? "message_by_time" : "message_by_status"
      return stream(partition, "message AS m INDEXED BY " + index, nil, criteria)
    }
  }

  private func stream(
    _ partition: FilterCriteria.Partition, _ tables: String, _ condition: SQLCondition?,
    _ criteria: FilterCriteria, priority: Priority? = nil,
    times: [SQLCondition] = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
  ) -> RowStream {
    var prefix: [Int64] = [partition.isPinned ? -1 : 0]
    if order == .unread { prefix.append(partition.status == .unread ? 0 : 1) }
    if order == .priority, let priority { prefix.append(-Int64(priority.rawValue)) }
    return RowStream(
      tables: tables,
      condition: .all(
        [partition.condition] + (condition.map { [$0] } ?? []) + [
          criteria.residualPredicate(in: partition)
        ]),
      prefix: prefix, columns: times, isDescending: order != .oldest)
  }
}

extension FilterCriteria {
  /// Rows that share the leading columns of the indexes: place, pin and, for one status, status.
  struct Partition {
    var place: Place
    var isPinned: Bool
    var status: Status?

    var condition: SQLCondition {
      let status = status.map { " AND m.status = \($0.rawValue)" } ?? ""
      return SQLCondition("m.place = \(place.rawValue) AND m.pinned = \(isPinned ? 1 : 0)" + status)
    }
  }

  /// The partitions of the matching rows.
  ///
  /// - Parameters:
  ///   - isPinned: Whether they hold the pinned rows or the others.
  ///   - isSplit: Whether each status has a partition of its own, as a single status always has.
  /// - Returns: The partitions, unread before read before deleted.
  fileprivate func partitions(isPinned: Bool, isSplit: Bool) -> [Partition] {
    let listed = [Status.unread, .read].filter(statuses.contains)
    let wanted =
      isSplit || listed.count == 1 ? listed.map(Optional.some) : listed.isEmpty ? [] : [nil]
    var partitions = wanted.flatMap { status in
      listPlaces.map { Partition(place: $0, isPinned: isPinned, status: status) }
    }
    if statuses.contains(.deleted) {
      // Everything in the trash is deleted; the redundant condition lets SQLite use the indexes.
      partitions.append(
        Partition(place: .trash, isPinned: isPinned, status: isSplit ? .deleted : nil))
    }
    return partitions
  }

  /// The conditions on a row of a partition that its index does not cover.
  fileprivate func residualPredicate(in partition: Partition) -> SQLCondition {
    var conditions = rowConditions() + collapseConditions
    if partition.place == .hidden {
      conditions += hiddenConditions()
      // Scheduled and snoozed messages sort at a future time.
      if !phases.isEmpty, phases.isSubset(of: [.active, .snoozed, .scheduled]) {
        conditions.append(SQLCondition("m.sort_at > ?", now))
      }
    }
    return .all(conditions)
  }

  /// Whether the priority is a leading column of the index of an ordered scan.
  func needsPriority(in order: RowOrder) -> Bool { order == .priority || priorities != nil }

  /// The criteria without searched and excluded texts, for rows that the full-text index found, or
  /// that a ``TextFilter`` filters.
  var withoutTexts: FilterCriteria {
    var result = self
    (result.searched, result.excludedTexts) = ([], [])
    return result
  }
}
