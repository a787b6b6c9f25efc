public import Foundation
import InboxText

/// What happens to messages of a kind on their way into the inbox, and how they alert.
public struct Rule: Sendable, Hashable {
  /// What people call it; kept on the messages that it changed.
  package var name: String
  /// The messages that it is for, as if they were listed.
  package var filter = MessageFilter.all
  /// When it ends; nil is never.
  package var until: Date?
  /// What it does.
  package var actions = RuleActions()
  /// Where it is written, as `file:line`; nil for one made in code.
  package var place: String?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - name: What people call it; kept on the messages that it changed.
  ///   - filter: The messages that it is for, as if they were listed.
  ///   - until: When it ends; nil is never.
  ///   - actions: What it does.
  public init(
    name: String, filter: MessageFilter = .all, until: Date? = nil,
    actions: RuleActions = RuleActions()
  ) {
    self.init(name: name, filter: filter, until: until, actions: actions, place: nil)
  }

  /// Makes a rule that is written in a file.
  package init(
    name: String, filter: MessageFilter = .all, until: Date? = nil,
    actions: RuleActions = RuleActions(), place: String?
  ) {
    self.name = name
    self.filter = filter
    self.until = until
    self.actions = actions
    self.place = place
  }

  /// Whether its time is over.
  package func hasEnded(at now: Date) -> Bool {
    until.map { $0 <= now } ?? false
  }

  /// Whether the rule is for a message that comes in at a moment.
  ///
  /// What hides it makes no difference, unless the filter asks for that.
  package func matches(_ message: Message, at now: Date) -> Bool {
    guard !hasEnded(at: now) else { return false }
    var message = message
    message.status = message.status == .deleted ? .unread : message.status
    if !filter.asksForAlertOnly { message.delivery = .inboxAndAlert }
    if !filter.asksForPhase {
      (message.startsAt, message.expiresAt, message.snoozedUntil) = (nil, nil, nil)
    }
    return filter.matches(message, at: now)
  }

  /// The rule for the alerts of a screen; nil when it says nothing of them.
  package var alertRule: AlertRule? {
    guard actions.banner != nil || actions.bell != nil || actions.desktop != nil else { return nil }
    return AlertRule(
      filter: filter, banner: actions.banner, sound: actions.bell, desktop: actions.desktop)
  }
}

/// What a rule does to a message; nothing unless it is said.
public struct RuleActions: Sendable, Hashable {
  /// Whether the message is not kept at all.
  package var drops = false
  /// Whether it is listed without an alert.
  package var mutes = false
  /// Fields that it gets.
  package var fields = Payload()
  /// Tags that it gets beside its own.
  package var addedTags: [String] = []
  /// Categories that it gets beside its own.
  package var addedCategories: [String] = []
  /// After how long it expires: `2h`, `3d`.
  package var expiresAfter: String?
  /// Until when it is snoozed: a duration or a moment.
  package var snooze: String?
  /// The fold key that it gets, unless it has one.
  package var fold: RuleTemplate?
  /// Which repetitions are occurrences.
  package var foldRepeats: FoldRepeats?
  /// A program and its arguments, which gets the message.
  package var program: [String] = []
  /// A program and its arguments, which gets the message once it is read or deleted.
  package var readProgram: [String] = []
  /// Whether no later rule is asked.
  package var stops = false
  /// Whether a screen shows a banner.
  package var banner: Bool?
  /// When the bell of a screen rings.
  package var bell: Alerts.Sound?
  /// How a screen notifies the desktop.
  package var desktop: Alerts.Desktop?

  /// Makes actions; without any they do nothing.
  ///
  /// - Parameters:
  ///   - drops: Whether the message is not kept at all.
  ///   - mutes: Whether it is listed without an alert.
  ///   - fields: Fields that it gets in the place of its own: title, categories, thread, tags,
  ///     priority, glyph, sound, end, delivery, format and fold key.
  ///   - addedTags: Tags that it gets beside its own.
  ///   - addedCategories: Categories that it gets beside its own.
  ///   - expiresAfter: After how long it expires, as people write it: `2h`, `3d`.
  ///   - snooze: Until when it is snoozed: a duration, or a moment such as `tomorrow 9am`.
  ///   - foldRepeats: Which repetitions are occurrences; nil leaves it to the inbox.
  ///   - stops: Whether no later rule is asked.
  public init(
    drops: Bool = false, mutes: Bool = false, fields: Payload = Payload(),
    addedTags: [String] = [], addedCategories: [String] = [], expiresAfter: String? = nil,
    snooze: String? = nil, foldRepeats: FoldRepeats? = nil, stops: Bool = false
  ) {
    self.drops = drops
    self.mutes = mutes
    self.fields = fields
    self.addedTags = addedTags
    self.addedCategories = addedCategories
    self.expiresAfter = expiresAfter
    self.snooze = snooze
    self.foldRepeats = foldRepeats
    self.stops = stops
  }
}

/// A text with fields of a message in braces: `{source}: {title}`.
package struct RuleTemplate: Sendable, Hashable {
  /// A field that can be named.
  package enum Field: String, CaseIterable, Sendable, Hashable {
    case source, title, subtitle, thread, category, tag
  }

  private enum Piece: Hashable {
    case text(String)
    case field(Field)
  }

  /// The text as it was written.
  package let text: String
  private var pieces: [Piece] = []

  /// Reads a template; nil for one that names another field or has no second brace.
  package init?(_ text: String) {
    self.text = text
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      guard let end = rest[start...].firstIndex(of: "}"),
        let field = Field(rawValue: String(rest[rest.index(after: start)..<end]))
      else { return nil }
      pieces += [.text(String(rest[..<start])), .field(field)]
      rest = rest[rest.index(after: end)...]
    }
    pieces.append(.text(String(rest)))
  }

  /// The text for a message.
  package func text(for message: Message) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(.source): message.source
      case .field(.title): message.title ?? ""
      case .field(.subtitle): message.subtitle ?? ""
      case .field(.thread): message.thread ?? ""
      case .field(.category): message.categories.first ?? ""
      case .field(.tag): message.tags.first ?? ""
      }
    }.joined()
  }
}

extension MessageFilter {
  fileprivate var asksForPhase: Bool { terms.contains { $0.condition.phase != nil } }
  fileprivate var asksForAlertOnly: Bool { terms.contains { $0.condition == .alertOnly } }
}
