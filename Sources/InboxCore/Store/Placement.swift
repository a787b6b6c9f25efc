/// SQL expressions for the place of a message and its next transition, shared by push, verbs and
/// settling.
///
/// No expression calls a function, not even `min`, other than `ifnull`, which SQLite compiles inline:
/// for a statement with triggers that calls functions, which might fail, SQLite keeps a statement
/// journal with a copy of each changed page.
struct Placement {
  /// The time, in milliseconds.
  var now = "?1"
  /// The name that a column has in the statement, or the parameter for its new value.
  var name: @Sendable (_ column: String) -> String = { $0 }

  /// Whether its times or a snooze hide it from the list; NULL without times.
  var isAway: String {
    """
    (\(name("starts_at")) > \(now) OR \(isOver) OR \(name("snoozed_until")) > \(now) \
    OR \(name("snoozed_for")) IS NOT NULL)
    """
  }

  /// Whether its time ran out; a question that nobody has answered stays.
  private var isOver: String {
    "(\(name("expires_at")) <= \(now) AND NOT (\(name("asks")) = 1 AND \(name("answer")) IS NULL))"
  }

  /// The ``Place`` of the message.
  var place: String {
    """
    CASE WHEN \(isDeleted) THEN \(Place.trash.rawValue) \
    WHEN \(isAlertOnly) THEN \(Place.hidden.rawValue) \
    WHEN \(name("done_at")) IS NOT NULL THEN \(Place.done.rawValue) \
    WHEN \(isAway) THEN \(Place.hidden.rawValue) \
    ELSE \(Place.list.rawValue) END
    """
  }

  /// Where it leads lists: 1 for a pinned message, and 2 more for one that needs the person.
  var lead: String {
    """
    (\(name("lead")) & 1) + CASE \
    WHEN \(isDeleted) OR \(isAlertOnly) OR \(name("done_at")) IS NOT NULL OR \(isAway) THEN 0 \
    WHEN \(name("asks")) = 1 AND \(name("answer")) IS NULL THEN 2 \
    WHEN \(name("answer")) IS NOT NULL OR \(name("resolved_at")) IS NOT NULL THEN 0 \
    WHEN \(name("priority")) = \(Priority.max.rawValue) OR \(isSilence) THEN 2 ELSE 0 END
    """
  }

  /// Whether it reports the silence of a source, as ``SourceExpectation`` does.
  private var isSilence: String {
    """
    (\(name("fold")) = '\(SourceExpectation.fold)' \
    AND \(name("source")) > 'expect/' AND \(name("source")) < 'expect0')
    """
  }

  private var isDeleted: String { "\(name("status")) = \(Status.deleted.rawValue)" }
  private var isAlertOnly: String { "\(name("delivery")) = \(Delivery.alert.rawValue)" }

  /// The current status: a snooze that has ended since the row was settled makes it unread, unless
  /// the status was set after that end.
  ///
  /// So a status from another machine gives the same, whether it comes before or after settling.
  var currentStatus: String {
    """
    CASE WHEN \(name("status")) = \(Status.read.rawValue) AND \(name("snoozed_until")) <= \(now)
      AND \(name("next_at")) <= \(name("snoozed_until"))
      AND ifnull(\(name("status_at")) < \(name("snoozed_until")), 1)
      THEN \(Status.unread.rawValue) ELSE \(name("status")) END
    """
  }

  /// The next transition of the message; NULL for none.
  ///
  /// An alert-only message is never listed, but alerts at its start.
  var nextAt: String {
    let never = Int64.max
    let moments = ["starts_at", "expires_at", "snoozed_until"].map(name).map { moment in
      "CASE WHEN \(moment) > \(now) THEN \(moment) ELSE \(never) END"
    }
    let next = moments.dropFirst().reduce(moments[0]) { Self.smaller($0, $1) }
    return """
      CASE WHEN \(isDeleted) OR \(isOver) OR \(name("done_at")) IS NOT NULL THEN NULL
        WHEN \(isAlertOnly) THEN CASE WHEN \(name("starts_at")) > \(now) THEN \(name("starts_at")) END
        ELSE CASE WHEN \(next) < \(never) THEN \(next) END END
      """
  }

  /// The position in the order at arrival: ``Message/sortDate`` without the snooze.
  var placedAt: String {
    let base = Self.smaller(
      "ifnull(\(name("sent_at")), \(name("received_at")))", name("received_at"))
    return Self.larger(base, "ifnull(\(name("starts_at")), \(base))")
  }

  /// The position after a merge: it changes for messages that are or were scheduled, or get their
  /// first sending time.
  var placedAtByMerge: String {
    """
    CASE WHEN starts_at > \(now) OR \(name("starts_at")) > \(now)
      OR (sent_at IS NULL AND \(name("sent_at")) IS NOT NULL)
    THEN \(placedAt) ELSE placed_at END
    """
  }

  /// The time that orders the list, from the column or expression of the position.
  func sortAt(_ placedAt: String) -> String {
    Self.larger(placedAt, "ifnull(\(name("snoozed_until")), \(placedAt))")
  }

  /// The time of the status, for an update that may change it.
  var statusAssignment: String {
    "status_at = CASE WHEN status = \(name("status")) THEN status_at ELSE \(now) END"
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
}

extension Placement {
  /// With the columns of a row such as `m`.
  init(of row: String, at now: String) {
    self.init(now: now) { "\(row).\($0)" }
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
