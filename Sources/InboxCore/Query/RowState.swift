/// Which rows of the table a condition is for: those the clock has moved since, or the others.
///
/// A row whose `next_at` has passed is not settled yet: its `place` and `status` are those from
/// before, and what holds now follows from its times.
enum RowState {
  /// Where `place` and `status` are what they should be, so that indexes carry the condition.
  case settled
  /// Where `next_at` has passed; right for any row, and slower.
  case due

  private static let placement = Placement(ofMessageAt: "?")

  /// Where the message stands at `now`: 0 nowhere, 1 in the list, 2 in the trash.
  func place(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.place")
    case .due: SQLCondition(Self.placement.place, now, now, now)
    }
  }

  /// Its status at `now`: a snooze that has ended since it was settled left it unread.
  func status(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.status")
    case .due: SQLCondition(Self.placement.currentStatus, now)
    }
  }
}
