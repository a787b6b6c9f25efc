import InboxCore

/// What can be done to the message in the reader, as far as the bottom line names it.
struct ReaderHints: Hashable, CaseIterable {
  /// Whether the message lies in the trash.
  var isDeleted = false
  /// Whether the key for it would mark it unread.
  var isRead = false
  /// Whether there is a link or a thread to open.
  var hasLink = false
  /// Whether there are actions to choose from that are no answers.
  var hasActions = false

  static let allCases: [ReaderHints] =
    [false, true].flatMap { isRead in
      [false, true].flatMap { hasLink in
        [false, true].map { ReaderHints(isRead: isRead, hasLink: hasLink, hasActions: $0) }
      }
    } + [ReaderHints(isDeleted: true)]

  /// The commands with the words for them, the most useful first.
  var words: [(Command, String)] {
    let places: [(Command, String)] = [(.nextMessage, "next"), (.previousMessage, "previous")]
    let rest: [(Command, String)] = [(.undo, "undo"), (.help, "help")]
    guard !isDeleted else { return [(.close, "back"), (.restore, "restore")] + places + rest }
    let link: [(Command, String)] = hasLink ? [(.open, "open")] : []
    let actions: [(Command, String)] = hasActions ? [(.actions, "actions")] : []
    return [(.close, "back")] + link + actions + places
      + [(.toggleRead, isRead ? "unread" : "read"), (.delete, "delete")] + rest
  }
}

extension ReaderHints {
  /// The kind of a message; of none that was not read from the store yet.
  init(_ row: MessageRow?) {
    guard let row else { return }
    guard row.status != .deleted else {
      isDeleted = true
      return
    }
    isRead = row.status == .read
    hasLink = row.tap != .app
    hasActions = row.actionCount > 0 && row.question == nil
  }
}
