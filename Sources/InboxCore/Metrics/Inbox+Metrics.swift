public import Foundation

extension Inbox {
  /// The metrics of an inbox by day, oldest first; they are never trimmed.
  ///
  /// - Parameter day: A moment of the first day that is wanted; nil for all days.
  /// - Returns: One value for each day, event, detail, source and category.
  /// - Throws: ``InboxError``.
  public func metrics(since day: Date? = nil) throws -> [Metric] {
    try store.metrics(since: day)
  }
}
