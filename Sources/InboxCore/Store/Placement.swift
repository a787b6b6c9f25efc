/// SQL expressions for the place of a message and its next transition, shared by push, verbs and
/// settling.
///
/// The names are those of columns, or of the parameters for their new values.
///
/// No expression calls a function, not even `min`, other than `ifnull`, which SQLite compiles inline:
/// for a statement with triggers that calls functions, which might fail, SQLite keeps a statement
/// journal with a copy of each changed page.
struct Placement {
  /// The time, in milliseconds.
  var now = "?1"
  var status = "status"
  var delivery = "delivery"
  var sentAt = "sent_at"
  var receivedAt = "received_at"
  var startsAt = "starts_at"
  var expiresAt = "expires_at"
  var snoozedUntil = "snoozed_until"
  /// The event that ends the snooze.
  var snoozedFor = "snoozed_for"
  var doneAt = "done_at"
  /// The next transition, as of the last settling.
  var settledUntil = "next_at"
  /// When the status was last set.
  var statusAt = "status_at"
  /// Whether it is a question.
  var asks = "asks"
  /// The answer of the question.
  var answer = "answer"
  /// 1 when it is pinned, else 0.
  var pinned = "(lead & 1)"
  var priority = "priority"
  var resolvedAt = "resolved_at"
  var source = "source"
  var fold = "fold"

  /// Whether its times or a snooze hide it from the list; NULL without times.
  var isAway: String {
    "(\(startsAt) > \(now) OR \(isOver) OR \(snoozedUntil) > \(now) OR \(snoozedFor) IS NOT NULL)"
  }

  /// Whether its time ran out; a question that nobody has answered stays.
  private var isOver: String {
    "(\(expiresAt) <= \(now) AND NOT (\(asks) = 1 AND \(answer) IS NULL))"
  }

  /// The ``Place`` of the message.
  var place: String {
    """
    CASE WHEN \(isDeleted) THEN \(Place.trash.rawValue) \
    WHEN \(isAlertOnly) THEN \(Place.hidden.rawValue) \
    WHEN \(doneAt) IS NOT NULL THEN \(Place.done.rawValue) \
    WHEN \(isAway) THEN \(Place.hidden.rawValue) \
    ELSE \(Place.list.rawValue) END
    """
  }

  /// Where it leads lists: 1 for a pinned message, and 2 more for one that needs the person.
  var lead: String {
    """
    \(pinned) + CASE WHEN \(isDeleted) OR \(isAlertOnly) OR \(doneAt) IS NOT NULL OR \(isAway) THEN 0 \
    WHEN \(asks) = 1 AND \(answer) IS NULL THEN 2 \
    WHEN \(answer) IS NOT NULL OR \(resolvedAt) IS NOT NULL THEN 0 \
    WHEN \(priority) = \(Priority.max.rawValue) OR \(isSilence) THEN 2 ELSE 0 END
    """
  }

  /// Whether it reports the silence of a source, as ``SourceExpectation`` does.
  private var isSilence: String {
    "(\(fold) = '\(SourceExpectation.fold)' AND \(source) > 'expect/' AND \(source) < 'expect0')"
  }

  private var isDeleted: String { "\(status) = \(Status.deleted.rawValue)" }
  private var isAlertOnly: String { "\(delivery) = \(Delivery.alert.rawValue)" }

  /// The current status: a snooze that has ended since the row was settled makes it unread, unless
  /// the status was set after that end.
  ///
  /// So a status from another machine gives the same, whether it comes before or after settling.
  var currentStatus: String {
    """
    CASE WHEN \(status) = \(Status.read.rawValue) AND \(snoozedUntil) <= \(now)
      AND \(settledUntil) <= \(snoozedUntil) AND ifnull(\(statusAt) < \(snoozedUntil), 1)
      THEN \(Status.unread.rawValue) ELSE \(status) END
    """
  }

