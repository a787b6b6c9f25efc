public import InboxText
public import Foundation

/// A notification as received from a source, before it is stored.
///
/// A field is absent, cleared (`null`) or set, so that a later push can replace just some fields.
/// A payload cannot set the reader's fields: status, pin, snooze, number and arrival.
public struct Payload: Sendable, Hashable {
  /// A field of a payload.
  public enum Field<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Not given: a merge keeps the stored value.
    case absent
    /// `null`: a merge clears the stored value.
    case cleared
    /// A value.
    case set(Value)

    /// A set field, or an absent one for nil.
    package init(_ value: Value?) { self = value.map(Self.set) ?? .absent }

    /// The value of a set field.
    package var value: Value? { if case .set(let value) = self { value } else { nil } }
  }

  /// Fields of the reader, which only an import may set.
  package struct Local: Sendable, Hashable {
    /// Arrival number in the inbox that it was exported from; an import assigns a new one.
    package var number: MessageNumber?
    /// Status.
    package var status: Status?
    /// The status that `restore` returns to.
    package var statusBeforeDelete: Status?
    /// Whether it was pinned.
    package var isPinned: Bool?
    /// End of the snooze.
    package var snoozedUntil: Date?
    /// The event that ends the snooze.
    package var snoozedFor: SnoozeEnd?
    /// When it was marked as done.
    package var doneAt: Date?
    /// When it was last opened.
    package var openedAt: Date?
    /// The answer of the question.
    package var answer: String?
    /// When it was stored.
    package var receivedAt: Date?
    /// Number of occurrences.
    package var occurrences: Int?
    /// Time of the first occurrence.
    package var firstAt: Date?
    /// Time of the last occurrence.
    package var lastAt: Date?
    /// Time at which its sender resolved it.
    package var resolvedAt: Date?
    /// Names of the rules that were applied to it.
    package var rules: [String]?
    /// The name of the machine on which it arrived.
    package var machine: String?
    /// Its earlier occurrences, oldest first.
    package var earlier: [Occurrence]?

    /// Creates an empty set of local fields.
    package init() {}
  }

  /// Whether a rule marks it as done as it arrives.
  package var isDone: Bool
  /// The sender's id; nil generates a new one.
  public var id: String?
  /// The source; nil means the default of the way in, `cli` for the command line.
  public var source: String?
  /// The title, one line.
  public var title: Field<String> = .absent
  /// A second line.
  public var subtitle: Field<String> = .absent
  /// The whole text.
  public var body: Field<String> = .absent
  /// Names of its categories.
  public var categories: Field<[String]> = .absent
  /// The thread to which it belongs.
  public var thread: Field<String> = .absent
  /// Free labels.
  public var tags: Field<[String]> = .absent
  /// How urgent it is.
  public var priority: Field<Priority> = .absent
  /// Picture at the row's left.
  public var glyph: Field<String> = .absent
  /// Attachments.
  public var attachments: Field<[Attachment]> = .absent
  /// The behavior when it is opened.
  public var tap: Field<TapBehavior> = .absent
  /// Further actions that it offers.
  public var actions: Field<[MessageAction]> = .absent
  /// Whether it is a question, answered by one of its actions.
  public var asks: Field<Bool> = .absent
  /// Name of a sound, or `default`.
  public var sound: Field<String> = .absent
  /// The badge that the sender requested.
  package var badge: Field<Int> = .absent
  /// The sender's time of sending.
  public var sentAt: Field<Date> = .absent
  /// Start of the active window.
  public var startsAt: Field<Date> = .absent
  /// End of the active window.
  public var expiresAt: Field<Date> = .absent
  /// Listed, alerting, or both.
  public var delivery: Field<Delivery> = .absent
  /// Custom data of the sender.
  public var custom: Field<JSONValue> = .absent
  /// What its sender said and no field shows; see ``keepRest(of:shown:)``.
  package var rest: JSONValue?
  /// Names counted when the message is opened.
  public var conversionTags: Field<[String]> = .absent
  /// The format of the body.
  public var format: Field<BodyFormat> = .absent
  /// The progress from 0 to 100.
  public var progress: Field<Int> = .absent
  /// The sender's key by which repeats are folded: the push is one more occurrence of the message
  /// with this key, unless that is deleted.
  public var fold: Field<String> = .absent
  /// The fold key of the message that the push resolves.
  public var resolves: String?
  /// The headers of the requests of its actions, by their ids; see ``takeActionHeaders()``.
  package var actionHeaders: [String: JSONValue] = [:]
  /// Which repeats are folded; nil uses the configuration's choice.
  package var foldRepeats: FoldRepeats?
  /// Names of the rules that were applied to the push.
  var rules: [String] = []
  /// Title of a new message without title and body; an existing one keeps its own.
  package var titleWithoutText: String?
  /// Whether it has only the part of the content that a push carries.
  public var isPartial = false
  /// Whether an existing message becomes unread again and moves to its new time.
  public var resurfaces = false
  /// Whether it is a silent push: without text it can update a message, but not create one.
  package var isSilent = false
  /// Fields of the reader, which only an import uses.
  package var local = Local()
  /// Names of unknown fields, whose values are kept in ``custom``; only in our own layout.
  package var unknownNames: [String] = []
  /// Notes on values that were changed or ignored, one sentence each.
  package var notes: [String] = []
}

