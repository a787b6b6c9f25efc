public import Foundation
import InboxText

/// A row of a list: a message with an excerpt of its body.
public struct MessageRow: Sendable, Hashable {
  /// Maximum characters of the body in a row; `Inbox.message(_:)` has the whole.
  package static let excerptLength = 2_000

  /// Arrival number, which identifies the row in a selection.
  public var number: MessageNumber
  /// The sender's id, unique within ``source``.
  public var id = ""
  /// The place of its inbox among those of an ``InboxPageSource``; 0 for that of one inbox.
  public var inbox = 0
  /// The source.
  public var source: String
  /// The title, one line.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The first `excerptLength` characters of the body.
  public var excerpt: String?
  /// Icon at the row's left, one grapheme; nil shows the theme's placeholder.
  public var glyph: String?
  /// The thread to which it belongs.
  public var thread: String?
  /// How urgent it is.
  public var priority = Priority.default
  /// Unread, read or deleted, with an ended snooze applied.
  public var status = Status.unread
  /// Whether it is pinned.
  public var isPinned = false
  /// Whether it needs the person: an open question, the most urgent until it is resolved, the report
  /// of a silent source.
  package internal(set) var isNeeded = false
  /// Whether it stands before the others: it is pinned, or needs the person.
  package var isLeading: Bool { isPinned || isNeeded }
  /// Whether it is done.
  package var isDone = false
  /// Whether it has expired.
  public var isExpired = false
  /// Whether it has only the part of the content that a push carries.
  package var isPartial = false
  /// When its active window begins; nil afterwards.
  public var startsAt: Date?
  /// When its snooze ends; nil afterwards.
  public var snoozedUntil: Date?
  /// The event that ends its snooze.
  package var snoozedFor: SnoozeEnd?
  /// Whether it is snoozed.
  package var isSnoozed: Bool { snoozedUntil != nil || snoozedFor != nil }
  /// Categories of the message, the first of which counts in the metrics.
  public var categories: [String] { RecordColumn.names(lists.categories) }
  /// Tags of the message.
  public var tags: [String] { RecordColumn.names(lists.tags) }
  /// Attachments: images and other files by URL.
  public var attachments: [Attachment] { RecordColumn.attachments(lists.attachments) }
  /// Number of attachments.
  package var attachmentCount = 0
  /// Number of actions.
  public var actionCount = 0
  /// The question and its answer; nil when the message asks none.
  public var question: Question?
  /// The behavior when it is opened.
  public var tap = TapBehavior.app
  /// The time by which the list is ordered, shown in the row.
  public var sortDate: Date
  /// The number of occurrences.
  public var occurrences = 1
  /// When the last hundred occurrences came, oldest first; empty for fewer than three.
  package var occurrenceDates: [Date] {
    RecordColumn.elements(lists.occurrenceTimes).compactMap(\.integer).map(Date.init(milliseconds:))
  }
  /// The progress from 0 to 100; nil for none.
  public var progress: Int?
  /// Whether its sender resolved it.
  public var isResolved = false
  /// Whether its sender can still resolve it: it has a fold key.
  package var isResolvable = false
  /// The format of its body.
  public var format = BodyFormat.plain

  /// The name of the machine on which it arrived; nil outside of an exchange.
  public var machine: String?

  /// The lists as JSON text, decoded only when used.
  struct Lists: Sendable, Hashable {
    var categories: String?
    var tags: String?
    var attachments: String?
    var occurrenceTimes: String?
  }

  var lists = Lists()

  /// The thread that the row stands for; nil for a row of one message.
  package var threadSummary: ThreadSummary?
}

extension MessageRow {
  /// Creates a row that has only what every row shows.
  package init(
    number: MessageNumber, source: String, title: String?, excerpt: String?, sortDate: Date
  ) {
    self.init(
      number: number, id: "", source: source, title: title, excerpt: excerpt, sortDate: sortDate)
  }
}

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