  /// The next transition of the message; NULL for none.
  ///
  /// An alert-only message is never listed, but alerts at its start.
  var nextAt: String {
    let never = Int64.max
    let moments = [startsAt, expiresAt, snoozedUntil].map { moment in
      "CASE WHEN \(moment) > \(now) THEN \(moment) ELSE \(never) END"
    }
    let next = moments.dropFirst().reduce(moments[0]) { Self.smaller($0, $1) }
    return """
      CASE WHEN \(isDeleted) OR \(isOver) OR \(doneAt) IS NOT NULL THEN NULL
        WHEN \(isAlertOnly) THEN CASE WHEN \(startsAt) > \(now) THEN \(startsAt) END
        ELSE CASE WHEN \(next) < \(never) THEN \(next) END END
      """
  }

  /// The position in the order at arrival: ``Message/sortDate`` without the snooze.
  var placedAt: String {
    let base = Self.smaller("ifnull(\(sentAt), \(receivedAt))", receivedAt)
    return Self.larger(base, "ifnull(\(startsAt), \(base))")
  }

  /// The position after a merge: it changes for messages that are or were scheduled, or get their
  /// first sending time.
  var placedAtByMerge: String {
    """
    CASE WHEN starts_at > \(now) OR \(startsAt) > \(now)
      OR (sent_at IS NULL AND \(sentAt) IS NOT NULL)
    THEN \(placedAt) ELSE placed_at END
    """
  }

  /// The time that orders the list, from the column or expression of the position.
  func sortAt(_ placedAt: String) -> String {
    Self.larger(placedAt, "ifnull(\(snoozedUntil), \(placedAt))")
  }

  /// The time of the status, for an update that may change it.
  var statusAssignment: String {
    "status_at = CASE WHEN status = \(status) THEN status_at ELSE \(now) END"
  }

  private static func smaller(_ first: String, _ second: String) -> String {
    "CASE WHEN \(first) < \(second) THEN \(first) ELSE \(second) END"
  }

  private static func larger(_ first: String, _ second: String) -> String {
    "CASE WHEN \(first) > \(second) THEN \(first) ELSE \(second) END"
  }

  /// The columns of ``values``, for an insert.
  static let columns = "place, next_at, placed_at, sort_at"

  /// The values of a new message.
  var values: String { "\(place), \(nextAt), \(placedAt), \(sortAt(placedAt))" }

  /// The place by the clock and the lead, for an update that keeps the order.
  var assignments: String { "place = \(place), next_at = \(nextAt), lead = \(lead)" }

  /// The place and the order, for an update.
  func assignments(placedAt: String) -> String {
    "\(assignments), placed_at = \(placedAt), sort_at = \(sortAt(placedAt))"
  }
}

extension Placement {
  /// With the names that the columns have in a statement.
  init(at now: String = "?1", naming name: (_ column: String) -> String) {
    self.init(
      now: now, status: name("status"), delivery: name("delivery"), sentAt: name("sent_at"),
      receivedAt: name("received_at"), startsAt: name("starts_at"),
      expiresAt: name("expires_at"), snoozedUntil: name("snoozed_until"),
      snoozedFor: name("snoozed_for"), doneAt: name("done_at"), settledUntil: name("next_at"),
      statusAt: name("status_at"), asks: name("asks"), answer: name("answer"),
      pinned: "(\(name("lead")) & 1)", priority: name("priority"),
      resolvedAt: name("resolved_at"), source: name("source"), fold: name("fold"))
  }

  /// With the columns of a row such as `m`.
  init(of row: String, at now: String) {
    self.init(at: now) { "\(row).\($0)" }
  }
}

/// The place of a message, as in the column `place`.
enum Place: Int {
  /// Neither list nor trash: scheduled, snoozed, expired or alert-only.
  case hidden = 0
  case list = 1
  case trash = 2
  /// Dealt with, and kept.
  case done = 3
}
