public import Foundation
import InboxText

/// A rule for arriving messages: a filter, and actions on the messages and their alerts.
public struct Rule: Sendable, Hashable {
  /// The name of the rule, recorded on the messages that it changed.
  package var name: String
  /// The messages that it matches, as if they were listed.
  package var filter = MessageFilter.all
  /// The end of its validity; nil is never.
  package var until: Date?
  /// The hours of the day, in local time, at which it applies; nil is always.
  package var hours: QuietHours?
  /// Its actions.
  package var actions = RuleActions()
  /// Its definition as `file:line`; nil for one made in code.
  package var place: String?

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The name, recorded on the messages that it changed.
  ///   - filter: The messages that it matches, as if they were listed.
  ///   - until: The end of its validity; nil is never.
  ///   - actions: Its actions.
  public init(
    name: String, filter: MessageFilter = .all, until: Date? = nil,
    actions: RuleActions = RuleActions()
  ) {
    self.name = name
    self.filter = filter
    self.until = until
    self.actions = actions
  }

  /// Whether its validity has ended.
  package func hasEnded(at now: Date) -> Bool {
    until.map { $0 <= now } ?? false
  }

  /// Whether the rule matches a message that arrives at a time.
  ///
  /// Hidden messages match too, unless the filter, or an alternative of it, asks for a phase.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: The time at which it arrives.
  ///   - arrival: When it arrived, where it is only asked what the rule would do now.
  /// - Returns: Whether it matches.
  package func matches(_ message: Message, at now: Date, arrival: Date? = nil) -> Bool {
    guard !hasEnded(at: now), hours?.contains(arrival ?? now, in: .current) ?? true else {
      return false
    }
    return filter.clauses.contains { clause in
      var message = message
      message.status = message.status == .deleted ? .unread : message.status
      if !clause.asksForAlertOnly { message.delivery = .inboxAndAlert }
      if !clause.asksForPhase {
        (message.startsAt, message.expiresAt, message.snoozedUntil) = (nil, nil, nil)
        (message.snoozedFor, message.doneAt) = (nil, nil)
      }
      return clause.matches(message, at: now)
    }
  }

  /// The key by which it would hide every new message for good; nil for none.
  package var hidingKey: String? {
    guard filter.isMetOnArrival == true, until == nil, hours == nil else { return nil }
    return actions.drops
      ? "drop"
      : actions.finishes ? "done" : actions.fields.delivery.value == .alert ? "delivery" : nil
  }

  /// The filter words that keep it from matching any new message; nil for none, and where its filter is
  /// asked later as well.
  package var missedWord: String? {
    guard actions.readProgram.isEmpty, actions.escalation == nil, alertRule == nil else {
      return nil
    }
    return filter.textMissedOnArrival
  }

  /// The rule for the alerts of a screen; nil when it does not change them.
  package var alertRule: AlertRule? {
    guard actions.banner != nil || actions.bell != nil || actions.desktop != nil else { return nil }
    return AlertRule(
      filter: filter, banner: actions.banner, sound: actions.bell, desktop: actions.desktop)
  }
}

/// The actions of a rule on a message; none by default.
public struct RuleActions: Sendable, Hashable {
  /// Whether the message is dropped.
  package var drops = false
  /// Whether it is listed without an alert.
  package var mutes = false
  /// Fields to set.
  package var fields = Payload()
  /// Tags to add.
  package var addedTags: [String] = []
  /// Categories to add.
  package var addedCategories: [String] = []
  /// Whether it is marked as done at once.
  package var finishes: Bool
  /// The duration until it expires: `2h`, `3d`.
  package var expiresAfter: String?
  /// The end of its snooze: a duration or a time.
  package var snooze: String?
  /// The fold key to set, unless it has one.
  package var fold: MessageTemplate?
  /// Which repeats are folded.
  package var foldRepeats: FoldRepeats?
  /// A program and its arguments, which receives the message.
  package var program: [String] = []
  /// A program and its arguments, which receives the message once it is read or deleted.
  package var readProgram: [String] = []
  /// What is done about a message that stays unread.
  package var escalation: Escalation?
  /// Whether later rules are skipped.
  package var stops = false
  /// Whether a screen shows a banner.
  package var banner: Bool?
  /// When the bell of a screen rings.
  package var bell: Alerts.Sound?
  /// How a screen notifies the desktop.
  package var desktop: Alerts.Desktop?
}

extension RuleActions {
  /// Creates actions; none by default.
  ///
  /// - Parameters:
  ///   - drops: Whether the message is dropped.
  ///   - mutes: Whether it is listed without an alert.
  ///   - fields: Fields to set: title, categories, thread, tags, priority, glyph, sound, end,
  ///     delivery, format and fold key.
  ///   - addedTags: Tags to add.
  ///   - addedCategories: Categories to add.
  ///   - expiresAfter: The duration until it expires: `2h`, `3d`.
  ///   - snooze: The end of its snooze: a duration, or a time such as `tomorrow 9am`.
  ///   - foldRepeats: Which repeats are folded; nil uses the inbox's choice.
  ///   - stops: Whether later rules are skipped.
  public init(
    drops: Bool = false, mutes: Bool = false, fields: Payload = Payload(),
    addedTags: [String] = [], addedCategories: [String] = [], expiresAfter: String? = nil,
    snooze: String? = nil, foldRepeats: FoldRepeats? = nil, stops: Bool = false
  ) {
    self.init(
      drops: drops, mutes: mutes, fields: fields, addedTags: addedTags,
      addedCategories: addedCategories, finishes: false, expiresAfter: expiresAfter,
      snooze: snooze, foldRepeats: foldRepeats, stops: stops)
  }
}

extension RuleActions {
  /// The fields that a fold key may name.
  package static let foldNames = ["source", "title", "subtitle", "thread", "category", "tag"]

  /// The fold key of a message; nil for none.
  func foldKey(of message: Message) -> String? {
    let values: [String?] = [
      message.source, message.title, message.subtitle, message.thread, message.categories.first,
      message.tags.first,
    ]
    let fields = zip(Self.foldNames, values).map { ($0, $1.map(JSONValue.string) ?? .null) }
    let key = fold?.template.text(of: JSONValue.object(Dictionary(uniqueKeysWithValues: fields)))
    return key?.isEmpty == false ? key : nil
  }
}

extension MessageFilter {
  fileprivate var asksForPhase: Bool { terms.contains { $0.condition.phase != nil } }
  fileprivate var asksForAlertOnly: Bool { terms.contains { $0.condition == .alertOnly } }
}
