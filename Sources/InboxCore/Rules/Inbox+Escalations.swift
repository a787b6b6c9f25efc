package import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Maximum number of messages that are taken at once; the others follow.
  package static let mostEscalated = 1_000

  /// Takes the messages that rules escalate now, so that nobody else does.
  ///
  /// - Returns: The messages by rule, and when this must be called again; nil for not before a change.
  /// - Throws: ``InboxError``.
  package func takeEscalations() throws -> (batches: [EscalationBatch], next: Date?) {
    let (now, rules) = (now, store.configuration.rules)
    // Most often there is nothing to do, and a read does not wait for other programs.
    let (next, isOver) = try store.read {
      (try $0.nextEscalation(), try $0.hasEndedEscalation(at: now))
    }
    guard isOver || next.map({ $0 <= now }) ?? false else { return ([], next) }
    return try store.writeSettled(at: now) { database in
      let batches = try database.takeEscalations(by: rules, at: now)
      for batch in batches {
        try database.keep("begun", of: batch, at: now)
        guard batch.escalation.alerts else { continue }
        try database.appendLog(
          .resurfaced, batch.messages.map(\.number).sorted(), detail: LogEntry.escalationDetail,
          at: now)
      }
      return (batches, try database.nextEscalation())
    }
  }

  /// Notes in messages what came of their escalation.
  ///
  /// - Throws: ``InboxError``.
  package func finish(_ batch: EscalationBatch, outcome: String) throws {
    try write { try $0.keep(outcome, of: batch, at: $1) }
  }
}

extension Database {
  /// Milliseconds of which all that falls due is escalated together.
  private static let escalationStep: Int64 = 10_000
  /// Seconds after which a machine takes the place of one that has sent nothing.
  private static let escalationGrace = 300.0
  /// Seconds in which a machine that was away hears from the others before it escalates.
  private static let catchingUp = 60.0
  /// Milliseconds after which nobody escalates any more.
  private static let escalationValidity: Int64 = 86_400_000

  /// The turn of this machine among those on which a message did not arrive, from 1.
  private static let turn = """
    (SELECT count(*) + 1 FROM peer WHERE name <> ?6 AND \(machineIsListed)
      AND seen_at > ?7 - \(escalationValidity)
      AND origin < (SELECT substr(id, 1, 8) FROM origin WHERE key = 1))
    """

  /// Notes the messages that arrived or came up again and are escalated if they stay unread.
  ///
  /// One that is unread since an earlier arrival keeps its time. For messages of other machines,
  /// machines take turns, each after the time in which the one before would have been heard.
  func noteEscalations(of numbers: [MessageNumber], by rules: [Rule], at now: Date) throws {
    let rules = rules.filter { $0.actions.escalation != nil }
    for message in try rules.isEmpty ? [] : Set(numbers).compactMap({ try message($0) }) {
      let isOther = try isOther(message.machine)
      for rule in rules {
        // The rule itself may have changed what its filter looks at.
        let isMatching = rule.matches(message, at: now)
        guard isOther ? isMatching : message.rules.contains(rule.name),
          let escalation = rule.actions.escalation
        else { continue }
        let since = isOther ? message.receivedAt : now
        try run(
          """
          INSERT INTO escalation (number, rule, since, due_at, matched)
          SELECT ?1, ?2, ?3, \(Self.rounded("(?4 + ?5 * \(Self.turn))")), ?8 WHERE true
          ON CONFLICT DO UPDATE SET since = ?3, due_at = excluded.due_at
          WHERE (SELECT status_at FROM message WHERE number = ?1) = ?7
          """,
          [
            message.number.rawValue, rule.name, since.milliseconds,
            max(since + escalation.after, now).milliseconds,
            isOther ? Int64(Self.escalationGrace * 1_000) : 0, message.machine, now.milliseconds,
            isMatching,
          ])
      }
    }
  }

