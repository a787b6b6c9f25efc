import Foundation
import GRDB
import InboxText

/// The effect of a push with an unknown id on an existing message.
enum FoldTarget {
  /// One more occurrence of the message.
  case occurrence(of: Message)
  /// A change of the message: the push has no text, or is the full form of the newest occurrence.
  case change(of: Message)
  /// The end of the message's matter: it is resolved.
  case end(of: Message)
  /// A redelivery of an earlier occurrence, with the same id.
  case earlier(of: Message, ordinal: Int)
  /// A duplicate of an earlier push.
  case duplicate(of: Message)
  /// A new message that all machines of an exchange name alike.
  case new(FoldID)
}

extension Database {
  /// Finds the message that a push with an unknown id affects; nil when it is a new one.
  ///
  /// A deleted message is never found.
  ///
  /// - Parameters:
  ///   - payload: A validated payload.
  ///   - source: Its source.
  ///   - repeats: Which repeats are folded.
  ///   - now: The time of the push.
  /// - Returns: The message, and the effect of the push on it.
  /// - Throws: `DatabaseError`.
  func foldTarget(
    of payload: Payload, from source: String, _ repeats: FoldRepeats, at now: Date
  ) throws -> FoldTarget? {
    guard let key = payload.resolves ?? payload.fold.value else {
      let repeats = payload.foldRepeats ?? repeats
      guard payload.id == nil, repeats != .off else { return nil }
      let new = payload.makeMessage(id: "", source: source, at: now)
      guard new.mayRepeat(at: now) else { return nil }
      return try repeated(by: new, repeats).map(FoldTarget.occurrence(of:))
    }
    if let id = payload.id, let (known, ordinal) = try aliased(source: source, id: id) {
      return try target(of: payload, in: known, ordinal: ordinal)
    }
    let (found, isExchanging) = try message(fold: key, source: source)
    guard let known = found else {
      guard isExchanging, payload.id == nil else { return nil }
      return .new(try newFoldID(source: source, key: key))
    }
    if payload.resolves != nil { return .end(of: known) }
    return payload.hasText ? .occurrence(of: known) : .change(of: known)
  }

  /// The effect of a push with the id of one of a message's occurrences, or of its resolution.
  ///
  /// A redelivery after the matter began anew must not resolve it again: it has no effect where
  /// the matter was resolved and began anew since the occurrence with its id.
  func target(of payload: Payload, in known: Message, ordinal: Int) throws -> FoldTarget {
    guard ordinal < known.occurrences else {
      // Once resolved, a text is added to those of the resolution and replaces none.
      let isOver = payload.resolves != nil || known.resolvedAt != nil
      return isOver ? .end(of: known) : .change(of: known)
    }
    guard payload.resolves != nil else { return .earlier(of: known, ordinal: ordinal) }
    let later = try storedOccurrences(of: known.number, from: ordinal)
    return later.contains { $0.occurrence.isResolved } ? .duplicate(of: known) : .end(of: known)
  }

  /// Changes an earlier occurrence by a redelivered push; false when that has nothing new, or the
  /// occurrence is no longer kept.
  func change(_ ordinal: Int, of known: Message, as newest: Message) throws -> Bool {
    let stored = try storedOccurrences(of: known.number, from: ordinal)
    guard let (_, occurrence) = stored.first, stored.first?.ordinal == ordinal else { return false }
    let later = stored.dropFirst().map(\.occurrence)
    guard let changed = occurrence.changed(by: newest, before: later, known) else { return false }
    try keep(changed, of: known.number, ordinal)
    if changed.isLarge { try dropLargeOccurrences(of: known) }
    return true
  }

