import Foundation
import GRDB
import InboxText

/// An action that somebody chose and that the daemon of this machine performs, once.
package struct ActionRequest: Sendable, Hashable {
  package var id: Int64
  package var number: MessageNumber
  /// The id of the action.
  package var action: String
  /// What was chosen, by ``Message/digest(of:)``; nil from an older program.
  package var digest: String?

  /// The action, if the message still has it, and it would do what was chosen.
  package func action(
    in message: Message, running commands: [String: [MessageTemplate]] = [:]
  ) -> MessageAction? {
    message.action(named: action).flatMap { found in
      // Where it was chosen, the commands may not have been known.
      [nil, message.digest(of: found), message.digest(of: found, running: commands)]
        .contains(digest) ? found : nil
    }
  }
}

/// The result of asking for an action.
package enum ActionAsking: Sendable, Hashable {
  /// The daemon performs it.
  case asked(id: Int64)
  /// Nobody has allowed the actions of this source yet.
  case needsConsent(source: String)
  /// It was chosen before, and no daemon has taken it yet.
  case waits
  /// It was chosen before, and is being performed.
  case isPerformed
  /// The message or its action is gone, is none to perform, or is not the one that was seen.
  case gone
}

/// How far a chosen action is.
package enum ActionProgress: Sendable, Hashable {
  /// No daemon has taken it.
  case waiting
  case running
  /// Its outcome, such as `200 OK, 1.2 s`.
  case ended(String)
}

extension InboxSchema {
  /// The chosen actions, the sources whose actions are allowed, and the headers of requests.
  ///
  /// All of it stays on this machine, and none of it is in an export.
  static let actionRequests = """
    CREATE TABLE action_request (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      number INTEGER NOT NULL,
      action TEXT NOT NULL,
      asked_at INTEGER NOT NULL,
      taken_at INTEGER,
      outcome TEXT
    );
    CREATE TABLE action_consent (source TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE action_headers (
      number INTEGER NOT NULL,
      action TEXT NOT NULL,
      headers TEXT NOT NULL,
      PRIMARY KEY (number, action)
    ) WITHOUT ROWID;
    CREATE TRIGGER action_headers_delete AFTER DELETE ON message WHEN OLD.actions IS NOT NULL BEGIN
      DELETE FROM action_headers WHERE number = OLD.number;
    END;
    """
  /// What was chosen, as a message may be replaced before its action is performed.
  static let chosen = "ALTER TABLE action_request ADD COLUMN digest TEXT"
}

extension Inbox {
  /// Seconds for which a chosen action waits for a daemon.
  fileprivate static let validity = 86_400.0
  private static let chosen =
    "FROM action_request WHERE outcome IS NULL AND number = ? AND action = ?"

  /// Asks the daemon to perform an action, and marks the message read.
  ///
  /// - Parameters:
  ///   - id: The id or label of the action.
  ///   - number: The message.
  ///   - seen: What the person saw, by ``Message/digest(of:)``; nil is what there is now.
  ///   - consents: Whether the person allows the actions of its source from now on.
  /// - Returns: Whether it is asked for, or what is missing.
  /// - Throws: ``InboxError``; then nothing has changed.
  package func ask(
    for id: String, of number: MessageNumber, seen: String? = nil,
    consenting consents: Bool = false
  ) throws -> ActionAsking {
    let commands = configuration.commands()
    return try write { database, now in
      guard var message = try database.message(number) else { return .gone }
      message.actionHeaders = try database.actionHeaders(of: number)
      guard let action = message.action(named: id), let shown = message.digest(of: action),
        seen ?? shown == shown
      else { return .gone }
      if consents {
        try database.run("INSERT OR IGNORE INTO action_consent VALUES (?)", [message.source])
      }
      guard
        try database.row("SELECT 1 FROM action_consent WHERE source = ?", [message.source]) != nil
      else { return .needsConsent(source: message.source) }
      let oldest = now.addingTimeInterval(-Self.validity).milliseconds
      try database.run("DELETE FROM action_request WHERE asked_at < ?", [oldest])
      if let row = try database.row("SELECT taken_at \(Self.chosen)", [number.rawValue, action.id])
      {
        let takenAt: Int64? = try row.value(0)
        return takenAt == nil ? .waits : .isPerformed
      }
      let digest = message.digest(of: action, running: commands)
      try database.run(
        "INSERT INTO action_request (number, action, asked_at, digest) VALUES (?, ?, ?, ?)",
        [number.rawValue, action.id, now.milliseconds, digest])
      let id = database.lastInsertedRowID
      try database.choose(action, of: message, at: now)
      return .asked(id: id)
    }
  }

