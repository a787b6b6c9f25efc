public import InboxText
public import Foundation

/// A notification as a source received it, before it is stored.
///
/// A field is absent, cleared (`null`) or set, so that a later push can replace just what it
/// carries. A payload cannot set what belongs to the reader: status, pin, snooze, number and
/// arrival.
public struct Payload: Sendable, Hashable {
  /// A field of a payload.
  public enum Field<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Not mentioned: a merge keeps what was there.
    case absent
    /// `null`: a merge clears what was there.
    case cleared
    /// A value.
    case set(Value)

    /// Makes a set field, or an absent one of nil.
    package init(_ value: Value?) {
      self = value.map(Self.set) ?? .absent
    }

    /// The value, when there is one.
    package var value: Value? {
      if case .set(let value) = self { value } else { nil }
    }
  }

  /// Fields of the reader, which only an import may set.
  package struct Local: Sendable, Hashable {
    /// Arrival number in the inbox that it was exported from; not kept when it is taken.
    package var number: MessageNumber?
    /// Where it stood with its reader.
    package var status: Status?
    /// What `restore` would return to.
    package var statusBeforeDelete: Status?
    /// Whether it was pinned.
    package var isPinned: Bool?
    /// Hidden until then.
    package var snoozedUntil: Date?
    /// The label that answered the question.
    package var answer: String?
    /// When it was stored.
    package var receivedAt: Date?
    /// How often it had come.
    package var occurrences: Int?
    /// When it had come first.
    package var firstAt: Date?
    /// When it had come last.
    package var lastAt: Date?
    /// When its sender had said that the matter is over.
    package var resolvedAt: Date?
    /// Names of the rules that had acted on it.
    package var rules: [String]?
    /// Its earlier occurrences, oldest first.
    package var earlier: [Occurrence]?

    /// Makes an empty set of local fields.
    package init() {}
  }

  /// The sender's id; nil asks the store for a new one.
  public var id: String?
  /// Who sent it; nil means the source of the way in, `cli` for the command line.
  public var source: String?
  /// One line that says what happened.
  public var title: Field<String> = .absent
  /// A second line.
  public var subtitle: Field<String> = .absent
  /// The whole text.
  public var body: Field<String> = .absent
  /// Names of the kinds that it belongs to.
  public var categories: Field<[String]> = .absent
  /// The conversation that it belongs to.
  public var thread: Field<String> = .absent
  /// Free labels.
  public var tags: Field<[String]> = .absent
  /// How urgent it is.
  public var priority: Field<Priority> = .absent
  /// Picture at the row's left.
  public var glyph: Field<String> = .absent
  /// Files that it points to.
  public var attachments: Field<[Attachment]> = .absent
  /// What opening does.
  public var tap: Field<TapBehavior> = .absent
  /// Further things that one can do.
  public var actions: Field<[MessageAction]> = .absent
  /// Whether it is a question, which one of its actions answers.
  public var asks: Field<Bool> = .absent
  /// Name of a sound, or `default`.
  public var sound: Field<String> = .absent
  /// The badge that the sender asked for.
  public var badge: Field<Int> = .absent
  /// When the sender says that it was sent.
  public var sentAt: Field<Date> = .absent
  /// Start of the active window.
  public var startsAt: Field<Date> = .absent
  /// End of the active window.
  public var expiresAt: Field<Date> = .absent
  /// Listed, alerting, or both.
  public var delivery: Field<Delivery> = .absent
  /// Whatever the sender added.
  public var custom: Field<JSONValue> = .absent
  /// Names counted when the message is opened.
  public var conversionTags: Field<[String]> = .absent
  /// How the body is written.
  public var format: Field<BodyFormat> = .absent
  /// How far something has come, from 0 to 100.
  public var progress: Field<Int> = .absent
  /// The sender's key for "the same thing again": the push is one more occurrence of the message
  /// that has it, unless that is deleted.
  public var fold: Field<String> = .absent
  /// The fold key of the message whose matter is over.
  public var resolves: String?
  /// Which repetitions are occurrences; nil leaves it to the configuration.
  package var foldRepeats: FoldRepeats?
  /// Names of the rules that acted on the push.
  var rules: [String] = []
  /// Title of the new message when neither title nor body comes; a known one keeps its own.
  package var titleWithoutText: String?
  /// Whether this is only the push's share of the content.
  public var isPartial = false
  /// Whether a known message becomes unread again and moves to its new time.
  public var resurfaces = false
  /// Whether it is a silent push: without text it may update a message, never make one.
  package var isSilent = false
  /// Fields of the reader, which only an import honors.
  package var local = Local()
  /// Names that no field of ours has, whose values are kept in ``custom``; of our own shape only.
  package var unknownNames: [String] = []
  /// Notes on values that were changed or left out, one sentence each.
  package var notes: [String] = []

  /// Makes a payload; a field that is not given is absent.
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
    self.title = Field(title)
    self.subtitle = Field(subtitle)
    self.body = Field(body)
    self.source = source
    self.id = id
    self.categories = Field(categories)
    self.tags = Field(tags)
    self.thread = Field(thread)
    self.priority = Field(priority)
    self.glyph = Field(glyph)
    self.attachments = Field(attachments)
    self.tap = Field(tap)
    self.actions = Field(actions)
    self.asks = Field(asks)
    self.sound = Field(sound)
    self.badge = Field(badge)
    self.sentAt = Field(sentAt)
    self.startsAt = Field(startsAt)
    self.expiresAt = Field(expiresAt)
    self.delivery = Field(delivery)
    self.custom = Field(custom)
    self.conversionTags = Field(conversionTags)
    self.format = Field(format)
    self.progress = Field(progress)
    self.fold = Field(fold)
    self.resolves = resolves
  }
}

extension Payload {
  /// Whether there is a title or a body to show.
  package var hasText: Bool {
    title.value?.isEmpty == false || body.value?.isEmpty == false
  }
}

extension Message {
  /// Whether there is a title or a body to show.
  var hasText: Bool { title?.isEmpty == false || body?.isEmpty == false }
}

extension Payload.Field {
  /// Whether the field is not mentioned.
  package var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Takes another field's value when this one is not mentioned.
  package mutating func fill(from other: Self) {
    if isAbsent { self = other }
  }

  /// Turns a value into another; what is absent or cleared stays so.
  package func map<Other>(_ transform: (Value) -> Other) -> Payload.Field<Other> {
    switch self {
    case .absent: .absent
    case .cleared: .cleared
    case .set(let value): .set(transform(value))
    }
  }
}
