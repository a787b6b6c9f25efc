package import InboxCore

/// The summary of an inbox in the menu of inboxes.
package struct InboxSummary: Sendable, Hashable {
  package var name: String
  /// The counts of its messages; nil if unknown or unreadable.
  package var counts: InboxCounts?

  package init(name: String, counts: InboxCounts? = nil) {
    self.name = name
    self.counts = counts
  }

  /// The counts in words.
  var detail: String {
    counts?.summary ?? "cannot be read"
  }
}

extension InboxCounts {
  /// The counts of listed messages in words.
  package var summary: String { "\(unread) unread, \(listed) in all" }
}
