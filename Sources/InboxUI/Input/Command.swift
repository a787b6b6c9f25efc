/// What a person can ask of the screen; the raw value is its name in the configuration.
///
/// What each does in one sentence, where it applies and which keys it has by default is a row of
/// ``CommandInfo/table``, which `bellboard keys` prints; ``info`` is that row.
public enum Command: String, CaseIterable, Sendable, Hashable {
  case moveDown = "move-down"
  case moveUp = "move-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case top
  case bottom
  case nextUnread = "next-unread"
  case previousUnread = "previous-unread"
  case nextMessage = "next-message"
  case previousMessage = "previous-message"

  case view
  case open
  case close
  case back
  case quit

  case toggleRead = "toggle-read"
  case markAllRead = "mark-all-read"
  case togglePin = "toggle-pin"
  case snooze
  case delete
  case deleteAll = "delete-all"
  case restore
  case purge
  case purgeAll = "purge-all"
  case undo
  case redo
  case actions
  case copy
  case copyLink = "copy-link"
  case pipe
  case mark
  case markRange = "mark-range"

  case search
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case cycleFilter = "cycle-filter"
  case filter
  case sort
  case trash
  case thread
  case inboxes

  case goToAlert = "go-to-alert"
  case toggleDoNotDisturb = "toggle-do-not-disturb"

  case refresh
  case redraw
  case reload
  case help

  case commandLine = "command-line"
  case interrupt

  case accept
  case cancel
  case deleteBackward = "delete-backward"
  case deleteForward = "delete-forward"
  case deleteWord = "delete-word"
  case deleteLine = "delete-line"
  case cursorLeft = "cursor-left"
  case cursorRight = "cursor-right"
  case cursorStart = "cursor-start"
  case cursorEnd = "cursor-end"
  case complete
  case completeBack = "complete-back"
  case earlierLine = "earlier-line"
  case laterLine = "later-line"
  case yes
  case no
}

/// Where a key is pressed; each place has key bindings of its own.
public enum InputContext: String, CaseIterable, Sendable, Hashable {
  /// The list of messages.
  case list
  /// The list of deleted messages.
  case trash
  /// One message, whole.
  case reader
  /// The keys and what they do.
  case help
  /// A line that is being typed; characters without a binding are typed into it.
  case prompt
  /// A short list of choices; keys of its items go before all bindings.
  case menu
  /// A question; every key without a binding means no.
  case confirm
}
