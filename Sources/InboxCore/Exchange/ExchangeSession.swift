import Foundation
import GRDB
import InboxText

/// One transaction of an exchange: it takes up what this inbox has changed, and values of others.
struct ExchangeSession {
  /// The name of the cursor in the log, up to which own changes were taken up.
  static let cursorName = "exchange"

  let database: Database
  let now: Date
  let writer: ExchangeWriter
  /// Which sources are shared.
  let share: ExchangeShare
  /// Since when messages of others raise alerts, in milliseconds since 1970; nil for never.
  private let alertsSince: Int64?
  /// The key of a message's subject; nil where no key is at hand.
  let subject: ((MessageIdentity) throws -> SubjectKey)?
  /// Whether values in the stream can expire.
  let hasLifetimes: Bool
  /// How long the remains of a purged message are kept.
  let lifetimes: PurgeLifetimes
  private(set) var log = ExchangeLog()
  /// The values that are sent again though nothing was changed here: the sequences of those that the
  /// stream has instead.
  private(set) var repairs: [RegisterPlace: Int64] = [:]
  /// The first message that is not yet in the full-text index.
  private var firstUnindexed: MessageNumber?

  /// Begins; nil if the inbox takes part in no exchange.
  init?(
    _ database: Database, at now: Date, subject: ((MessageIdentity) throws -> SubjectKey)? = nil,
    hasLifetimes: Bool = false, lifetimes: PurgeLifetimes = .default
  ) throws {
    let row = try database.row(
      """
      SELECT person, machine, clock_offset, offers, iif(alerts, joined_at, NULL) FROM exchange
      LIMIT 1
      """)
    guard let row, let origin = ExchangeOrigin(ofInbox: try database.origin(.own)) else {
      return nil
    }
    self.database = database
    self.now = now
    self.subject = subject
    (self.hasLifetimes, self.lifetimes) = (hasLifetimes, lifetimes)
    share = ExchangeShare(json: try row.value(3))
    alertsSince = try row.value(4)
    writer = ExchangeWriter(
      person: try row.value(0), machine: try row.value(1), origin: origin,
      offset: try row.value(2), now: now.milliseconds)
  }

  /// Whether an inbox takes part in an exchange.
  static func isOn(in database: Database) throws -> Bool {
    try database.row("SELECT 1 FROM exchange LIMIT 1") != nil
  }

  /// Ends: adds the new messages to the full-text index, and writes the log.
  mutating func finish() throws {
    try database.indexText(from: &firstUnindexed)
    try log.write(to: database, at: now)
    try wakeAwaited()
    try database.noteWaiting(at: now)
  }
}

extension ExchangeSession {
  /// Takes up what was changed in the row of a message.
  ///
  /// What differs from the registers was changed here; the rest of the row follows the registers.
  func collect(_ number: MessageNumber, _ steps: OwnSteps) throws {
    let key = ExchangedKey(number)
    var message = try database.exchangedMessage(key)
    guard let row = try self.row(number, of: message, after: steps) else { return }
    guard share.includes(row.message.source) else { return }
    if message.registers.isEmpty { message = try found(row.message) }
    // A value from the end of time stands before every change.
    try? message.collect(row, steps, by: writer)
    try database.write(message, key)
    guard let shown = message.row(number, for: writer), shown != row else { return }
    if shown.message == row.message {
      try database.writeMarks(of: shown, number)
    } else {
      _ = try database.write(shown, at: now)
    }
  }

  /// The row of a message; only its state is read where nothing else was changed.
  private func row(
    _ number: MessageNumber, of message: ExchangedMessage, after steps: OwnSteps
  ) throws -> ExchangedRow? {
    guard steps.changeOnlyState, let shown = message.row(number, for: writer),
      !shown.message.isQuestion
    else {
      return try database.exchangedRow(number)
    }
    return try database.exchangedRow(number, keepingContentOf: shown)
  }

