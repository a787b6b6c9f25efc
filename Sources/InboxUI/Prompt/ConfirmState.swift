import InboxCore

/// A question before something bulky or permanent; anything but yes means no.
struct ConfirmState: Sendable, Hashable {
  /// What is done on yes.
  enum Action: Sendable, Hashable {
    /// Marks all shown read; undo takes it back.
    case markAllRead
    /// Puts all shown into the trash; undo takes it back.
    case deleteAll
    /// Removes from the trash for good.
    case purge
    /// Opens more messages at once than ``ScreenPreferences/openLimit``.
    case open([Tap])
    /// Opens links whose schemes are not opened without a question.
    case launch([Tap])
  }

  /// What is done on yes.
  var action: Action
  /// To which messages.
  var selection: MessageSelection
  /// How many they are.
  var count: Int

  /// Makes a question.
  init(action: Action, selection: MessageSelection, count: Int) {
    self.action = action
    self.selection = selection
    self.count = count
  }
}
