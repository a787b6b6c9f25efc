package import Foundation
import InboxText

/// What rules make of a push.
package struct RuleVerdict: Sendable, Hashable {
  /// The payload with the fields that rules set.
  package var payload: Payload
  /// The rules that acted, in their order.
  package var rules: [Rule] = []
  /// The rule that keeps it out of the inbox; nil when it comes in.
  package var dropper: String?
  /// Until when a new message is snoozed.
  package var snoozedUntil: Date?
  /// The programs that get the message.
  package var programs: [RuleProgram] = []

  /// Leaves a payload as it is.
  init(payload: Payload) {
    self.payload = payload
  }

  /// Asks rules one after the other; a later one sees what the earlier ones made of the message.
  ///
  /// - Parameters:
  ///   - payload: A checked payload.
  ///   - message: The message that it makes, or what it makes of a known one.
  ///   - rules: The rules, in their order.
  ///   - now: The moment of the push.
  package init(on payload: Payload, as message: Message, by rules: [Rule], at now: Date) {
    self.payload = payload
    var message = message
    for rule in rules where rule.matches(message, at: now) {
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
    if let key = actions.fold?.text(for: message), !key.isEmpty, payload.fold.value == nil,
      payload.resolves == nil
    {
      changed.fold = .set(key.storable.cut(toBytes: Payload.identifierLength.upperBound))
    }
    payload.set(by: changed)
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

  /// Names a program.
  package init(rule: String, words: [String]) {
    self.rule = rule
    self.words = words
  }
}

/// A program, and the messages that it gets.
package struct RuleProgramCall: Sendable, Hashable {
  /// What is started.
  package var program: RuleProgram
  /// Each message as a line of JSON.
  package var input: String

  /// Makes a call for some messages.
  package init(program: RuleProgram, messages: [Message]) {
    self.program = program
    input = messages.map { MessageJSON($0).text + "\n" }.joined()
  }
}

extension Payload {
  /// Takes the fields that a rule sets, in place of its own.
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
