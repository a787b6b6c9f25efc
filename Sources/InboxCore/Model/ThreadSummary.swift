import InboxText

/// The messages of a thread that one row stands for: those of a source.
package struct ThreadSummary: Sendable, Hashable {
  /// The number of messages.
  package var total: Int
  /// The number of unread messages.
  package var unread: Int
  /// The titles of the newest messages, newest first.
  package var titles: [String]
  /// The highest priority of an unread message; nil without one.
  package var unreadPriority: Priority?
  /// Whether other sources have messages in the thread as well.
  package var spansSources = false

  /// Maximum number of titles.
  static let titleCount = 20
}

/// A thread of one source, whose messages a row may stand for.
package struct SourceThread: Sendable, Hashable {
  /// The source.
  package var source: String
  /// The name of the thread.
  package var name: String
}

extension MessageRow {
  /// The thread among whose messages it counts; nil for what leads the list, and without one.
  package var sourceThread: SourceThread? {
    guard !isPinned, !isNeeded, let thread, !thread.isEmpty else { return nil }
    return SourceThread(source: source, name: thread)
  }
}

extension ThreadSummary {
  /// Decodes the columns of ``CollapsedThreads/projection``; nil for a row of one message.
  init?(numbers: String?, titles: String?) {
    let numbers = RecordColumn.elements(numbers).compactMap(\.integer).map { Int($0) }
    guard numbers.count == 4, numbers[0] > 1 else { return nil }
    self.init(total: numbers[0], unread: numbers[1], titles: RecordColumn.names(titles))
    unreadPriority = Priority(rawValue: numbers[2])
    spansSources = numbers[3] != 0
  }
}

extension MessageRow {
  /// Gives the row the status and priority of its thread: unread while one of its messages is, with
  /// the highest priority of those.
  mutating func follow(_ summary: ThreadSummary?) {
    threadSummary = summary
    guard let unread = summary?.unreadPriority else { return }
    if status == .read {
      (status, priority) = (.unread, unread)
    } else if unread.rawValue > priority.rawValue {
      priority = unread
    }
  }
}
