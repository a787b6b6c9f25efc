public import InboxCore

/// What a menu of inboxes tells of one of them.
public struct InboxSummary: Sendable, Hashable {
  /// The name by which it is opened.
  public var name: String
  /// How many messages it holds; nil when that is not known, or the inbox cannot be read.
  public var counts: InboxCounts?

  /// Makes a summary.
  public init(name: String, counts: InboxCounts? = nil) {
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
