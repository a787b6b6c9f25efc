import Foundation
import GRDB
import InboxText

extension ExchangeSession {
  /// Takes up everything that was changed on this machine since the last time.
  ///
  /// Without a place in the log, or where its entries are no longer kept, all messages are compared.
  ///
  /// - Returns: Whether anything was compared.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func collect() throws -> Bool {
    let last = try InboxStore.lastSequence(in: database)
    let cursor = try database.exchangeCursor()
    guard cursor != last else { return false }
    let (steps, isWhole) = try database.ownSteps(after: cursor)
    var numbers = steps.keys.sorted()
    if !isWhole { numbers = try database.allNumbers() }
    for number in numbers { try collect(number, steps[number] ?? OwnSteps()) }
    for key in try database.unsentPurges() { try collectPurge(key) }
    try database.setCursor(Self.cursorName, to: last, at: now)
    return true
  }

  /// Notes that the log has nothing of this machine to take up, at the end of a transaction that began
  /// with ``collect()``.
  func passLog() throws {
    let last = try InboxStore.lastSequence(in: database)
    guard try database.exchangeCursor() != last else { return }
    try database.setCursor(Self.cursorName, to: last, at: now)
  }

  /// Gives messages their subjects that were taken up where no key was at hand.
  mutating func setSubjects() throws {
    guard let subject else { return }
    for (key, identity) in try database.withoutSubject() {
      let text = try subject(identity)
      if let other = try database.exchangedKey(of: text), other != key {
        try join(other, to: key, text)
      } else {
        try database.setSubject(text, of: key)
      }
    }
  }

  /// Forgets the marks of purges that have ended, where the exchange forgets them too: a folder keeps
  /// what was purged, and a machine that reads it again would take it for new.
  func endMarks() throws {
    guard hasLifetimes else { return }
    let time = writer.now - writer.offset
    for key in try database.endedMarks(at: time, lifetimes) {
      var message = try database.exchangedMessage(key)
      guard let mark = message.mark, mark.isExpired(at: time, lifetime: lifetimes.mark),
        !message.isUnsentPurge(by: writer.origin)
      else { continue }
      message.removeDependents(upTo: mark.generation)
      if message.content?.isPurged == true { message.remove(.content) }
      try database.write(message, key)
      try database.dropLeftovers(of: key)
      guard mark.isExpired(at: time, lifetime: lifetimes.retention) else { continue }
      try database.removeMark(key)
      for table in ["register", "subject"] {
        try database.run("DELETE FROM \(table) WHERE number = ?", [key.rawValue])
      }
    }
  }

  /// Writes purges again that could not be sent for long, with the present time.
  func renewMarks() throws {
    let time = writer.now - writer.offset
    for key in try database.unsentMarks(until: time - lifetimes.renewal) {
      var message = try database.exchangedMessage(key)
      guard message.isUnsentPurge(by: writer.origin), let content = message.content,
        let clock = try? writer.moment().clock(after: content.latest)
      else { continue }
      let renewed = content.purged(at: clock)
      message.set(.content(renewed), .content)
      try database.write(message, key)
      if let mark = message.mark?.joined(with: renewed) {
        _ = try database.write(mark, key, at: now)
      }
    }
  }
}

extension ExchangedMessage {
  /// Whether the message was purged here, and nobody was told.
  fileprivate func isUnsentPurge(by origin: ExchangeOrigin) -> Bool {
    content?.purgedAt?.origin == origin && registers[.content]?.sending != .sent
  }
}

extension Database {
  /// The place in the log up to which own changes were taken up; nil for none.
  func exchangeCursor() throws -> Int64? {
    try value("SELECT sequence FROM cursor WHERE name = ?", [ExchangeSession.cursorName])
  }