extension Payload {
  /// Creates a payload; a field that is not given is absent.
  ///
  /// ```swift
  /// Payload(title: "Backup finished", body: "42 GB", source: "cron/backup")
  /// ```
  public init(
    title: String? = nil, subtitle: String? = nil, body: String? = nil, source: String? = nil,
    id: String? = nil, categories: [String]? = nil, tags: [String]? = nil,
    thread: String? = nil, priority: Priority? = nil, glyph: String? = nil,
    attachments: [Attachment]? = nil, tap: TapBehavior? = nil, actions: [MessageAction]? = nil,
    asks: Bool? = nil, sound: String? = nil, badge: Int? = nil, sentAt: Date? = nil,
    startsAt: Date? = nil, expiresAt: Date? = nil, delivery: Delivery? = nil,
    custom: JSONValue? = nil, conversionTags: [String]? = nil, format: BodyFormat? = nil,
    progress: Int? = nil, fold: String? = nil, resolves: String? = nil
  ) {
    self.init(
      isDone: false, id: id, source: source, title: Field(title), subtitle: Field(subtitle),
      body: Field(body), categories: Field(categories), thread: Field(thread), tags: Field(tags),
      priority: Field(priority), glyph: Field(glyph), attachments: Field(attachments),
      tap: Field(tap), actions: Field(actions), asks: Field(asks), sound: Field(sound),
      badge: Field(badge), sentAt: Field(sentAt), startsAt: Field(startsAt),
      expiresAt: Field(expiresAt), delivery: Field(delivery), custom: Field(custom),
      conversionTags: Field(conversionTags), format: Field(format), progress: Field(progress),
      fold: Field(fold), resolves: resolves)
  }

  /// Whether there is a non-empty title or body.
  package var hasText: Bool { title.value?.isEmpty == false || body.value?.isEmpty == false }
}

extension Message {
  /// Whether there is a non-empty title or body.
  var hasText: Bool { title?.isEmpty == false || body?.isEmpty == false }
}

extension Payload.Field {
  /// Whether the field is absent.
  package var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Copies another field if this one is absent.
  package mutating func fill(from other: Self) { if isAbsent { self = other } }

  /// Transforms the value of a set field.
  package func map<Other>(_ transform: (Value) -> Other) -> Payload.Field<Other> {
    switch self {
    case .absent: .absent
    case .cleared: .cleared
    case .set(let value): .set(transform(value))
    }
  }
}