  /// Takes back a chosen action that no daemon has taken; returns whether there was one.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  package func takeBack(action id: String, of number: MessageNumber) throws -> Bool {
    try write { database, now in
      let action = try database.message(number)?.action(named: id)?.id ?? id
      try database.run("DELETE \(Self.chosen) AND taken_at IS NULL", [number.rawValue, action])
      guard database.changesCount > 0 else { return false }
      try database.appendLog(.merged, [number], at: now)
      return true
    }
  }

  /// The sources whose actions are allowed, in byte order.
  ///
  /// - Throws: ``InboxError``.
  package func allowedActionSources() throws -> [String] {
    try store.read { try $0.values("SELECT source FROM action_consent ORDER BY source") }
  }

  /// Allows the actions of a source, and of those below it, no longer, and ends those that wait for a
  /// daemon; returns whether any were allowed.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  package func disallowActions(of source: String) throws -> Bool {
    try write { database, now in
      let isWithin = "(source = ?1 OR source >= ?1 || '/' AND source < ?1 || '0')"
      try database.run("DELETE FROM action_consent WHERE \(isWithin)", [source])
      guard database.changesCount > 0 else { return false }
      let waiting = try database.requests(
        "taken_at IS NULL AND number IN (SELECT number FROM message WHERE \(isWithin))", [source])
      for request in waiting {
        try database.finish(request, outcome: "not done: its source is no longer allowed", at: now)
      }
      return true
    }
  }

  /// How far a chosen action is; nil where it is forgotten.
  ///
  /// - Throws: ``InboxError``.
  package func progress(ofAction id: Int64) throws -> ActionProgress? {
    try store.read { database in
      let row = try database.row("SELECT taken_at, outcome FROM action_request WHERE id = ?", [id])
      guard let row else { return nil }
      let (takenAt, outcome): (Int64?, String?) = (try row.value(0), try row.value(1))
      return outcome.map(ActionProgress.ended) ?? (takenAt == nil ? .waiting : .running)
    }
  }

  /// Takes the next chosen action, so that nobody else performs it; nil for none.
  ///
  /// - Throws: ``InboxError``.
  package func takeActionRequest() throws -> ActionRequest? {
    let now = now
    let next = "SELECT min(id) FROM action_request WHERE taken_at IS NULL AND asked_at >= ?"
    let oldest = now.addingTimeInterval(-Self.validity).milliseconds
    // Most often there is none, and a read does not wait for other programs.
    guard let _: Int64 = try store.read({ try $0.value(next, [oldest]) }) else { return nil }
    return try store.write { database in
      let sql =
        """
        UPDATE action_request SET taken_at = ? WHERE id = (\(next))
        RETURNING \(ActionRequest.columns)
        """
      return try database.row(sql, [now.milliseconds, oldest]).map { try ActionRequest($0) }
    }
  }

  /// Notes the outcome of an action, in the message too.
  ///
  /// - Throws: ``InboxError``.
  package func finish(_ request: ActionRequest, outcome: String) throws {
    try write { try $0.finish(request, outcome: outcome, at: $1) }
  }

  /// Ends the actions that a daemon took and whose outcome nobody knows, as it was ended itself.
  ///
  /// - Throws: ``InboxError``.
  package func endInterruptedActions() throws {
    let taken = try store.read { try $0.requests("taken_at IS NOT NULL AND outcome IS NULL") }
    for request in taken { try finish(request, outcome: "outcome unknown: the daemon was ended") }
  }
}

extension ActionRequest {
  /// The columns of one, in the order of its initializer.
  fileprivate static let columns = "id, number, action, digest"

  fileprivate init(_ row: Row) throws {
    try self.init(
      id: row.value(0), number: row.messageNumber(1), action: row.value(2), digest: row.value(3))
  }
}

