import InboxText

/// The effective order of a query's rows, with ties by number.
struct RowOrder: Hashable {
  let kind: MessageOrder
  /// Whether what needs the person comes first, before the pinned rows.
  let isLed: Bool

  /// Derives the order of a query; with a single status, "unread first" is newest first.
  ///
  /// So a message that was just read keeps its position in an unread-only view.
  init(_ order: MessageOrder, of criteria: FilterCriteria) {
    let mixesUnread = criteria.statuses.contains(.unread) && criteria.statuses.count > 1
    kind = order == .unread && !mixesUnread ? .newest : order
    isLed = criteria.isLed
  }

  /// The sort key of a row.
  func key(of row: MessageRow) -> RowKey {
    let lead: Int64 = (row.isPinned ? -1 : 0) + (isLed && row.isNeeded ? -2 : 0)
    let (time, number) = (row.sortDate.milliseconds, row.number.rawValue)
    switch kind {
    case .newest: return RowKey(parts: [lead, -time, -number])
    case .oldest: return RowKey(parts: [lead, time, number])
    case .priority:
      return RowKey(parts: [lead, -Int64(row.priority.rawValue), -time, -number])
    case .unread:
      return RowKey(parts: [lead, row.status == .unread ? 0 : 1, -time, -number])
    }
  }

  /// The parts of the key as expressions on `message AS m`, correct for every row.
  func expressions(at now: Int64) -> [SQLCondition] {
    let isRead = RowState.due.status(at: now).wrapped("(", " <> 0)")
    let lead = SQLCondition(isLed ? "-m.lead" : "-(m.lead & 1)")
    switch kind {
    case .newest: return [lead, .init("-m.sort_at"), .init("-m.number")]
    case .oldest: return [lead, .init("m.sort_at"), .init("m.number")]
    case .priority:
      return [lead, .init("-m.priority"), .init("-m.sort_at"), .init("-m.number")]
    case .unread: return [lead, isRead, .init("-m.sort_at"), .init("-m.number")]
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
