/// The threads of criteria as one row each for a source: that of the newest message.
///
/// What leads the list keeps rows of its own, and so do messages without a thread.
struct CollapsedThreads {
  /// The condition on the messages of the thread of a row, as a row of `message AS n`.
  private let members: SQLCondition
  /// The criteria that one of the messages must match; nil for any.
  private let sought: FilterCriteria?

  /// Creates the threads of matching messages.
  ///
  /// - Parameters:
  ///   - criteria: The criteria; names of categories must have been expanded.
  ///   - sought: Criteria that one message of a thread must match beside; nil for none.
  init(_ criteria: FilterCriteria, containing sought: FilterCriteria? = nil) {
    let statuses = criteria.statuses.map(\.rawValue).sorted().map(String.init)
    members = .all(
      [
        SQLCondition("n.thread = m.thread AND n.source = m.source"),
        SQLCondition("n.place = m.place AND n.lead = 0"),
        SQLCondition("n.status IN (\(statuses.joined(separator: ", ")))"),
      ] + criteria.rowConditions(of: "n") + criteria.hiddenMemberConditions)
    self.sought = sought
  }

  private static let tables = "message AS n INDEXED BY message_by_thread"
  private static let hasThread = "m.lead = 0 AND m.thread IS NOT NULL AND m.thread <> ''"

  /// Whether a row of `message AS m` is the newest of its thread, or stands for itself.
  var condition: SQLCondition {
    let newest = SQLCondition(
      """
      NOT (\(Self.hasThread) AND EXISTS (SELECT 1 FROM \(Self.tables)
      WHERE \(members.sql) AND (n.sort_at, n.number) > (m.sort_at, m.number)))
      """, arguments: members.arguments)
    return .all([newest] + (sought.map { [contains($0)] } ?? []))
  }

  private func contains(_ sought: FilterCriteria) -> SQLCondition {
    let (member, own) = (sought.condition(for: .settled, of: "n"), sought.condition(for: .settled))
    return SQLCondition(
      """
      CASE WHEN \(Self.hasThread) THEN EXISTS (SELECT 1 FROM \(Self.tables)
      WHERE \(members.sql) AND \(member.sql)) ELSE \(own.sql) END
      """, arguments: members.arguments + member.arguments + own.arguments)
  }

  /// Two columns of a row: the numbers of its ``ThreadSummary``, and the titles of the newest
  /// messages of its thread, as JSON lists.
  var projection: SQLCondition {
    let unread = "n.status = \(Status.unread.rawValue)"
    return SQLCondition(
      """
      CASE WHEN \(Self.hasThread) THEN (SELECT json_array(count(*), ifnull(sum(\(unread)), 0), \
      ifnull(max(CASE WHEN \(unread) THEN n.priority END), 0), \
      EXISTS (SELECT 1 FROM message AS o INDEXED BY message_by_thread \
      WHERE o.thread = m.thread AND o.place = m.place AND o.source <> m.source)) \
      FROM \(Self.tables) WHERE \(members.sql)) END, \
      CASE WHEN \(Self.hasThread) THEN (SELECT json_group_array(title) FROM (SELECT \
      CASE typeof(n.title) WHEN 'text' THEN n.title END AS title \
      FROM \(Self.tables) WHERE \(members.sql) \
      ORDER BY n.sort_at DESC, n.number DESC LIMIT \(ThreadSummary.titleCount))) END
      """, arguments: members.arguments + members.arguments)
  }
}

extension FilterCriteria {
  /// An alert-only message is in no list, and stands for no thread.
  fileprivate var hiddenMemberConditions: [SQLCondition] {
    guard listPlaces.contains(.hidden) else { return [] }
    return hiddenConditions(of: "n").map {
      .any([SQLCondition("n.place <> \(Place.hidden.rawValue)"), $0])
    }
  }
}
