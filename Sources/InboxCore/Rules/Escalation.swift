package import Foundation
import InboxText

/// What a rule does about a message that stays unread.
package struct Escalation: Sendable, Hashable {
  /// Seconds from the arrival of the message.
  package var after: TimeInterval
  /// A program and its arguments, which receives the messages; empty for none.
  package var program: [String] = []
  /// The address of an ntfy topic; nil for none.
  package var topic: String?
  /// Whether the message alerts again.
  package var alerts = false
  /// Whether it does anything.
  package var acts: Bool { !program.isEmpty || topic != nil || alerts }

  /// Creates an escalation that does nothing yet.
  package init(after seconds: TimeInterval) {
    after = seconds
  }
}

/// Messages that a rule escalates together.
package struct EscalationBatch: Sendable, Hashable {
  /// The name of the rule.
  package var rule: String
  package var escalation: Escalation
  /// When it was taken.
  package var takenAt: Date
  package var messages: [Message] = []
}

extension Message {
  /// Whether a rule escalated it after a time, on whichever machine.
  func isEscalated(by rule: String, after time: Date) -> Bool {
    let text = actionOutcomes["rule \(rule)"] ?? ""
    return RFC3339.date(from: String(text.prefix { $0 != " " })).map { $0 > time } ?? false
  }
}

extension LogEntry {
  /// The detail of messages that alert again because they stayed unread.
  static let escalationDetail = "escalated"
}

extension InboxSchema {
  /// The messages that rules escalate if they stay unread, until that begins.
  ///
  /// `since` is when the message arrived. `matched` is 1 where the filter matched the message as stored, and must do so later.
  static let escalation = """
    CREATE TABLE escalation (
      number INTEGER NOT NULL,
      rule TEXT NOT NULL,
      since INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      matched INTEGER NOT NULL,
      PRIMARY KEY (number, rule)
    ) WITHOUT ROWID;
    CREATE INDEX escalation_by_time ON escalation (due_at);
    """
}
