public import Foundation

extension Inbox {
  /// Examines the inbox and its files; takes as long as reading all of them.
  ///
  /// - Parameter now: The moment that the result names.
  /// - Returns: What was found.
  /// - Throws: ``InboxError`` when it cannot be examined.
  public func health(at now: Date) throws -> InboxHealth {
    try store.health(at: now)
  }
}