  private static let isEnded = """
    due_at < ?1 - \(escalationValidity) OR NOT EXISTS (
      SELECT 1 FROM message AS m
      WHERE m.number = escalation.number AND m.status = \(Status.unread.rawValue)
        AND m.delivery = \(Delivery.inboxAndAlert.rawValue)
        AND m.done_at IS NULL AND m.resolved_at IS NULL AND m.answer IS NULL
        AND (m.place = \(Place.list.rawValue) OR m.next_at IS NOT NULL OR m.snoozed_for IS NOT NULL))
    """

  /// Whether the matter of a message that waits is over.
  fileprivate func hasEndedEscalation(at now: Date) throws -> Bool {
    try value(
      "SELECT EXISTS (SELECT 1 FROM escalation WHERE \(Self.isEnded))", [now.milliseconds]) ?? false
  }

  /// The first time at which something is due.
  fileprivate func nextEscalation() throws -> Date? {
    try date("SELECT min(due_at) FROM escalation")
  }

  fileprivate func takeEscalations(by rules: [Rule], at now: Date) throws -> [EscalationBatch] {
    try run("DELETE FROM escalation WHERE \(Self.isEnded)", [now.milliseconds])
    let due = try Row.fetchAll(
      self,
      sql: """
        SELECT number, rule, since, due_at, matched FROM escalation
        WHERE due_at <= ? ORDER BY due_at, number LIMIT \(Inbox.mostEscalated)
        """, arguments: [now.milliseconds])
    let delete = try cachedStatement(sql: "DELETE FROM escalation WHERE number = ? AND rule = ?")
    var batches: [String: EscalationBatch] = [:]
    for row in due {
      let (number, name): (MessageNumber, String) = (try row.messageNumber(0), try row.value(1))
      let since = Date(milliseconds: try row.value(2))
      let hasMatched: Bool = try row.value(4)
      guard let message = try message(number),
        let escalation = rules.first(where: {
          $0.name == name && $0.actions.escalation != nil && !$0.hasEnded(at: now)
            && (!hasMatched || $0.matches(message, at: now))
        })?.actions.escalation,
        !message.isEscalated(by: name, after: since),
        try !isAwake(message.machine, after: since + escalation.after)
      else {
        try delete.execute(arguments: [number.rawValue, name])
        continue
      }
      // Hidden until then, by its sender or by the person; until an event, it is looked at again.
      let shownAt =
        message.snoozedFor == nil
        ? max(message.startsAt ?? since, message.snoozedUntil ?? since) : now
      let isLate = Date(milliseconds: try row.value(3)) + Self.escalationGrace < now
      var next = shownAt + escalation.after
      if isLate, try ExchangeSession.isOn(in: self) { next = max(next, now + Self.catchingUp) }
      guard next <= now else {
        try run(
          "UPDATE escalation SET due_at = \(Self.rounded("?")) WHERE number = ? AND rule = ?",
          [next.milliseconds, number.rawValue, name])
        continue
      }
      try delete.execute(arguments: [number.rawValue, name])
      let new = EscalationBatch(rule: name, escalation: escalation, takenAt: now)
      batches[name, default: new].messages.append(message)
    }
    return Array(batches.values)
  }

  /// Whether a machine is another one, and was heard after a time.
  private func isAwake(_ machine: String?, after time: Date) throws -> Bool {
    let isHeard: Bool? = try value(
      "SELECT EXISTS (SELECT 1 FROM peer WHERE name = ? AND seen_at > ?)",
      [machine, time.milliseconds])
    return try isHeard == true && isOther(machine)
  }

  /// Keeps an outcome in messages, after the time of their escalation.
  fileprivate func keep(_ outcome: String, of batch: EscalationBatch, at now: Date) throws {
    let present = try batch.messages.map(\.number).sorted().filter { number in
      guard var message = try message(number) else { return false }
      let text = "\(RFC3339.string(from: batch.takenAt)) \(outcome)"
      message.keep(text, under: "rule \(batch.rule)")
      try replace(message, isPlacedAnew: false, at: now)
      return true
    }
    if !present.isEmpty { try appendLog(.merged, present, at: now) }
  }

  private static func rounded(_ time: String) -> String {
    "(\(time) + \(escalationStep - 1)) / \(escalationStep) * \(escalationStep)"
  }
}