extension Message {
  /// The outcomes of its actions by ``name(of:)``, or how far they are, and of its escalations.
  package var actionOutcomes: [String: String] {
    guard case .object(let outcomes)? = rest?.value(at: "/outcomes") else { return pendingOutcomes }
    return outcomes.compactMapValues(\.plainText).merging(pendingOutcomes) { $1 }
  }

  /// ``customAndRest``, with how far the chosen actions are in place of the outcomes of earlier runs;
  /// an export has neither, as what is imported waits for nothing.
  func customAndOutcomes(inExport isExport: Bool) -> JSONValue? {
    var message = self
    for (name, outcome) in pendingOutcomes {
      message.keep(isExport ? nil : outcome, under: name)
    }
    return message.customAndRest
  }

  /// Keeps an outcome beside what its sender said; nil removes it.
  mutating func keep(_ outcome: String?, under name: String) {
    var outcomes = (rest?.value(at: "/outcomes")).fields
    outcomes[name] = outcome.map(JSONValue.string)
    keep(inRest: outcomes.isEmpty ? nil : .object(outcomes), as: "outcomes")
  }
}

extension Database {
  /// The chosen actions that match a condition.
  fileprivate func requests(
    _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [ActionRequest] {
    let sql = "SELECT \(ActionRequest.columns) FROM action_request WHERE \(condition)"
    return try Array(rows(sql, arguments).map { try ActionRequest($0) })
  }

  /// Notes the outcome of an action, which nobody takes from then on, in the message too.
  fileprivate func finish(_ request: ActionRequest, outcome: String, at now: Date) throws {
    try run(
      "UPDATE action_request SET outcome = ?, taken_at = ifnull(taken_at, ?) WHERE id = ?",
      [outcome, now.milliseconds, request.id])
    guard var message = try message(request.number) else { return }
    let action = message.action(named: request.action)
    message.keep(outcome, under: action.map(message.name(of:)) ?? request.action)
    try replace(message, isPlacedAnew: false, at: now)
    try appendLog(.merged, [request.number], at: now)
  }

  /// Replaces the headers of a message by those of a later push that replaces the requests.
  ///
  /// Headers must not be sent to the URL of a later push.
  func replaceHeaders(by payload: Payload, ofActions number: MessageNumber) throws {
    guard payload.replacesRequests else { return }
    try dropHeaders(ofActions: number)
    try keepHeaders(payload.actionHeaders, ofActions: number)
  }

  /// Removes the headers of a message's actions.
  func dropHeaders(ofActions number: MessageNumber) throws {
    try run("DELETE FROM action_headers WHERE number = ?", [number.rawValue])
  }

  /// Keeps the headers of a message's actions.
  func keepHeaders(_ headers: [String: JSONValue], ofActions number: MessageNumber) throws {
    for (action, value) in headers {
      try run(
        "INSERT OR REPLACE INTO action_headers VALUES (?, ?, ?)",
        [number.rawValue, action, value.json])
    }
  }

  /// How far the chosen actions of a message are that have no outcome, by their names.
  func pendingOutcomes(of message: Message, at now: Date) throws -> [String: String] {
    guard !message.actions.isEmpty else { return [:] }
    let oldest = now.addingTimeInterval(-Inbox.validity).milliseconds
    let rows = try rows(
      """
      SELECT action, CASE WHEN taken_at IS NOT NULL THEN 'on its way' WHEN asked_at >= ?
      THEN 'waiting for the daemon' ELSE 'not done: no daemon ran within a day' END
      FROM action_request WHERE number = ? AND outcome IS NULL ORDER BY id
      """, [oldest, message.number.rawValue])
    return try rows.reduce(into: [:]) { outcomes, row in
      let action: String = try row.value(0)
      outcomes[message.action(named: action).map(message.name(of:)) ?? action] = try row.value(1)
    }
  }

  /// The headers of a message's actions.
  func actionHeaders(of number: MessageNumber) throws -> [String: JSONValue] {
    try rows("SELECT action, headers FROM action_headers WHERE number = ?", [number.rawValue])
      .reduce(into: [:]) { $0[try $1.value(0)] = RecordColumn.value(try $1.value(1)) }
  }
}
