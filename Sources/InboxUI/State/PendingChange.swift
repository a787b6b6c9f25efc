import InboxCore

/// What was asked of one message and has not come back from the store yet.
struct PendingChange: Sendable, Hashable {
  /// How the message will stand.
  var status: Status
  /// Whether it will be pinned.
  var isPinned: Bool
  /// Whether it will be snoozed; nil while nobody asked.
  var isSnoozed: Bool?
  /// How many effects on it run.
  var running = 1
}
