import Foundation

extension Inbox {
  /// Examines the inbox and its files; takes as long as reading all of them.
  ///
  /// - Returns: What was found.
  /// - Throws: ``InboxError`` when it cannot be examined.
  package func health() throws -> InboxHealth {
    try store.health(at: now)
  }
}
