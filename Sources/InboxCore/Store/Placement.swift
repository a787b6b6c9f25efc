/// Where the clock puts a message: the one expression that push, verbs and settling share.
///
/// `?1` is the moment, in milliseconds. The names stand for columns, or for the parameters that
/// will become their values.
struct Placement {
  var status = "status"
  var delivery = "delivery"
  var sentAt = "sent_at"
  var receivedAt = "received_at"
  var startsAt = "starts_at"
  var expiresAt = "expires_at"
  var snoozedUntil = "snoozed_until"

  /// 0 nowhere, 1 in the list, 2 in the trash.
  var place: String {
    """
    CASE WHEN \(status) = 2 THEN 2
      WHEN \(delivery) = 2 OR \(startsAt) > ?1 OR \(expiresAt) <= ?1 OR \(snoozedUntil) > ?1
      THEN 0 ELSE 1 END
    """
  }

  /// When the clock next does something to the message; NULL when it never does again.
  ///
  /// An alert only is never listed, but its start is when it alerts.
  var nextAt: String {
    let never = Int64.max
    let moments = [startsAt, expiresAt, snoozedUntil].map { moment in
      "CASE WHEN \(moment) > ?1 THEN \(moment) ELSE \(never) END"
    }
    return """
      CASE WHEN \(status) = 2 OR \(expiresAt) <= ?1 THEN NULL
        WHEN \(delivery) = 2 THEN CASE WHEN \(startsAt) > ?1 THEN \(startsAt) END
        ELSE nullif(min(\(moments.joined(separator: ", "))), \(never)) END
      """
  }

  /// Where arrival puts a message in the order: ``Message/sortDate`` without the snooze.
  var placedAt: String {
    let base = "min(ifnull(\(sentAt), \(receivedAt)), \(receivedAt))"
    return "max(\(base), ifnull(\(startsAt), \(base)))"
  }

  /// What a merge makes of it: only what is or was scheduled moves.
  var placedAtByMerge: String {
    "CASE WHEN starts_at > ?1 OR \(startsAt) > ?1 THEN \(placedAt) ELSE placed_at END"
  }

  /// The moment that orders the list, from the column or expression to start with.
  func sortAt(_ placedAt: String) -> String {
    "max(\(placedAt), ifnull(\(snoozedUntil), \(placedAt)))"
  }

  /// The columns of ``values``, to follow the names of an insert.
  static let columns = "place, next_at, placed_at, sort_at"

  /// The values of a new message.
  var values: String { "\(place), \(nextAt), \(placedAt), \(sortAt(placedAt))" }

  /// Where the clock puts it, to end an update that leaves the order alone.
  var assignments: String { "place = \(place), next_at = \(nextAt)" }

  /// The same, and the order with it.
  func assignments(placedAt: String) -> String {
    "\(assignments), placed_at = \(placedAt), sort_at = \(sortAt(placedAt))"
  }
}
