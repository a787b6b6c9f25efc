package import Foundation
import InboxText

/// The result of applying rules to a push.
package struct RuleVerdict: Sendable, Hashable {
  /// The payload with the fields set by rules.
  package var payload: Payload
  /// The rules that were applied, in order.
  package var rules: [Rule] = []
  /// The rule that drops it; nil for none.
  package var dropper: String?
  /// The end of a new message's snooze.
  package var snoozedUntil: Date?
  /// The programs that receive the message.
  package var programs: [RuleProgram] = []

  /// Leaves a payload unchanged.
  init(payload: Payload) { self.payload = payload }

  /// Applies rules in order; each sees the message as changed by the earlier ones.
  ///
  /// - Parameters:
  ///   - payload: A validated payload.
  ///   - message: The message that it creates or updates.
  ///   - rules: The rules, in order.
  ///   - now: The time of the push.
  ///   - arrival: When the message arrived, where it is only asked what would be done now.
  package init(
    on payload: Payload, as message: Message, by rules: [Rule], at now: Date, arrival: Date? = nil
  ) {
    self.payload = payload
    var message = message
    for rule in rules where rule.matches(message, at: now, arrival: arrival) {
      self.rules.append(rule)
      if rule.actions.drops {
        dropper = rule.name
        return
      }
      apply(rule, to: message, at: now)
      self.payload.write(to: &message)
      if rule.actions.stops { break }
    }
    self.payload.rules = self.rules.map(\.name)
  }

  private mutating func apply(_ rule: Rule, to message: Message, at now: Date) {
    let actions = rule.actions
    var changed = actions.fields
    changed.tags = Self.adding(actions.addedTags, to: message.tags)
    changed.categories = Self.adding(actions.addedCategories, to: message.categories)
    if actions.mutes { changed.delivery = .set(.inbox) }
    let moments = TimeExpressionReader(now: now, timeZone: .current)
    if let duration = actions.expiresAfter, let end = try? moments.futureDate(after: duration) {
      changed.expiresAt = .set(end)
    }
    if let moment = actions.snooze { snoozedUntil = try? moments.futureDate(moment) }
    if let key = actions.foldKey(of: message), payload.fold.value == nil, payload.resolves == nil {
      changed.fold = .set(key.storable.cut(toBytes: Payload.identifierLength.upperBound))
    }
    payload.set(by: changed)
    payload.isDone = payload.isDone || actions.finishes
    payload.foldRepeats = actions.foldRepeats ?? payload.foldRepeats
    if !actions.program.isEmpty {
      programs.append(RuleProgram(rule: rule.name, words: actions.program))
    }
  }

  private static func adding(_ names: [String], to own: [String]) -> Payload.Field<[String]> {
    names.isEmpty ? .absent : .set(own + names.filter { !own.contains($0) })
  }
}

/// A program that a rule starts for a message.
package struct RuleProgram: Sendable, Hashable {
  /// Name of the rule.
  package var rule: String
  /// The program and its arguments.
  package var words: [String]

  /// Creates a program.
  package init(rule: String, words: [String]) {
    self.rule = rule
    self.words = words
  }
}

/// A call of a program with the messages that it receives.
package struct RuleProgramCall: Sendable, Hashable {
  /// The program.
  package var program: RuleProgram
  /// Each message as a line of JSON.
  package var input: String

  /// Creates a call for some messages.
  package init(program: RuleProgram, messages: [Message]) {
    self.program = program
    input = messages.map { MessageJSON($0).text + "\n" }.joined()
  }
}

extension Payload {
  /// Replaces fields by those that a rule sets.
  fileprivate mutating func set(by fields: Payload) {
    var fields = fields
    fields.fill(from: self)
    title = fields.title
    categories = fields.categories
    thread = fields.thread
    tags = fields.tags
    priority = fields.priority
    glyph = fields.glyph
    sound = fields.sound
    expiresAt = fields.expiresAt
    delivery = fields.delivery
    format = fields.format
    fold = fields.fold
  }
}
