import GRDB

/// Finding one's place in the log, for readers that know it by a message or by a moment.
extension Inbox {
  /// The entry by which a message was stored; nil when that is no longer kept.
  ///
  /// - Throws: ``InboxError``.
  package func arrival(of number: MessageNumber) throws -> LogEntry? {
    try store.read { database in
      // Later entries have larger numbers: the first one whose last number is not smaller has it.
      var low = max(0, try Int64.fetchOne(database, sql: "SELECT min(sequence) FROM log") ?? 0)
      var high = try InboxStore.lastSequence(in: database) + 1
      while low < high {
        let middle = low + (high - low) / 2
        let entry = try database.arrival(from: middle)
        if let entry, (entry.numbers.last ?? number) < number {
          low = entry.sequence + 1
        } else {
          high = middle
        }
      }
      let entry = try database.arrival(from: low)
      return entry.flatMap { $0.numbers.contains(number) ? $0 : nil }
    }
  }

  /// The verb of the step that an undo or redo worked on; nil where the log no longer has it.
  ///
  /// - Throws: ``InboxError``.
  package func step(of entry: LogEntry) throws -> LogEntry.Verb? {
    try store.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT step.verb FROM log JOIN log AS step ON step.sequence = log.target
          WHERE log.sequence = ?
          """)
      return try String.fetchOne(statement, arguments: [entry.sequence])
        .map(LogEntry.Verb.init(rawValue:))
    }
  }

  /// The last entry that was written up to a moment, in milliseconds since 1970; 0 for none.
  ///
  /// It reads the whole log.
  ///
  /// - Throws: ``InboxError``.
  package func lastSequence(through moment: Int64) throws -> Int64 {
    try store.read { database in
      try Int64.fetchOne(
        database, sql: "SELECT max(sequence) FROM log WHERE time <= ?", arguments: [moment]) ?? 0
    }
  }

  /// The first message whose arrival the log still has; nil when it has none.
  ///
  /// - Throws: ``InboxError``.
  package func firstLoggedArrival() throws -> MessageNumber? {
    try store.read { try $0.arrival(from: 0)?.numbers.first }
  }

  /// A scheduled message and its moment.
  package struct Start: Sendable, Hashable {
    /// When it comes into the list, in milliseconds since 1970.
    package let time: Int64
    /// The message.
    package let number: MessageNumber
  }

  /// The scheduled messages that start in a span of time, in the order in which they do.
  ///
  /// What was stored after its start is told of by its log entry alone.
  ///
  /// - Parameters:
  ///   - start: The end of the last span, in milliseconds since 1970 as all moments here.
  ///   - number: The last message that is known of those that start at just that moment.
  ///   - end: The last moment that counts.
  ///   - source: The beginning of their sources.
  ///   - limit: Most of them.
  /// - Returns: The messages with their moments.
  /// - Throws: ``InboxError``.
  package func starts(
    after start: Int64, _ number: MessageNumber, through end: Int64, below source: String,
    limit: Int
  ) throws -> [Start] {
    try store.read { database in
      // Uses message_by_start.
      let statement = try database.cachedStatement(
        sql: """
          SELECT starts_at, number FROM message
          WHERE starts_at >= ?1 AND (starts_at, number) > (?1, ?2) AND starts_at <= ?3
            AND starts_at > received_at AND source >= ?4 AND source < ?5
          ORDER BY starts_at, number LIMIT ?6
          """)
      let rows = try Row.fetchAll(
        statement,
        arguments: [
          start, number.rawValue, end, source, source + "\u{10FFFF}", limit,
        ])
      return try rows.map { row in
        try Start(time: row.value(0), number: row.messageNumber(1))
      }
    }
  }

  /// The message with a sender's id for it; nil when the inbox does not hold it.
  ///
  /// - Throws: ``InboxError``.
  package func message(from source: String, id: String) throws -> Message? {
    try store.read { try $0.message(source: source, id: id) }
  }

  /// Those of some messages whose source has a beginning, ascending.
  ///
  /// - Throws: ``InboxError``.
  package func numbers(
    of numbers: [MessageNumber], below source: String, limit: Int
  ) throws -> [MessageNumber] {
    try store.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT m.number FROM json_each(?) AS chosen CROSS JOIN message AS m
            ON m.number = chosen.value
          WHERE m.source >= ? AND m.source < ? ORDER BY m.number LIMIT ?
          """)
      return try Int64.fetchAll(
        statement, arguments: [numbers.json, source, source + "\u{10FFFF}", limit]
      ).map { MessageNumber($0) }
    }
  }
}

extension Database {
  /// The first entry from a sequence on by which messages were stored.
  fileprivate func arrival(from sequence: Int64) throws -> LogEntry? {
    let statement = try cachedStatement(
      sql: """
        SELECT \(LogEntry.selection) FROM log
        WHERE sequence >= ? AND verb IN ('received', 'imported') ORDER BY sequence LIMIT 1
        """)
    return try Row.fetchOne(statement, arguments: [sequence]).map { try LogEntry(row: $0) }
  }
}
