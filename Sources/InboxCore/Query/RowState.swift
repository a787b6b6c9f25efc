/// Which rows of the table a condition is for: those the clock has moved since, or the others.
///
/// A row whose `next_at` has passed is not settled yet: its `place` and `status` are those from
/// before, and what holds now follows from its times.
enum RowState {
  /// Where `place` and `status` are what they should be, so that indexes carry the condition.
  case settled
  /// Where `next_at` has passed; right for any row, and slower.
  case due

  /// Where the message stands at `now`: 0 nowhere, 1 in the list, 2 in the trash.
  func place(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.place")
    case .due:
      SQLCondition(
        """
        CASE WHEN m.status = 2 THEN 2 WHEN m.delivery = 2 OR m.starts_at > ? \
        OR m.expires_at <= ? OR m.snoozed_until > ? THEN 0 ELSE 1 END
        """, now, now, now)
    }
  }

  /// Its status at `now`: a snooze that has ended since it was settled left it unread.
  func status(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.status")
    case .due:
      SQLCondition(
        """
        CASE WHEN m.status = 1 AND m.snoozed_until <= ? AND m.next_at <= m.snoozed_until \
        THEN 0 ELSE m.status END
        """, now)
    }
  }
}
