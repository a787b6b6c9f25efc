/// The threads of criteria as one row each: that of the newest message.
///
/// Pinned messages keep rows of their own, and so do messages without a thread.
struct CollapsedThreads {
  /// The condition on the messages of the thread of a row, as a row of `message AS n`.
  private let members: SQLCondition

  /// Creates the threads of matching messages.
  ///
  /// - Parameter criteria: The criteria; names of categories must have been expanded.
  init(_ criteria: FilterCriteria) {
    let statuses = criteria.statuses.map(\.rawValue).sorted().map(String.init)
    members = .all(
      [
        SQLCondition("n.thread = m.thread AND n.place = m.place AND n.pinned = 0"),
        SQLCondition("n.status IN (\(statuses.joined(separator: ", ")))"),
      ] + criteria.rowConditions.map { $0.renaming("m", to: "n") })
  }

  private static let tables = "message AS n INDEXED BY message_by_thread"
  private static let hasThread = "m.pinned = 0 AND m.thread IS NOT NULL AND m.thread <> ''"

  /// Whether a row of `message AS m` is the newest of its thread, or stands for itself.
  var condition: SQLCondition {
    SQLCondition(
      """
      NOT (\(Self.hasThread) AND EXISTS (SELECT 1 FROM \(Self.tables)
      WHERE \(members.sql) AND (n.sort_at, n.number) > (m.sort_at, m.number)))
      """, arguments: members.arguments)
  }

  /// Two columns of a row: its counts, and the titles of the newest messages of its thread, as JSON
  /// lists.
  var projection: SQLCondition {
    SQLCondition(
      """
      CASE WHEN \(Self.hasThread) THEN (SELECT json_array(count(*), \
      ifnull(sum(n.status = \(Status.unread.rawValue)), 0)) FROM \(Self.tables) \
      WHERE \(members.sql)) END, \
      CASE WHEN \(Self.hasThread) THEN (SELECT json_group_array(title) FROM (SELECT \
      CASE typeof(n.title) WHEN 'text' THEN n.title END AS title \
      FROM \(Self.tables) WHERE \(members.sql) \
      ORDER BY n.sort_at DESC, n.number DESC LIMIT \(ThreadSummary.titleCount))) END
      """, arguments: members.arguments + members.arguments)
  }
}
