import InboxCore

/// What a search for a row looks for, and which way.
enum SeekKind: Sendable, Hashable {
  case unread(SearchDirection)
  case match(SearchDirection)
}
