/// Streams of settled rows, each of which an index keeps in the order of the query.
struct OrderedStreams {
  private let criteria: FilterCriteria
  private let order: RowOrder
  private let path: RowPath?
  /// What rows of the path must still fulfil: asked of the sender as well, SQLite would rather
  /// look for senders than keep to the order.
  private let criteriaAlongPath: FilterCriteria

  /// Plans streams along a path; without one they go through all rows.
  init(_ criteria: FilterCriteria, _ order: RowOrder, path: RowPath?) {
    self.criteria = criteria
    self.order = order
    self.path = path
    var remaining = criteria
    if path?.knowsSources == true { remaining.groups.removeAll { $0.kind == .source } }
    criteriaAlongPath = remaining
  }

  /// The streams of pinned rows, then those of the others.
  var all: [RowStream] {
    [true, false].filter(criteria.pinned.contains).flatMap { isPinned in
      // The few pinned rows are found at once among each other.
      isPinned || path == nil ? throughAll(isPinned: isPinned) : along(path?.stretches ?? [])
    }
  }

  private func along(_ stretches: [RowPath.Stretch]) -> [RowStream] {
    let isSplit = order == .unread || path?.isByStatus == true
    return criteria.slices(isPinned: false, isSplit: isSplit).flatMap { slice in
      stretches.map { stretch in
        stream(
          slice, stretch.tables, stretch.condition, criteriaAlongPath,
          priority: stretch.priority, times: stretch.times)
      }
    }
  }

  private func throughAll(isPinned: Bool) -> [RowStream] {
    // Most urgent first, and a priority filter in any order: message_by_priority, a stretch for
    // each level of a status.
    if order == .priority || criteria.priorities != nil {
      let levels = (criteria.priorities ?? Set(Priority.allCases)).sorted()
      return criteria.slices(isPinned: isPinned, isSplit: true).flatMap { slice in
        levels.map { level in
          stream(
            slice, "message AS m INDEXED BY message_by_priority",
            SQLCondition("m.priority = \(level.rawValue)"), criteria, priority: level)
        }
      }
    }
    // One status, and the halves of "unread first": message_by_status. The rest: message_by_time.
    return criteria.slices(isPinned: isPinned, isSplit: order == .unread).map { slice in
      let index = slice.status == nil ? "message_by_time" : "message_by_status"
      return stream(slice, "message AS m INDEXED BY " + index, nil, criteria)
    }
  }

  private func stream(
    _ slice: FilterCriteria.Slice, _ tables: String, _ condition: SQLCondition?,
    _ criteria: FilterCriteria, priority: Priority? = nil,
    times: [SQLCondition] = [SQLCondition("m.sort_at"), SQLCondition("m.number")]
  ) -> RowStream {
    var prefix: [Int64] = [slice.isPinned ? -1 : 0]
    if order == .unread { prefix.append(slice.status == .unread ? 0 : 1) }
    if order == .priority, let priority { prefix.append(-Int64(priority.rawValue)) }
    return RowStream(
      tables: tables,
      condition: .all(
        [slice.condition] + (condition.map { [$0] } ?? []) + [criteria.residue(of: slice)]),
      prefix: prefix, columns: times, isDescending: order != .oldest)
  }
}
