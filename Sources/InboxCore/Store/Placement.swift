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

  /// When the clock next moves the message; NULL for what it never moves again.
  var nextAt: String {
    let never = Int64.max
    let moments = [startsAt, expiresAt, snoozedUntil].map { moment in
      "CASE WHEN \(moment) > ?1 THEN \(moment) ELSE \(never) END"
    }
    return """
      CASE WHEN \(status) = 2 OR \(delivery) = 2 OR \(expiresAt) <= ?1 THEN NULL
        ELSE nullif(min(\(moments.joined(separator: ", "))), \(never)) END
      """
  }

  /// The moment that orders the list, as ``Message/sortDate`` has it.
  var sortAt: String {
    let base = "min(ifnull(\(sentAt), \(receivedAt)), \(receivedAt))"
    return "max(\(base), ifnull(\(startsAt), \(base)), ifnull(\(snoozedUntil), \(base)))"
  }

  /// The three columns, to follow the names of an insert.
  static let columns = "place, next_at, sort_at"

  /// The values of ``columns``.
  var values: String { "\(place), \(nextAt), \(sortAt)" }

  /// The three columns set, to end an update.
  var assignments: String { "place = \(place), next_at = \(nextAt), sort_at = \(sortAt)" }
}
