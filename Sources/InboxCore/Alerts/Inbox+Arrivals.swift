import Foundation

extension Inbox {
  /// Which messages of a question are unread and seen now, or alert only.
  ///
  /// Silent ones are left out, as are those that start later, have expired, or were dealt with.
  ///
  /// - Parameters:
  ///   - question: What came in, or what was due.
  ///   - filter: What the messages must match; its words about status and about the clock's
  ///     reasons (`is:snoozed` and the like) count for nothing.
  /// - Returns: At most ``ArrivalQuery/limit`` of them, the newest last.
  /// - Throws: ``InboxError``.
  public func arrivals(
    _ question: ArrivalQuery, matching filter: MessageFilter = .all
  ) throws -> [Message] {
    try store.arrivals(question, matching: filter, at: now)
  }
}
