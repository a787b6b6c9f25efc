public import Foundation

/// A message as a list shows it: with an excerpt of the body.
public struct MessageRow: Sendable, Hashable {
  /// Most characters of the body that a row carries; `Inbox.message(_:)` has the whole.
  package static let excerptLength = 2_000

  /// Arrival number, the identity that a selection follows.
  public var number: MessageNumber
  /// The sender's id, unique within ``source``.
  public var id: String
  /// Who sent it.
  public var source: String
  /// One line that says what happened.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The first `excerptLength` characters of the body.
  public var excerpt: String?
  /// Icon at the row's left, one grapheme; nil shows the theme's placeholder.
  public var glyph: String?
  /// The conversation that it belongs to.
  public var thread: String?
  /// How urgent it is.
  public var priority: Priority
  /// Unread, read or deleted, a due snooze taken into account.
  public var status: Status
  /// Whether it stays on top.
  public var isPinned: Bool
  /// Whether its active window has ended.
  public var isExpired: Bool
  /// Whether only the part of the content that a push carries has arrived.
  package var isPartial: Bool
  /// When its active window begins; nil once it has.
  public var startsAt: Date?
  /// When its snooze ends; nil once it has.
  public var snoozedUntil: Date?
  /// Categories of the message, the first of which counts in the metrics.
  public var categories: [String] { RecordColumn.names(lists.categories) }
  /// Tags of the message.
  public var tags: [String] { RecordColumn.names(lists.tags) }
  /// Attachments: images and other files by URL.
  public var attachments: [Attachment] { RecordColumn.attachments(lists.attachments) }
  /// How many attachments it has.
  package var attachmentCount: Int
  /// How many actions it offers.
  public var actionCount: Int
  /// The question and its answer; nil when the message asks none.
  public var question: Question?
  /// What opening does.
  public var tap: TapBehavior
  /// The time that orders the list and that the row shows.
  public var sortDate: Date
  /// How often it came.
  public var occurrences = 1
  /// How far something has come, from 0 to 100; nil for what has no end in sight.
  public var progress: Int?
  /// Whether its sender said that the matter is over.
  public var isResolved = false
  /// How its body is written.
  public var format = BodyFormat.plain

  /// The lists as JSON text, decoded only when a host asks for them.
  struct Lists: Sendable, Hashable {
    var categories: String?
    var tags: String?
    var attachments: String?
  }

  var lists = Lists()

  /// Makes a row; everything but its identity and moment has a default.
  package init(
    number: MessageNumber, id: String = "", source: String, title: String? = nil,
    subtitle: String? = nil,
    excerpt: String? = nil, glyph: String? = nil, thread: String? = nil,
    priority: Priority = .default, status: Status = .unread, isPinned: Bool = false,
    isExpired: Bool = false, startsAt: Date? = nil, snoozedUntil: Date? = nil,
    isPartial: Bool = false, attachmentCount: Int = 0, actionCount: Int = 0,
    question: Question? = nil, tap: TapBehavior = .app, sortDate: Date
  ) {
    self.number = number
    self.id = id
    self.source = source
    self.title = title
    self.subtitle = subtitle
    self.excerpt = excerpt
    self.glyph = glyph
    self.thread = thread
    self.priority = priority
    self.status = status
    self.isPinned = isPinned
    self.isExpired = isExpired
    self.isPartial = isPartial
    self.startsAt = startsAt
    self.snoozedUntil = snoozedUntil
    self.attachmentCount = attachmentCount
    self.actionCount = actionCount
    self.question = question
    self.tap = tap
    self.sortDate = sortDate
  }
}
