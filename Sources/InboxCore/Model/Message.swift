public import Foundation
public import InboxText

/// A notification as the inbox keeps it.
///
/// Identity in an inbox is `source` with `id`: two senders that both count from 1 do not meet.
/// Times are kept to the millisecond.
public struct Message: Sendable, Hashable {
  /// Arrival number in this inbox.
  public var number: MessageNumber
  /// The sender's id, or a time-ordered one (UUID version 7) when the sender gave none.
  public var id: String
  /// Who sent it, as a path such as `ntfy/alerts`.
  public var source: String
  /// One line that says what happened.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The whole text; at least one of title and body is there.
  public var body: String?
  /// Names of the kinds that it belongs to.
  public var categories: [String]
  /// The conversation that it belongs to.
  public var thread: String?
  /// Free labels.
  public var tags: [String]
  /// How urgent it is.
  public var priority: Priority
  /// Picture at the row's left: one grapheme of at most two columns.
  public var glyph: String?
  /// Files that it points to.
  public var attachments: [Attachment]
  /// What opening does.
  public var tap: TapBehavior
  /// Further things that one can do.
  public var actions: [MessageAction]
  /// Whether it is a question, which one of its actions answers, or a text where it has none.
  package var isQuestion: Bool
  /// The label of the action, or the text, that answered the question first; nil while nobody has.
  package var answer: String?
  /// Name of a sound, or `default`; nil is silence.
  public var sound: String?
  /// The badge that the sender asked for; our own badge always counts.
  public var badge: Int?
  /// When the sender says that it was sent.
  public var sentAt: Date?
  /// When this inbox stored it.
  public var receivedAt: Date
  /// Start of the active window; hidden before.
  public var startsAt: Date?
  /// End of the active window; hidden from then on.
  public var expiresAt: Date?
  /// Hidden until then, then back on top as unread.
  public var snoozedUntil: Date?
  /// Listed, alerting, or both.
  public var delivery: Delivery
  /// Where it stands with its reader.
  public var status: Status
  /// What `restore` returns to while the message is deleted.
  package var statusBeforeDelete: Status?
  /// Whether it stays on top and is exempt from pruning.
  public var isPinned: Bool
  /// Whatever the sender added.
  public var custom: JSONValue?
  /// Names counted when the message is opened.
  public var conversionTags: [String]
  /// Whether only the push's share of the content is here.
  public var isPartial: Bool
  /// How the body is written.
  public var format = BodyFormat.plain
  /// How far something has come, from 0 to 100; nil for what has no end in sight.
  public var progress: Int?
  /// The sender's key for "the same thing again".
  public var fold: String?
  /// How often it came.
  public var occurrences = 1
  /// When it came first; nil while it came once.
  public var firstAt: Date?
  /// When it came last; nil while it came once.
  public var lastAt: Date?
  /// When its sender said that the matter is over.
  public var resolvedAt: Date?
  /// Names of the rules that acted on it as it came, in their order.
  public var rules: [String] = []
  /// Earlier occurrences, oldest first; only where the message was read whole.
  public var earlier: [Occurrence] = []
  /// Its place in the order, where a merge has changed the times that made it; else nil.
  var placedAt: Date?

  /// Makes a message; everything but its identity and arrival has a default.
  package init(
    number: MessageNumber, id: String, source: String, title: String? = nil,
    subtitle: String? = nil, body: String? = nil, categories: [String] = [],
    thread: String? = nil, tags: [String] = [], priority: Priority = .default,
    glyph: String? = nil, attachments: [Attachment] = [], tap: TapBehavior = .app,
    actions: [MessageAction] = [], isQuestion: Bool = false, answer: String? = nil,
    sound: String? = nil, badge: Int? = nil,
    sentAt: Date? = nil, receivedAt: Date, startsAt: Date? = nil, expiresAt: Date? = nil,
    snoozedUntil: Date? = nil, delivery: Delivery = .inboxAndAlert, status: Status = .unread,
    statusBeforeDelete: Status? = nil, isPinned: Bool = false, custom: JSONValue? = nil,
    conversionTags: [String] = [], isPartial: Bool = false
  ) {
    self.number = number
    self.id = id
    self.source = source
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.categories = categories
    self.thread = thread
    self.tags = tags
    self.priority = priority
    self.glyph = glyph
    self.attachments = attachments
    self.tap = tap
    self.actions = actions
    self.isQuestion = isQuestion
    self.answer = answer
    self.sound = sound
    self.badge = badge
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.startsAt = startsAt
    self.expiresAt = expiresAt
    self.snoozedUntil = snoozedUntil
    self.delivery = delivery
    self.status = status
    self.statusBeforeDelete = statusBeforeDelete
    self.isPinned = isPinned
    self.custom = custom
    self.conversionTags = conversionTags
    self.isPartial = isPartial
  }

  /// The first 300 characters of the body.
  package var excerpt: String? { body.map { String($0.prefix(300)) } }

  /// The moment that orders the list.
  ///
  /// A sender's clock that runs ahead cannot pin a message on top, and what returns from a
  /// snooze returns on top.
  package var sortDate: Date {
    max(placedAt ?? arrivalPlace, snoozedUntil ?? .distantPast)
  }

  /// The place that its times give a message that arrives.
  var arrivalPlace: Date {
    max(min(sentAt ?? receivedAt, receivedAt), startsAt ?? .distantPast)
  }
}

/// The state of a question: open with its choices, or answered.
public enum Question: Sendable, Hashable {
  /// Nobody has answered; these are the labels of its actions. Without any, a text answers it.
  case open(choices: [String])
  /// The label that was chosen first, or the text.
  case answered(String)
}

extension Message {
  /// How the question stands; nil when the message asks nothing.
  ///
  /// A question whose time is up stays open, and takes no answer any more.
  public var question: Question? {
    guard isQuestion else { return nil }
    return answer.map(Question.answered) ?? .open(choices: actions.map(\.label))
  }

  /// Whether it is a question that a text answers, as it has no actions to choose from.
  package var takesReply: Bool { isQuestion && actions.isEmpty }

  /// Whether the question still takes an answer: nobody was faster, and somebody waits.
  ///
  /// - Parameter now: The moment by which its time may be up.
  /// - Returns: False also for a message that asks nothing.
  package func awaitsAnswer(at now: Date) -> Bool {
    isQuestion && answer == nil && status != .deleted && expiresAt.map { $0 > now } ?? true
  }
}
