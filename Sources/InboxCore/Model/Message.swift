public import Foundation
public import InboxText

/// A notification as stored in an inbox.
///
/// Its identity is `source` with `id`: the ids of two senders that both count from 1 do not
/// collide. Times are kept to the millisecond.
public struct Message: Sendable, Hashable {
  /// Arrival number in this inbox.
  public var number: MessageNumber
  /// The sender's id, or a time-ordered one (UUID version 7) when the sender gave none.
  public var id: String
  /// The source, a path such as `ntfy/alerts`.
  public var source: String
  /// The title, one line.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The whole text; title or body is always present.
  public var body: String?
  /// Names of its categories.
  public var categories: [String] = []
  /// The thread to which it belongs.
  public var thread: String?
  /// Free labels.
  public var tags: [String] = []
  /// How urgent it is.
  public var priority = Priority.default
  /// Picture at the row's left: one grapheme of at most two columns.
  public var glyph: String?
  /// Its attachments.
  public var attachments: [Attachment] = []
  /// The behavior when it is opened.
  public var tap = TapBehavior.app
  /// Further actions that it offers.
  public var actions: [MessageAction] = []
  /// Whether it is a question, answered by one of its actions, or by a text where it has none.
  package var isQuestion = false
  /// The first answer: the label of an action, or a text; nil while unanswered.
  package var answer: String?
  /// Name of a sound, or `default`; nil is silence.
  public var sound: String?
  /// The badge that the sender requested; our own badge always counts.
  package var badge: Int?
  /// The sender's time of sending.
  public var sentAt: Date?
  /// The time at which this inbox stored it.
  public var receivedAt: Date
  /// Start of the active window; hidden before.
  public var startsAt: Date?
  /// End of the active window; hidden from then on.
  public var expiresAt: Date?
  /// End of the snooze; hidden until then, then back on top as unread.
  public var snoozedUntil: Date?
  /// The event that ends the snooze; nil where a time does, or nothing.
  public var snoozedFor: SnoozeEnd?
  /// When it was marked as done: out of the list, and kept; nil otherwise.
  public var doneAt: Date?
  /// The headers of the requests of its actions, by their ids; in no JSON.
  package var actionHeaders: [String: JSONValue] = [:]
  /// How far its chosen actions are that have no outcome, by ``name(of:)``; in no JSON.
  package var pendingOutcomes: [String: String] = [:]
  /// When it was last opened on this machine; nil if never.
  package var openedAt: Date?
  /// Listed, alerting, or both.
  public var delivery = Delivery.inboxAndAlert
  /// Unread, read or deleted.
  public var status = Status.unread
  /// The status that `restore` returns to while the message is deleted.
  package var statusBeforeDelete: Status?
  /// Whether it stays on top and is exempt from pruning.
  public var isPinned = false
  /// Custom data of the sender.
  public var custom: JSONValue?
  /// What its sender said and no field shows; in JSON a part of ``custom``, see ``Payload/restName``.
  package var rest: JSONValue?
  /// Names counted when the message is opened.
  public var conversionTags: [String] = []
  /// Whether it has only the part of the content that a push carries.
  public var isPartial = false
  /// The format of the body.
  public var format = BodyFormat.plain
  /// The progress from 0 to 100; nil for none.
  public var progress: Int?
  /// The sender's key by which repeats are folded.
  public var fold: String?
  /// Who answered, where it was read with all that is known of it; nil without an answer.
  package var answerer: Answerer?
  /// When and where it was last dealt with; only in a message that was read by its number.
  package var handling: Handling?
  /// The number of occurrences.
  public var occurrences = 1
  /// The time of the first occurrence; nil when there is one.
  package var firstAt: Date?
  /// The time of the last occurrence; nil when there is one.
  package var lastAt: Date?
  /// The time at which its sender resolved it.
  public var resolvedAt: Date?
  /// Names of the rules that were applied on arrival, in order.
  package var rules: [String] = []
  /// The name of the machine on which it arrived; nil outside of an exchange.
  public var machine: String?
  /// Whether ``machine`` is another one of the exchange; only in a message that was read by its number.
  package var isFromOtherMachine = false
  /// Earlier occurrences, oldest first; only in a message that was read whole.
  public var earlier: [Occurrence] = []
  /// Its fixed position in the order, after a merge has changed the times that determined it; else
  /// nil.
  var placedAt: Date?

  /// Whether it is in the place for what is done, and not in the trash.
  package var isDone: Bool { doneAt != nil && status != .deleted && delivery != .alert }

  /// Whether it needs the person while it is listed, as in ``Placement/lead``: an open question, the
  /// most urgent until it is resolved, the report of a silent source.
  package var isNeeded: Bool {
    guard !isQuestion || answer != nil else { return true }
    let isSilence = fold == SourceExpectation.fold && source.hasPrefix("expect/")
    return answer == nil && resolvedAt == nil && (priority == .max || isSilence)
  }

  /// The first 300 characters of the body.
  package var excerpt: String? { body.map { String($0.prefix(300)) } }

  /// The time by which the list is ordered.
  ///
  /// A sender's clock in the future cannot keep a message on top; an ended snooze moves it to the
  /// top.
  package var sortDate: Date { max(placedAt ?? arrivalPlace, snoozedUntil ?? .distantPast) }

  /// The position in the order that an arriving message's times determine.
  var arrivalPlace: Date { max(min(sentAt ?? receivedAt, receivedAt), startsAt ?? .distantPast) }
}

extension Message {
  /// Creates a message that has only what every message has.
  package init(number: MessageNumber, id: String, source: String, receivedAt: Date) {
    self.init(number: number, id: id, source: source, receivedAt: receivedAt, snoozedFor: nil)
  }
}

/// The state of a question: open with its choices, or answered.
public enum Question: Sendable, Hashable {
  /// Unanswered, with the labels of its actions; without any, a text answers it.
  case open(choices: [String])
  /// The label or text of the first answer.
  case answered(String)
}

extension Message {
  /// The state of the question; nil when the message is none.
  ///
  /// An expired question stays open, but can no longer be answered.
  public var question: Question? {
    guard isQuestion else { return nil }
    return answer.map(Question.answered) ?? .open(choices: actions.map(\.label))
  }

  /// Whether a text answers the question, as it has no actions.
  package var takesReply: Bool { isQuestion && actions.isEmpty }

  /// Whether the question can still be answered: it is unanswered and not expired.
  ///
  /// - Parameter now: The current time.
  /// - Returns: False also for a message that is no question.
  package func awaitsAnswer(at now: Date) -> Bool {
    isQuestion && answer == nil && status != .deleted && expiresAt.map { $0 > now } ?? true
  }
}
