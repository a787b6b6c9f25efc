/// What is written to all messages that a step leaves in the same state.
struct StateWrite: Hashable {
  /// The state afterwards.
  var state: MessageState
  /// Whether only unread and read differ, so that order and place stay: most indexes are then
  /// left alone.
  var keepsPlace: Bool

  init(from before: MessageState, to after: MessageState) {
    state = after
    keepsPlace =
      before.status != .deleted && after.status != .deleted
      && before.isPinned == after.isPinned && before.snoozedUntil == after.snoozedUntil
  }
}