  /// Stores an occurrence among a message's earlier ones.
  func keep(_ occurrence: Occurrence, of number: MessageNumber, _ ordinal: Int) throws {
    try run(
      """
      INSERT OR REPLACE INTO occurrence
        (number, ordinal, sent_at, received_at, title, subtitle, body, fields)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, occurrence.arguments(number, ordinal))
  }

  /// Removes occurrences and ids of a message beyond the maximum number.
  func dropOldOccurrences(of message: Message) throws {
    let oldest = message.occurrences - Occurrence.keptCount
    guard oldest >= 1 else { return }
    for table in ["occurrence", "alias"] {
      try run(
        "DELETE FROM \(table) WHERE number = ? AND ordinal <= ?", [message.number.rawValue, oldest])
    }
  }

  /// Removes the oldest occurrences of a message beyond the maximum size, never the latest.
  func dropLargeOccurrences(of message: Message) throws {
    let size = ["title", "subtitle", "body", "fields"]
      .map { "ifnull(length(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
    let rows = try rows(
      "SELECT ordinal, \(size) FROM occurrence WHERE number = ? ORDER BY ordinal DESC",
      [message.number.rawValue])
    var total = 0
    var latest: Int?
    while let row = try rows.next() {
      let ordinal: Int = try row.value(0)
      total += try row.value(1)
      guard let kept = latest, total > Occurrence.keptSize else {
        latest = ordinal
        continue
      }
      return try run(
        "DELETE FROM occurrence WHERE number = ? AND ordinal < ?", [message.number.rawValue, kept])
    }
  }

  /// Replaces the earlier occurrences of a message by those of an import.
  func setEarlier(_ occurrences: [Occurrence], of message: Message) throws {
    try run("DELETE FROM occurrence WHERE number = ?", [message.number.rawValue])
    let kept = occurrences.suffix(min(Occurrence.keptCount, message.occurrences) - 1)
    for (index, occurrence) in kept.enumerated() {
      try keep(occurrence, of: message.number, message.occurrences - kept.count + index)
    }
  }

  /// The stored earlier occurrences of a message from an ordinal on.
  func storedOccurrences(
    of number: MessageNumber, from ordinal: Int = 1
  ) throws -> [(ordinal: Int, occurrence: Occurrence)] {
    let rows = try rows(
      """
      SELECT ordinal, sent_at, received_at, title, subtitle, body, fields FROM occurrence
      WHERE number = ? AND ordinal >= ? ORDER BY ordinal
      """, [number.rawValue, ordinal])
    return try Array(
      rows.map { row in
        let occurrence = try Occurrence(
          sentAt: RecordColumn.date(row.value(1)), receivedAt: Date(milliseconds: row.value(2)),
          title: row.value(3), subtitle: row.value(4), body: row.value(5),
          fields: RecordColumn.fields(row.value(6)))
        return (try row.value(0), occurrence)
      })
  }

  /// Records that a push with an id of its own became a part of a message.
  ///
  /// An id that is already recorded keeps its occurrence.
  func addAlias(_ id: String, of message: Message) throws {
    try run(
      """
      INSERT INTO alias (source, id, number, ordinal) VALUES (?, ?, ?, ?)
      ON CONFLICT (source, id) DO UPDATE SET number = excluded.number, ordinal = excluded.ordinal
      WHERE number <> excluded.number
      """, [message.source, id, message.number.rawValue, message.occurrences])
  }
}

extension Database {
  /// The newest undeleted message with a fold key, and whether the inbox takes part in an exchange;
  /// uses message_by_fold.
  private func message(fold key: String, source: String) throws -> (Message?, isExchanging: Bool) {
    let row = try row(
      """
      SELECT (
        SELECT number FROM message INDEXED BY message_by_fold
        WHERE fold = ? AND source = ? AND status <> \(Status.deleted.rawValue)
        ORDER BY number DESC LIMIT 1), EXISTS (SELECT 1 FROM exchange)
      """, [key.storable, source])
    let number: Int64? = try row?.value(0)
    return (try number.flatMap { try message(MessageNumber($0)) }, try row?.value(1) ?? false)
  }

  /// The id of a new message with a fold key: after those of all that were here.
  private func newFoldID(source: String, key: String) throws -> FoldID {
    let id = FoldID(source: source, key: key.storable, number: 0)
    // All ids with the same hash: the next character after '-' is '.'.
    let prefix = id.description.dropLast(2)
    let arguments: StatementArguments = [source, "\(prefix)-", "\(prefix)."]
    let known: [String] = try ["message", "absent"].flatMap { table in
      try values("SELECT id FROM \(table) WHERE source = ? AND id > ? AND id < ?", arguments)
    }
    guard let last = known.compactMap({ FoldID($0)?.number }).max() else { return id }
    return FoldID(source: source, key: key.storable, number: last + 1)
  }

  /// The newest message that a new one repeats, listed or done; uses message_by_text.
  private func repeated(by new: Message, _ repeats: FoldRepeats) throws -> Message? {
    let key = RepeatKey(new)
    var condition = "title_hash = ? AND source = ? AND ifnull(title, '') = ? AND thread IS ?"
    var arguments: StatementArguments = [
      key.titleHash, new.source, new.title?.storable ?? "", new.thread?.storable,
    ]
    switch repeats {
    case .off: return nil
    case .title: guard new.title?.isEmpty == false else { return nil }
    case .identical:
      condition += """

        AND content_hash = ? AND ifnull(body, '') = ? AND ifnull(subtitle, '') = ? AND tap IS ?
        AND actions IS ? AND attachments IS ? AND custom IS ? AND categories IS ? AND tags IS ?
        AND conversion_tags IS ?
        """
      arguments += [
        key.contentHash, key.body ?? "", key.subtitle ?? "", key.tap, key.actions, key.attachments,
        key.custom, key.categories, key.tags, key.conversionTags,
      ]
    }
    let number = try number(
      """
      SELECT number FROM message INDEXED BY message_by_text
      WHERE \(condition) AND \(InboxSchema.isRepeatable) AND asks = 0
      ORDER BY number DESC LIMIT 1
      """, arguments)
    return try number.flatMap(message)
  }

  /// The message of which a push with an id became a part, and the ordinal of its occurrence.
  private func aliased(source: String, id: String) throws -> (Message, ordinal: Int)? {
    let sql = "SELECT number, ordinal FROM alias WHERE source = ? AND id = ?"
    guard let row = try row(sql, [source, id]), let known = try message(row.messageNumber(0))
    else { return nil }
    return (known, try row.value(1))
  }
}

extension Occurrence {
  /// The values of its row.
  fileprivate func arguments(_ number: MessageNumber, _ ordinal: Int) -> StatementArguments {
    [
      number.rawValue, ordinal, sentAt?.milliseconds, receivedAt.milliseconds, title?.storable,
      subtitle?.storable, body?.storable, fields.isEmpty ? nil : JSONValue.object(fields).json,
    ]
  }
}
