import Foundation
import GRDB
import InboxText

/// The clock transitions in a span of time: starts, expiries and ends of snoozes.
struct ClockTransitions: Sendable, Hashable {
  /// The messages that entered or left the list, ascending.
  var moved: [MessageNumber] = []
  /// The counts after the span; nil when no transition was due.
  var counts: InboxCounts?
  /// The time of the next transition; nil for never.
  var next: Date?
}

extension InboxStore {
  /// The transitions after one time and through another, whether settled or not.
  ///
  /// They are found by the times of the messages, not by what settling wrote: another process may
  /// have settled first.
  ///
  /// - Throws: ``InboxError``.
  func transitions(after start: Date, through end: Date) throws -> ClockTransitions {
    try read { database in
      var transitions = ClockTransitions()
      transitions.next = try database.nextTime(after: start)
      guard let next = transitions.next, next <= end else { return transitions }
      transitions.moved = try database.moved(after: start, through: end)
      transitions.counts = try database.counts(
        at: end.milliseconds, hasUnsettled: database.hasUnsettled(at: end.milliseconds))
      transitions.next = try database.nextTime(after: end)
      return transitions
    }
  }
}

extension Database {
  /// The columns with times of transitions; each has an index of its own, `message_by_start`,
  /// `message_by_expiry` and `message_by_snooze`.
  private static let timeColumns = ["starts_at", "expires_at", "snoozed_until"]

  /// The first transition after a time.
  fileprivate func nextTime(after moment: Date) throws -> Date? {
    let times = Self.timeColumns.map {
      "SELECT min(\($0)) AS time FROM message WHERE \($0) > ?1"
    }
    return try date(
      "SELECT min(time) FROM (\(times.joined(separator: " UNION ALL ")))", [moment.milliseconds])
  }

  /// The messages that are in the list at exactly one of two times, and the listed questions whose
  /// time ran out.
  ///
  /// A message that was stored after its time had passed is reported by its log entry.
  func moved(after start: Date, through end: Date) throws -> [MessageNumber] {
    let candidates = Self.timeColumns.map {
      "SELECT number FROM message WHERE \($0) > ?1 AND \($0) <= ?2 AND \($0) > received_at"
    }
    let (before, after) = (Placement(of: "m", at: "?1"), Placement(of: "m", at: "?2"))
    return try numbers(
      """
      SELECT m.number FROM message AS m
      WHERE m.number IN (\(candidates.joined(separator: " UNION ")))
        AND m.status <> \(Status.deleted.rawValue)
        AND m.delivery <> \(Delivery.alert.rawValue)
        AND ((\(before.isAway) IS TRUE) <> (\(after.isAway) IS TRUE)
          OR m.asks = 1 AND m.answer IS NULL AND \(after.isAway) IS NOT TRUE)
      ORDER BY m.number
      """, [start.milliseconds, end.milliseconds])
  }
}