  /// What was known of a message before it came; its registers and its subject become its own.
  private func found(_ new: Message) throws -> ExchangedMessage {
    let identity = MessageIdentity(source: new.source, id: new.id)
    let key = ExchangedKey(new.number)
    let subject = try subject?(identity)
    // The purge is collected before the push after it, which begins the next generation.
    if let purged = try database.absentKey(of: identity), try database.isUnsentPurge(purged) {
      try collectPurge(purged)
    }
    let other = try subject.flatMap(database.exchangedKey(of:)) ?? database.absentKey(of: identity)
    var message = ExchangedMessage()
    if let other, other.number == nil {
      message = try database.exchangedMessage(other)
      try database.moveRegisters(from: other, to: key)
      try database.removeMark(other)
    }
    if let subject { try database.setSubject(subject, of: key) }
    return message
  }

  /// Takes up a purge of this machine.
  func collectPurge(_ key: ExchangedKey) throws {
    var message = try database.exchangedMessage(key)
    guard let mark = message.mark, let identity = mark.identity, case .purged(let at) = mark.reason
    else { return }
    let text = try subject?(identity)
    if let text, let other = try database.exchangedKey(of: text), other != key,
      other.number == nil
    {
      // It was pushed and purged before values from other machines could be matched with it.
      try absorb(other, into: &message)
      try database.write(message, key)
      try database.setSubject(text, of: key)
    }
    // A content that this version cannot read is left to newer programs.
    if case .opaque? = message.registers[.content]?.register { return }
    let moment = writer.moment(at.milliseconds)
    guard let clock = try? moment.clock(after: message.content?.latest) else { return }
    let content =
      message.content
      ?? ContentRegister(ContentPush([:]), of: identity, generation: mark.generation, at: clock)
    let purged = content.purged(at: clock)
    message.set(.content(purged), .content)
    message.removeDependents(upTo: purged.generation)
    try database.write(message, key)
    guard let mark = AbsentMark(of: purged, identity: identity) else { return }
    _ = try database.write(mark, key, at: now)
    if let text { try database.setSubject(text, of: key) }
  }
}

extension ExchangeSession {
  /// Takes up the values of one subject.
  ///
  /// - Parameters:
  ///   - values: The values in their order.
  ///   - subject: The subject.
  ///   - known: The message or mark of the subject; nil for an unknown one.
  ///   - areOrdered: Whether their sequences tell which value of a register the stream has.
  /// - Throws: `DatabaseError`.
  mutating func take(
    _ values: [IncomingRegister], of subject: SubjectKey, _ known: ExchangedKey?, areOrdered: Bool
  ) throws {
    var key = known
    if key == nil, let identity = values.lazy.compactMap(\.register.identity).first {
      key = try database.exchangedKey(of: identity)
      if let key { try database.setSubject(subject, of: key) }
    }
    let before = try key.map(database.exchangedMessage) ?? ExchangedMessage()
    var message = before
    let time = writer.now - writer.offset
    for value in values { message.take(value, at: time, isOrdered: areOrdered) }
    for (name, sequence) in message.repairs(among: values.map(\.name), since: before) {
      repairs[RegisterPlace(subject, name)] = sequence
    }
    try? message.decide(at: writer.moment())
    try store(message, key, of: subject, before)
    try noteLeftovers(among: values, of: subject, before, message)
  }

  /// Joins what was known of a subject before its message with the message.
  mutating func join(_ early: ExchangedKey, to key: ExchangedKey, _ subject: SubjectKey) throws {
    let before = try database.exchangedMessage(key)
    var message = before
    try absorb(early, into: &message)
    try database.setSubject(subject, of: key)
    try store(message, key, of: subject, before)
  }

  /// Adds to a message what was kept under a mark of its own, and removes the mark.
  private func absorb(_ early: ExchangedKey, into message: inout ExchangedMessage) throws {
    message.take(early: try database.exchangedMessage(early), at: writer.now - writer.offset)
    try database.run("DELETE FROM register WHERE number = ?", [early.rawValue])
    try database.removeMark(early)
  }

