import Foundation
import GRDB
import InboxText

/// What is to be sent, and what became of it.
extension ExchangeInbox {
  /// The values that are to be sent, after taking up the changes of this machine.
  ///
  /// - Parameter limit: Maximum number of values.
  /// - Returns: The values with the sequences that the stream must still have.
  /// - Throws: ``InboxError``.
  package func pending(limit: Int) throws -> [ExchangeValue] {
    let now = inbox.now
    return try inbox.store.writeSettled(at: now, durability: Self.durability) { database in
      guard var session = try session(database, at: now) else { return [] }
      let hasCollected = try session.collect()
      try session.endMarks()
      try session.renewMarks()
      let rule = session.markRule
      var values =
        hasCollected ? [] : try database.values(due: .due, limit: limit, lifetime: rule)
      if values.count < limit || limit == 0 {
        // Some may have been taken up where no key was at hand. While many wait, this takes long.
        try session.setSubjects()
        values = try database.values(due: .due, limit: limit, lifetime: rule)
      }
      values += try session.leftovers(limit: limit - values.count)
      try session.finish()
      return values.sorted { ($0.subject.text, $0.name) < ($1.subject.text, $1.name) }
    }
  }

  /// Whether values wait to be sent, or changes that were not taken up yet.
  ///
  /// Leftovers do not count while the stream refuses their purge: they are sent after it.
  ///
  /// Unlike ``pending(limit:)`` it writes nothing, so that most wakes cost one read.
  ///
  /// - Throws: ``InboxError``.
  package func hasPending() throws -> Bool {
    try inbox.store.read { database in
      if try database.exchangeCursor() != InboxStore.lastSequence(in: database) { return true }
      return try database.value(
        """
        SELECT EXISTS (SELECT 1 FROM register INDEXED BY register_dirty WHERE dirty > 0 AND dirty < 3)
          OR EXISTS (
            SELECT 1 FROM register AS r INDEXED BY register_dirty
            WHERE \(ExchangeSession.sendableLeftover))
        """) ?? false
    }
  }

  /// Whether the stream names the key.
  ///
  /// - Throws: ``InboxError``.
  package func isKeyed() throws -> Bool {
    try inbox.store.read { try $0.value("SELECT is_keyed FROM exchange") ?? false }
  }

  /// Whether the stream has refused something.
  ///
  /// - Throws: ``InboxError``.
  package func hasHeld() throws -> Bool {
    try inbox.store.read { database in
      try database.value(
        """
        SELECT EXISTS (SELECT 1 FROM register INDEXED BY register_dirty WHERE dirty > 0 AND dirty = 3)
          OR EXISTS (SELECT 1 FROM peer WHERE dirty = 3)
        """) ?? false
    }
  }

  /// Notes the key that seals the values of the stream.
  ///
  /// With another key the stream has other subjects for the same messages: everything is read, and
  /// sent again.
  ///
  /// - Parameters:
  ///   - key: Its id, empty for none.
  ///   - isInStream: Whether the stream names it.
  /// - Throws: ``InboxError``.
  package func setKey(_ key: String, isInStream: Bool) throws {
    try inbox.store.write { database in
      let known: String? = try database.value("SELECT key FROM exchange")
      try database.run("UPDATE exchange SET key = ?, is_keyed = ?", [key, isInStream])
      guard let known, known != key else { return }
      try database.execute(
        sql: """
          DELETE FROM register WHERE dirty > 0 AND dirty = 4;
          UPDATE exchange SET sequence = 0;
          UPDATE register SET dirty = 1, sequence = 0;
          """)
      try database.forgetSubjects()
    }
  }

  /// Takes up the present values of messages whose values the stream has refused as outdated.
  ///
  /// - Parameters:
  ///   - values: The values that the stream has of these messages.
  ///   - outdated: The values that were refused; what the stream has no value of is sent as new.
  /// - Returns: Whether the stream had all of them, and has lost none.
  /// - Throws: ``InboxError``.
  package func takePresent(
    _ values: [ExchangeValue], of outdated: [ExchangeValue]
  ) throws -> Bool {
    try take(values)
    var isWhole = true
    try inbox.store.write { database in
      for value in outdated {
        let present = values.first { $0.subject == value.subject && $0.name == value.name }
        if present == nil, value.isLeftover {
          // Another machine of the person has sent it, and it has expired.
          try database.dropLeftover(value)
        } else if present == nil, value.sequence > 0 {
          isWhole = false
        }
        try database.run(
          """
          UPDATE register SET sequence = ?1 WHERE name = ?2
            AND number = (SELECT number FROM subject WHERE subject = ?3)
          """, [present?.sequence ?? 0, value.name.description, value.subject.text])
      }
    }
    return isWhole
  }

  /// Notes values that the stream has refused; they are sent again after a change, or when
  /// ``begin(_:created:last:offset:)`` is called.
  ///
  /// - Parameter values: The values as they were sent.
  /// - Throws: ``InboxError``.
  package func hold(_ values: [ExchangeValue]) throws {
    try update(
      values,
      by: """
        UPDATE register SET dirty = 3 WHERE dirty = 1 AND value = ?1 AND name = ?2
          AND number = (SELECT number FROM subject WHERE subject = ?3)
        """
    ) { [Data($0.bytes), $0.name.description, $0.subject.text] }
  }

