extension FilterCriteria {
  /// Rows that share what leads the indexes: place, pin and, where one is asked for, status.
  struct Slice {
    var place: Place
    var isPinned: Bool
    var status: Status?

    var condition: SQLCondition {
      let status = status.map { " AND m.status = \($0.rawValue)" } ?? ""
      return SQLCondition("m.place = \(place.rawValue) AND m.pinned = \(isPinned ? 1 : 0)" + status)
    }
  }

  /// The slices that hold what is wanted.
  ///
  /// - Parameters:
  ///   - isPinned: Whether they hold the pinned rows or the others.
  ///   - isSplit: Whether each status has a slice of its own; it has when only one is wanted.
  /// - Returns: The slices, unread before read before deleted.
  func slices(isPinned: Bool, isSplit: Bool) -> [Slice] {
    let listed = [Status.unread, .read].filter(statuses.contains)
    let wanted =
      isSplit || listed.count == 1 ? listed.map(Optional.some) : listed.isEmpty ? [] : [nil]
    var slices = wanted.flatMap { status in
      listPlaces.map { Slice(place: $0, isPinned: isPinned, status: status) }
    }
    if statuses.contains(.deleted) {
      // Everything in the trash is deleted; naming it narrows nothing but serves the indexes.
      slices.append(Slice(place: .trash, isPinned: isPinned, status: isSplit ? .deleted : nil))
    }
    return slices
  }

  /// What a row of a slice must still fulfil.
  func residue(of slice: Slice) -> SQLCondition {
    var conditions = phaseConditions + columnConditions + searchConditions
    if slice.place == .nowhere {
      conditions.append(Self.isMoreThanAlert)
      // What has not begun or is snoozed comes up at a time yet to come.
      if phases.isSubset(of: [.active, .snoozed, .scheduled]) {
        conditions.append(SQLCondition("m.sort_at > ?", now))
      }
    }
    return .all(conditions)
  }

  /// The same without the search, for rows that a search has found already.
  var withoutSearch: FilterCriteria {
    var result = self
    result.searched = []
    return result
  }
}
