/// The rows of a query in their order, read in pages.
protocol OrderedRows {
  /// The rows after or before another one, nearest first.
  ///
  /// - Parameters:
  ///   - row: The start; nil is the first or the last row.
  ///   - isInclusive: Whether that row itself is included.
  ///   - direction: The direction of the read.
  ///   - count: Maximum number of rows.
  /// - Returns: The rows.
  /// - Throws: `DatabaseError`.
  func rows(
    behind row: MessageRow?, isInclusive: Bool, direction: SearchDirection, count: Int
  ) throws -> [MessageRow]

  /// The row of a message, whether it belongs to the query or not.
  func row(_ number: MessageNumber) throws -> MessageRow?
}

/// The rows of one window, and whether there are more on either side.
struct RowPage {
  var rows: [MessageRow]
  var hasEarlier = false
  var hasLater = false
}

extension OrderedRows {
  func rows(
    behind row: MessageRow?, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    try rows(behind: row, isInclusive: false, direction: direction, count: count)
  }

  /// The page of a window.
  func page(_ window: MessageWindow) throws -> RowPage {
    let limit = window.effectiveLimit
    switch window.anchor {
    case .top: return try page(behind: nil, limit)
    case .bottom:
      let rows = try rows(behind: nil, direction: .backward, count: limit + 1)
      return RowPage(rows: rows.prefix(limit).reversed(), hasEarlier: rows.count > limit)
    case .around(let number):
      guard let row = try row(number) else { return try page(behind: nil, limit) }
      return try around(row, limit)
    }
  }

  /// The rows after another one, or from the top.
  func page(behind row: MessageRow?, _ limit: Int) throws -> RowPage {
    let rows = try rows(behind: row, direction: .forward, count: limit + 1)
    return RowPage(rows: Array(rows.prefix(limit)), hasLater: rows.count > limit)
  }

  /// As many rows before another as from it on; a shortage on one side is filled from the other.
  private func around(_ row: MessageRow, _ limit: Int) throws -> RowPage {
    func side(_ direction: SearchDirection, _ count: Int) throws -> [MessageRow] {
      try rows(
        behind: row, isInclusive: direction == .forward, direction: direction, count: count + 1)
    }
    func extend(_ side: inout [MessageRow], _ direction: SearchDirection, to count: Int) throws {
      side += try rows(behind: side.last, direction: direction, count: count + 1 - side.count)
    }
    var wantedBefore = (limit - 1) / 2
    var wantedAfter = limit - wantedBefore
    var before = try side(.backward, wantedBefore)
    var after = try side(.forward, wantedAfter)
    if before.count < wantedBefore, after.count > wantedAfter {
      wantedAfter = limit - before.count
      try extend(&after, .forward, to: wantedAfter)
    } else if after.count < wantedAfter, before.count > wantedBefore {
      wantedBefore = limit - after.count
      try extend(&before, .backward, to: wantedBefore)
    }
    return RowPage(
      rows: before.prefix(wantedBefore).reversed() + after.prefix(wantedAfter),
      hasEarlier: before.count > wantedBefore, hasLater: after.count > wantedAfter)
  }

  /// The row at a distance from another, else the last one in that direction.
  func row(
    _ count: Int, behind start: MessageRow?, _ direction: SearchDirection
  ) throws -> MessageRow? {
    // Maximum number of rows per read while counting.
    let chunkSize = 1_000
    var (last, left, found) = (start, max(count, 1), MessageRow?.none)
    while left > 0 {
      let size = min(left, chunkSize)
      let rows = try rows(behind: last, direction: direction, count: size)
      found = rows.last ?? found
      guard rows.count == size else { break }
      (last, left) = (rows.last, left - size)
    }
    return found
  }
}
