package import InboxCore

/// The summary of an inbox that can be switched to.
package struct InboxSummary: Sendable, Hashable {
  /// The name by which it is opened.
  package var name: String
  /// How many messages it holds; nil when that is not known, or the inbox cannot be read.
  package var counts: InboxCounts?

  /// Makes a summary.
  package init(name: String, counts: InboxCounts? = nil) {
    self.name = name
    self.counts = counts
  }

  /// What it holds, as a person reads it.
  var detail: String {
    counts?.summary ?? "cannot be read"
  }
}

extension InboxCounts {
  /// What is listed, as a person reads it.
  package var summary: String { "\(unread) unread, \(listed) in all" }
}
