/// SQL expressions for the place of a message and its next change by the clock; push, verbs and
/// settling share them.
///
/// The names are those of columns, or of the parameters that will become their values.
struct Placement {
  /// The moment, in milliseconds.
  var now = "?1"
  var status = "status"
  var delivery = "delivery"
  var sentAt = "sent_at"
  var receivedAt = "received_at"
  var startsAt = "starts_at"
  var expiresAt = "expires_at"
  var snoozedUntil = "snoozed_until"
  /// When the clock next moves the message, as it was settled last.
  var settledUntil = "next_at"

  /// Whether its times keep it out of the list; unknown for what has none.
  var isAway: String {
    "(\(startsAt) > \(now) OR \(expiresAt) <= \(now) OR \(snoozedUntil) > \(now))"
  }

  /// The ``Place`` where it stands.
  var place: String {
    """
    CASE WHEN \(isDeleted) THEN \(Place.trash.rawValue) \
    WHEN \(isAlertOnly) OR \(isAway) THEN \(Place.hidden.rawValue) \
    ELSE \(Place.list.rawValue) END
    """
  }

  private var isDeleted: String { "\(status) = \(Status.deleted.rawValue)" }
  private var isAlertOnly: String { "\(delivery) = \(Delivery.alert.rawValue)" }

  /// The status now: a snooze that has ended since the row was settled left it unread.
  var currentStatus: String {
    """
    CASE WHEN \(status) = \(Status.read.rawValue) AND \(snoozedUntil) <= \(now) AND \(settledUntil) <= \(snoozedUntil)
      THEN \(Status.unread.rawValue) ELSE \(status) END
    """
  }

  /// When the clock next does something to the message; NULL when it never does again.
  ///
  /// An alert only is never listed, but its start is when it alerts.
  var nextAt: String {
    let never = Int64.max
    let moments = [startsAt, expiresAt, snoozedUntil].map { moment in
      "CASE WHEN \(moment) > \(now) THEN \(moment) ELSE \(never) END"
    }
    return """
      CASE WHEN \(isDeleted) OR \(expiresAt) <= \(now) THEN NULL
        WHEN \(isAlertOnly) THEN CASE WHEN \(startsAt) > \(now) THEN \(startsAt) END
        ELSE nullif(min(\(moments.joined(separator: ", "))), \(never)) END
      """
  }

  /// Where arrival puts a message in the order: ``Message/sortDate`` without the snooze.
  var placedAt: String {
    let base = "min(ifnull(\(sentAt), \(receivedAt)), \(receivedAt))"
    return "max(\(base), ifnull(\(startsAt), \(base)))"
  }

  /// What a merge makes of it: what is or was scheduled moves, and what gets its first sending
  /// time.
  var placedAtByMerge: String {
    """
    CASE WHEN starts_at > \(now) OR \(startsAt) > \(now)
      OR (sent_at IS NULL AND \(sentAt) IS NOT NULL)
    THEN \(placedAt) ELSE placed_at END
    """
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

extension Placement {
  /// The columns of a row of `message AS m` at the moment that `now` stands for.
  init(ofMessageAt now: String) {
    self.init(
      now: now, status: "m.status", delivery: "m.delivery", sentAt: "m.sent_at",
      receivedAt: "m.received_at", startsAt: "m.starts_at", expiresAt: "m.expires_at",
      snoozedUntil: "m.snoozed_until", settledUntil: "m.next_at")
  }
}

/// The place of a message: list, trash or hidden, as in the column `place`.
enum Place: Int {
  /// In neither list: scheduled, snoozed, expired, or an alert only.
  case hidden = 0
  case list = 1
  case trash = 2
}
