import Foundation
import GRDB
import InboxText

/// The reason of a mark in the table `absent`.
enum AbsenceReason: String {
  case purged
  case pruned
  /// A purge while the inbox took no part: the message stays away here, and the others keep it.
  case removed
  case early
}

extension Database {
  /// Leaves marks of messages that a person removes forever.
  ///
  /// After an inbox has left, only those are marked that it has exchanged: if it joins again, they must
  /// not come back. The other machines keep them, as nobody has told these.
  ///
  /// - Parameters:
  ///   - messages: Their numbers with their identities.
  ///   - now: The time of the removal.
  /// - Throws: `DatabaseError`.
  func markPurged(
    _ messages: some Sequence<(MessageNumber, MessageIdentity)>, at now: Date
  ) throws {
    guard try !ExchangeSession.isOn(in: self) else {
      return try markAbsent(messages, .purged, at: now)
    }
    guard try value("SELECT 1 FROM register LIMIT 1") as Int? != nil else { return }
    let known = try messages.filter { number, _ in
      try value("SELECT 1 FROM register WHERE number = ? LIMIT 1", [number.rawValue]) as Int? != nil
    }
    try markAbsent(known, .removed, at: now)
  }

  /// Leaves marks of messages that are removed in this transaction from an inbox in an exchange; see
  /// ``AbsentMark``.
  ///
  /// The registers of a purged message are removed, except its content, which the exchange sends as
  /// purged, and those of this machine that the stream has: they are sent once more, so that they
  /// expire. Of a pruned message, only the content is removed: values that others write to its other
  /// registers are still joined.
  ///
  /// - Parameters:
  ///   - messages: Their numbers with their identities.
  ///   - reason: Why they are removed.
  ///   - now: The time of the removal.
  /// - Throws: `DatabaseError`.
  func markAbsent(
    _ messages: some Sequence<(MessageNumber, MessageIdentity)>, _ reason: AbsenceReason,
    at now: Date
  ) throws {
    let own = reason == .purged ? try ownDependents() : []
    for (number, identity) in messages {
      let content = try contentRegister(of: number)
      let key: Int64? = try value(
        """
        INSERT INTO absent (source, id, reason, generation, latest, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (source, id) DO UPDATE SET reason = excluded.reason, clock = NULL,
          generation = max(generation, excluded.generation), latest = excluded.latest,
          at = excluded.at
        RETURNING key
        """,
        [
          identity.source, identity.id, reason.rawValue, content?.generation ?? 0,
          reason == .purged ? nil : content?.latest?.description, now.milliseconds,
        ])
      try leaveOver(own, of: number)
      // Registers of newer programs stay in any case.
      try run(
        """
        DELETE FROM register
        WHERE number = ?1 AND (name = 'c') = ?2 AND (name = 'c' OR name GLOB '[snad].*')
          AND dirty <> 4
        """, [number.rawValue, reason != .purged])
      try moveRegisters(from: ExchangedKey(number), to: ExchangedKey(rawValue: -(key ?? 0)))
    }
  }

  /// The content register of a message as it was last joined; nil if it is not known to the
  /// exchange, or of a newer version.
  func contentRegister(of number: MessageNumber) throws -> ContentRegister? {
    let bytes: Data? = try value(
      "SELECT value FROM register WHERE number = ? AND name = 'c'", [number.rawValue])
    guard let bytes,
      case .content(let content)? = try? ExchangeRegister([UInt8](bytes), of: .content)
    else { return nil }
    return content
  }
}

extension Database {
  /// The mark of a key; nil for none.
  func absentMark(_ key: ExchangedKey) throws -> AbsentMark? {
    let row = try row(
      "SELECT source, id, reason, generation, clock, latest, at FROM absent WHERE key = ?",
      [-key.rawValue])
    guard let row else { return nil }
    var identity: MessageIdentity?
    if let source: String = try row.value(0), let id: String = try row.value(1) {
      identity = MessageIdentity(source: source, id: id)
    }
    let clock = (try row.value(4) as String?).flatMap { try? HybridClock($0) }
    let latest = (try row.value(5) as String?).flatMap { try? HybridClock($0) }
    let at: Int64 = try row.value(6)
    let reason: AbsentMark.Reason =
      switch AbsenceReason(rawValue: try row.value(2)) {
      case .pruned, .removed: .pruned
      case .early: .early
      case .purged, nil:
        .purged(clock ?? HybridClock(milliseconds: at, origin: ExchangeOrigin(rawValue: 0)))
      }
    return AbsentMark(
      reason: reason, generation: try row.value(3), identity: identity, latest: latest)
  }

  /// Makes a mark, or changes one.
  ///
  /// - Parameters:
  ///   - mark: The mark.
  ///   - key: The mark to change; nil makes a new one.
  ///   - now: The time of the absence.
  /// - Returns: The key of the mark.
  /// - Throws: `DatabaseError`.
  func write(_ mark: AbsentMark, _ key: ExchangedKey?, at now: Date) throws -> ExchangedKey {
    let (reason, clock): (AbsenceReason, HybridClock?) =
      switch mark.reason {
      case .purged(let clock): (.purged, clock)
      case .pruned: (.pruned, nil)
      case .early: (.early, nil)
      }
    let stored: Int64? = try value(
      """
      INSERT INTO absent (key, source, id, reason, generation, clock, latest, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET reason = excluded.reason, generation = excluded.generation,
        clock = excluded.clock, latest = excluded.latest, at = excluded.at
      RETURNING key
      """,
      [
        key.map { -$0.rawValue }, mark.identity?.source, mark.identity?.id, reason.rawValue,
        mark.generation, clock?.description, mark.latest?.description,
        clock?.milliseconds ?? now.milliseconds,
      ])
    return ExchangedKey(rawValue: -(stored ?? 0))
  }

  /// Removes a mark; its registers must have been given to the message.
  func removeMark(_ key: ExchangedKey) throws {
    try run("DELETE FROM absent WHERE key = ?", [-key.rawValue])
  }
}
