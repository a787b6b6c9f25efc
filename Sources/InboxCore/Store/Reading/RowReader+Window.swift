extension RowReader {
  /// A stretch of rows, and whether there are more on either side.
  struct Stretch {
    var rows: [MessageRow]
    var hasEarlier = false
    var hasLater = false
  }

  /// The stretch that a window asks for.
  func stretch(_ window: MessageWindow) throws -> Stretch {
    let limit = window.effectiveLimit
    switch window.anchor {
    case .top: return try top(limit)
    case .bottom:
      let rows = try rows(behind: nil, direction: .backward, count: limit + 1)
      return Stretch(rows: rows.prefix(limit).reversed(), hasEarlier: rows.count > limit)
    case .around(let number):
      guard let row = try row(number) else { return try top(limit) }
      return try around(plan.order.key(of: row), limit)
    }
  }

  private func top(_ limit: Int) throws -> Stretch {
    let rows = try rows(behind: nil, direction: .forward, count: limit + 1)
    return Stretch(rows: Array(rows.prefix(limit)), hasLater: rows.count > limit)
  }

  /// As many before as from the key on; what one side lacks, the other fills.
  private func around(_ key: RowKey, _ limit: Int) throws -> Stretch {
    func side(_ direction: SearchDirection, _ count: Int) throws -> [MessageRow] {
      let bound = RowStream.Bound(key: key, isInclusive: direction == .forward)
      return try rows(behind: bound, direction: direction, count: count + 1)
    }
    var wantedBefore = (limit - 1) / 2
    var wantedAfter = limit - wantedBefore
    var before = try side(.backward, wantedBefore)
    var after = try side(.forward, wantedAfter)
    if before.count < wantedBefore, after.count > wantedAfter {
      wantedAfter = limit - before.count
      after = try side(.forward, wantedAfter)
    } else if after.count < wantedAfter, before.count > wantedBefore {
      wantedBefore = limit - after.count
      before = try side(.backward, wantedBefore)
    }
    return Stretch(
      rows: before.prefix(wantedBefore).reversed() + after.prefix(wantedAfter),
      hasEarlier: before.count > wantedBefore, hasLater: after.count > wantedAfter)
  }
}
