import InboxCore

extension MessageRow {
  /// The row that a list would show of a message.
  init(_ message: Message) {
    self.init(
      number: message.number, source: message.source, title: message.title,
      subtitle: message.subtitle, excerpt: message.body, glyph: message.glyph,
      thread: message.thread, priority: message.priority, status: message.status,
      isPinned: message.isPinned, isPartial: message.isPartial,
      attachmentCount: message.attachments.count, actionCount: message.actions.count,
      question: message.question, tap: message.tap, sortDate: message.sortDate)
  }

  /// Whether it asks something that somebody still waits for.
  var awaitsAnswer: Bool {
    guard case .open = question else { return false }
    return status != .deleted && !isExpired
  }
}