  /// Tries some values again that the stream has refused.
  ///
  /// - Parameter places: The registers.
  /// - Throws: ``InboxError``.
  package func release(_ places: [RegisterPlace]) throws {
    try inbox.store.write { database in
      for place in places {
        try database.run(
          """
          UPDATE register SET dirty = 1 WHERE dirty = 3 AND name = ?1
            AND number = (SELECT number FROM subject WHERE subject = ?2)
          """, [place.name.description, place.subject.text])
      }
    }
  }

  /// Tries all values again that the stream has refused.
  ///
  /// - Throws: ``InboxError``.
  package func release() throws {
    try inbox.store.write { database in
      for table in ["register", "peer"] {
        try database.execute(sql: "UPDATE \(table) SET dirty = 1 WHERE dirty > 0 AND dirty = 3")
      }
    }
  }

  /// The pruned messages that came back: their values in the stream must be read before they are
  /// sent, by ``takeReturning(_:of:)``.
  ///
  /// - Throws: ``InboxError``.
  package func returning() throws -> [SubjectKey] {
    try inbox.store.read { try $0.values(due: .returning, limit: .max).map(\.subject) }
  }

  /// Takes up the present values of messages that came back; those without any are sent.
  ///
  /// - Parameters:
  ///   - values: The values that the stream has.
  ///   - subjects: The messages that were looked for.
  /// - Throws: ``InboxError``.
  package func takeReturning(_ values: [ExchangeValue], of subjects: [SubjectKey]) throws {
    try take(values)
    try inbox.store.write { database in
      for subject in subjects {
        try database.run(
          """
          UPDATE register SET dirty = 1 WHERE dirty = 2
            AND number = (SELECT number FROM subject WHERE subject = ?)
          """, [subject.text])
      }
    }
  }

  /// Notes values that the stream has stored; one that was changed since is sent again.
  ///
  /// So is one that has replaced a value of another machine, which was read meanwhile.
  ///
  /// - Parameters:
  ///   - values: The values as they were sent, with their new sequences.
  ///   - sequence: The place up to which own values were read, beyond the last that was taken up; a
  ///     lower one than the known one changes nothing.
  ///   - stream: When the stream of that place was made.
  /// - Throws: ``InboxError``.
  package func confirm(
    _ values: [ExchangeValue], readTo sequence: Int64 = 0, of stream: String = ""
  ) throws {
    try update(
      values, readTo: sequence, of: stream,
      by: """
        UPDATE register SET sequence = max(?1, ifnull(sequence, 0)),
          dirty = CASE
            -- The message was purged in the meantime.
            WHEN dirty = 4 THEN 4
            -- A later value was read; whether it lacks something is noted already.
            WHEN ?5 AND ifnull(sequence, 0) > ?1 THEN dirty
            WHEN value = ?2 THEN 0
            WHEN ?5 AND dirty = 0 AND ifnull(sequence, 0) < ?1 THEN 1
            ELSE dirty
          END
        WHERE name = ?3 AND number = (SELECT number FROM subject WHERE subject = ?4)
        """
    ) { value in
      [
        value.sequence, Data(value.bytes), value.name.description, value.subject.text,
        hasSharedSequences,
      ]
    }
  }

  /// Updates the registers of values after they were sent, and the place up to which was read.
  private func update(
    _ values: [ExchangeValue], readTo sequence: Int64 = 0, of stream: String = "", by sql: String,
    _ arguments: (ExchangeValue) -> StatementArguments
  ) throws {
    guard !values.isEmpty || sequence > 0 else { return }
    let now = inbox.now
    try inbox.store.write(durability: Self.durability) { database in
      try database.run(
        "UPDATE exchange SET sequence = ?1, read_at = ?3 WHERE sequence < ?1 AND created = ?2",
        [sequence, stream, now.milliseconds])
      for value in values {
        // A value that belongs to no message is not sent again.
        guard !value.isLeftover else {
          try database.dropLeftover(value)
          continue
        }
        try database.run(sql, arguments(value))
      }
      try database.noteWaiting(at: now)
    }
  }
}

extension Database {
  fileprivate func values(
    due sending: StoredRegister.Sending, limit: Int, lifetime: ((Int64) -> Int64)? = nil
  ) throws -> [ExchangeValue] {
    try values(where: "r.dirty > 0 AND r.dirty = ?", [sending.rawValue, limit]).map { value, key in
      guard let lifetime, value.name == .content, key.number == nil else { return value }
      var value = value
      value.lifetime = ContentRegister.purgeTime(in: value.bytes).map(lifetime)
      return value
    }
  }

  /// The values of registers, with the keys of their messages; the last argument is the limit.
  func values(
    where condition: String, _ arguments: StatementArguments
  ) throws -> [(value: ExchangeValue, key: ExchangedKey)] {
    let rows = try rows(
      """
      SELECT s.subject, r.name, r.value, r.sequence, r.number
      FROM register AS r INDEXED BY register_dirty JOIN subject AS s ON s.number = r.number
      WHERE \(condition) LIMIT ?
      """, arguments)
    return try Array(
      rows.compactMap { row in
        guard let subject = SubjectKey(try row.value(0) as String),
          let name = try? RegisterName(row.value(1) as String)
        else { return nil }
        let bytes: Data = try row.value(2)
        let value = ExchangeValue(
          subject: subject, name: name, bytes: [UInt8](bytes),
          sequence: try row.value(3) as Int64? ?? 0)
        return (value, ExchangedKey(rawValue: try row.value(4)))
      })
  }
}
