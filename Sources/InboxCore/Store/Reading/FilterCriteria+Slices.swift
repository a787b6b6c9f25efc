extension FilterCriteria {
  /// Rows that share what leads the indexes: place, pin and, where one is asked for, status.
  struct Slice {
    var place: Int
    var isPinned: Bool
    var status: Status?

    var condition: SQLCondition {
      let status = status.map { " AND m.status = \($0.rawValue)" } ?? ""
      return SQLCondition("m.place = \(place) AND m.pinned = \(isPinned ? 1 : 0)" + status)
    }
  }

  /// The slices that hold what is wanted, pinned ones first.
  func slices(rankingUnread: Bool) -> [Slice] {
    let place = phases.isEmpty ? 1 : 0
    let listed = [Status.unread, .read].filter(statuses.contains)
    let isSplit = rankingUnread || listed.count == 1
    return [true, false].filter(pinned.contains).flatMap { isPinned in
      var slices = (isSplit ? listed.map(Optional.some) : listed.isEmpty ? [] : [nil])
        .map { Slice(place: place, isPinned: isPinned, status: $0) }
      if statuses.contains(.deleted) {
        // Everything in the trash is deleted, so the status narrows nothing there.
        slices.append(Slice(place: 2, isPinned: isPinned, status: nil))
      }
      return slices
    }
  }

  /// What a row of a slice must still fulfil.
  func residue(of slice: Slice) -> SQLCondition {
    var conditions = phaseConditions + columnConditions + searchConditions
    if slice.place == 0 {
      conditions.append(SQLCondition("m.delivery <> 2"))
      // What has not begun or is snoozed comes up at a time yet to come.
      if phases.isSubset(of: [.snoozed, .scheduled]) {
        conditions.append(SQLCondition("m.sort_at > ?", now))
      }
    }
    return .all(conditions)
  }

  /// The conversation, when the filter asks for one.
  var onlyThread: String? {
    let names = groups.filter { $0.kind == .thread && !$0.isNegated }.map(\.names)
    return names.count == 1 && names[0].count == 1 ? names[0][0] : nil
  }

  /// The same without the search, for rows that a search has found already.
  var withoutSearch: FilterCriteria {
    var result = self
    result.search = nil
    return result
  }
}