  /// What was done on this machine, by message, and whether the log has all of it.
  fileprivate func ownSteps(
    after cursor: Int64?
  ) throws -> ([MessageNumber: OwnSteps], isWhole: Bool) {
    let first: Int64? = try value("SELECT min(sequence) FROM log")
    var isWhole = false
    if let cursor, let first { isWhole = cursor >= first - 1 }
    var steps: [MessageNumber: OwnSteps] = [:]
    let rows = try rows(
      """
      SELECT iif(verb = 'resurfaced' AND detail = ?, 'viewed', verb), time, numbers FROM log
      WHERE sequence > ? AND origin IS NULL ORDER BY sequence
      """, [LogEntry.escalationDetail, cursor ?? 0])
    while isWhole, let row = try rows.next() {
      let verb = LogEntry.Verb(rawValue: try row.value(0))
      let time: Int64 = try row.value(1)
      let numbers: Data = try row.value(2)
      for number in PackedNumbers.unpack([UInt8](numbers)) {
        steps[number, default: OwnSteps()].add(verb, at: time)
      }
    }
    return (steps, isWhole)
  }

  /// The messages that own changes concern which were not taken up yet.
  func uncollected() throws -> Set<MessageNumber> {
    let cursor = try exchangeCursor()
    guard try cursor != InboxStore.lastSequence(in: self) else { return [] }
    let (steps, isWhole) = try ownSteps(after: cursor)
    return Set(isWhole ? Array(steps.keys) : try allNumbers())
  }

  /// The number of messages that taking up own changes would concern, with those that were purged.
  ///
  /// - Parameter share: Which sources are shared; changes of others are not sent.
  /// - Returns: The number; nothing is written.
  /// - Throws: `DatabaseError`.
  func uncollectedCount(of share: ExchangeShare) throws -> Int {
    guard try exchangeCursor() != InboxStore.lastSequence(in: self) else { return 0 }
    let changed = try uncollected().count { number in
      let source: String? = try value(
        "SELECT source FROM message WHERE number = ?", [number.rawValue])
      return source.map(share.includes) ?? false
    }
    return try unsentPurges().count + changed
  }

  fileprivate func allNumbers() throws -> [MessageNumber] {
    try numbers("SELECT number FROM message ORDER BY number")
  }

  /// The marks of purges of this machine that were not taken up yet.
  fileprivate func unsentPurges() throws -> [ExchangedKey] {
    try marks("reason = 'purged' AND clock IS NULL")
  }

  /// Whether a mark is that of a purge on this machine that was not collected yet.
  func isUnsentPurge(_ key: ExchangedKey) throws -> Bool {
    try value(
      "SELECT reason = 'purged' AND clock IS NULL FROM absent WHERE key = ?", [-key.rawValue])
      ?? false
  }

  /// The marks of purges that have ended at a time, in milliseconds since 1970, and still have registers
  /// or are not needed any more.
  fileprivate func endedMarks(
    at time: Int64, _ lifetimes: PurgeLifetimes
  ) throws -> [ExchangedKey] {
    try marks(
      """
      reason = 'purged' AND at <= ?1
        AND (at <= ?2 OR EXISTS (SELECT 1 FROM register WHERE number = -key))
      """, [time - lifetimes.mark, time - lifetimes.retention])
  }

  /// The marks of purges up to a time, in milliseconds since 1970, that are to be sent.
  fileprivate func unsentMarks(until time: Int64) throws -> [ExchangedKey] {
    try marks(
      """
      reason = 'purged' AND at <= ? AND EXISTS (
        SELECT 1 FROM register WHERE number = -key AND name = 'c' AND dirty > 0)
      """, [time], "INDEXED BY absent_purged")
  }

  /// The marks that a condition holds for, in their order.
  private func marks(
    _ condition: String, _ arguments: StatementArguments = [], _ index: String = ""
  ) throws -> [ExchangedKey] {
    try values("SELECT key FROM absent \(index) WHERE \(condition) ORDER BY key", arguments)
      .map { ExchangedKey(rawValue: -$0) }
  }

  /// What is to be sent and has no subject, with its identity.
  fileprivate func withoutSubject() throws -> [(ExchangedKey, MessageIdentity)] {
    let numbers: [Int64] = try values(
      """
      SELECT DISTINCT number FROM register INDEXED BY register_dirty
      WHERE dirty > 0 AND number NOT IN (SELECT number FROM subject)
      """)
    return try numbers.compactMap { number in
      let table = number > 0 ? "message WHERE number = ?" : "absent WHERE key = -?"
      guard let row = try row("SELECT source, id FROM \(table)", [number]),
        let source: String = try row.value(0), let id: String = try row.value(1)
      else { return nil }
      return (ExchangedKey(rawValue: number), MessageIdentity(source: source, id: id))
    }
  }
}
