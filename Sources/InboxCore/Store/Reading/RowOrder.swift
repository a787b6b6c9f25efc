import InboxText

/// The effective order of a query's rows, with ties by number.
enum RowOrder {
  case newest
  case oldest
  case priority
  case unread

  /// Derives the order of a query; with a single status, "unread first" is newest first.
  ///
  /// So a message that was just read keeps its position in an unread-only view.
  init(_ order: MessageOrder, of criteria: FilterCriteria) {
    let mixesUnread = criteria.statuses.contains(.unread) && criteria.statuses.count > 1
    switch order {
    case .newest: self = .newest
    case .oldest: self = .oldest
    case .priority: self = .priority
    case .unread: self = mixesUnread ? .unread : .newest
    }
  }

  /// The sort key of a row.
  func key(of row: MessageRow) -> RowKey {
    let pinned: Int64 = row.isPinned ? -1 : 0
    let (time, number) = (row.sortDate.milliseconds, row.number.rawValue)
    switch self {
    case .newest: return RowKey(parts: [pinned, -time, -number])
    case .oldest: return RowKey(parts: [pinned, time, number])
    case .priority:
      return RowKey(parts: [pinned, -Int64(row.priority.rawValue), -time, -number])
    case .unread:
      return RowKey(parts: [pinned, row.status == .unread ? 0 : 1, -time, -number])
    }
  }

  /// The parts of the key as expressions on `message AS m`, correct for every row.
  func expressions(at now: Int64) -> [SQLCondition] {
    let isRead = RowState.due.status(at: now).wrapped("(", " <> 0)")
    let pinned = SQLCondition("-m.pinned")
    switch self {
    case .newest: return [pinned, .init("-m.sort_at"), .init("-m.number")]
    case .oldest: return [pinned, .init("m.sort_at"), .init("m.number")]
    case .priority:
      return [pinned, .init("-m.priority"), .init("-m.sort_at"), .init("-m.number")]
    case .unread: return [pinned, isRead, .init("-m.sort_at"), .init("-m.number")]
    }
  }
}

/// The sort key of a row in the order of a query: the smaller key comes first.
struct RowKey: Comparable {
  /// The parts, most significant first; descending ones are negated.
  var parts: [Int64]

  static func < (left: RowKey, right: RowKey) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