  /// Writes the registers of a message, and its row as they give it.
  private mutating func store(
    _ message: ExchangedMessage, _ key: ExchangedKey?, of subject: SubjectKey,
    _ before: ExchangedMessage
  ) throws {
    guard message != before || key == nil else { return }
    guard let number = key?.number else {
      return try storeAbsent(message, key, of: subject, before)
    }
    guard let row = try database.exchangedRow(number) else {
      return try markRemoved(number, before)
    }
    if let shown = message.row(number, for: writer) {
      try database.write(message, ExchangedKey(number))
      // What is done here to a message of a source that is not shared stays here.
      guard shown != row, share.includes(row.message.source) else { return }
      log.noteChanges(
        of: number, (row, shown), before, message, of: writer.person, at: now,
        alertsSince: alertsSince)
      try keepEarlier(row.message, shown.message, before, message)
      // Headers must not be sent to the URL of a push on another machine.
      let requests = [row, shown].map { $0.message.custom?.value(at: "/actions") }
      if requests[0] != requests[1] { try database.dropHeaders(ofActions: number) }
      _ = try database.write(shown, at: now)
    } else if let mark = message.mark {
      // It was purged elsewhere.
      log.notePurge(of: number, message.content)
      try database.indexText(from: &firstUnindexed)
      try database.deleteMessages([number])
      var named = mark
      named.identity = MessageIdentity(source: row.message.source, id: row.message.id)
      let key = try database.write(named, nil, at: now)
      try database.moveRegisters(from: ExchangedKey(number), to: key)
      try database.write(message, key)
    } else {
      try database.write(message, ExchangedKey(number))
    }
  }

  /// Marks a message as pruned that an older program has removed.
  private func markRemoved(_ number: MessageNumber, _ known: ExchangedMessage) throws {
    let content = known.content
    let mark = AbsentMark(
      reason: .pruned, generation: content?.generation ?? 0, identity: content?.identity,
      latest: content?.latest)
    let key = try database.write(mark, nil, at: now)
    try database.moveRegisters(from: ExchangedKey(number), to: key)
    var message = known
    message.remove(.content)
    try database.write(message, key)
  }

  private mutating func storeAbsent(
    _ message: ExchangedMessage, _ key: ExchangedKey?, of subject: SubjectKey,
    _ before: ExchangedMessage
  ) throws {
    guard let shown = message.row(MessageNumber(0), for: writer), let content = message.listed
    else {
      let mark = message.mark ?? AbsentMark(reason: .early, generation: 0)
      var stored = key
      if key == nil || mark != before.mark {
        stored = try database.write(mark, key, at: now)
      }
      guard let stored else { return }
      if key == nil { try database.setSubject(subject, of: stored) }
      return try database.write(message, stored)
    }
    let number = try database.write(shown, at: now)
    firstUnindexed = firstUnindexed ?? number
    if let key {
      try database.moveRegisters(from: key, to: ExchangedKey(number))
      try database.removeMark(key)
    } else {
      try database.setSubject(subject, of: ExchangedKey(number))
    }
    try database.write(message, ExchangedKey(number))
    log.noteArrival(of: number, content, alertsSince: alertsSince)
  }

  /// Keeps the text that the newest occurrence of another machine replaces, or the resolution of one
  /// that had not heard of it: in the place of the text that the resolution has.
  private func keepEarlier(
    _ old: Message, _ new: Message, _ before: ExchangedMessage, _ after: ExchangedMessage
  ) throws {
    guard before.listed?.generation == after.listed?.generation else {
      for table in ["occurrence", "alias"] {
        try database.run("DELETE FROM \(table) WHERE number = ?", [old.number.rawValue])
      }
      return
    }
    let isNext =
      new.occurrences > old.occurrences && before.listed?.wholeAt != after.listed?.wholeAt
    let isOver = old.resolvedAt == nil && new.resolvedAt != nil && old.occurrences > 1
    guard isNext || isOver && new.occurrences == old.occurrences else { return }
    let occurrence = old.occurrence(before: new)
    var ordinal = old.occurrences
    if !isNext {
      guard !occurrence.isIncluded(in: new) else { return }
      let known = try database.storedOccurrences(of: old.number)
      ordinal = known.last { $0.occurrence.isIncluded(in: new) }?.ordinal ?? ordinal - 1
    }
    try database.keep(occurrence, of: old.number, ordinal)
    try database.dropOldOccurrences(of: new)
    if occurrence.isLarge { try database.dropLargeOccurrences(of: new) }
  }
}

extension ExchangeRegister {
  /// Source and id of a content that was not purged.
  fileprivate var identity: MessageIdentity? {
    if case .content(let content) = self { content.identity } else { nil }
  }
}
