import Foundation
import GRDB
import InboxText

/// A value of a register on its way between an inbox and a stream.
package struct ExchangeValue: Sendable, Hashable {
  /// The message, as the stream names it.
  package var subject: SubjectKey
  /// The register.
  package var name: RegisterName
  /// The value, neither compressed nor sealed.
  package var bytes: [UInt8]
  /// Its sequence in the stream; for one to be sent, that of the last known value, 0 for none.
  package var sequence: Int64
  /// The seconds after which a value that is sent may expire in the stream; nil for never.
  package var lifetime: Int64?
  /// Whether a value that was read expires in the stream.
  package var isEnding = false
  /// The register of a value from ``ExchangeInbox/parsed(_:)``.
  fileprivate var register: ExchangeRegister?

  /// Creates a value.
  package init(subject: SubjectKey, name: RegisterName, bytes: [UInt8], sequence: Int64) {
    (self.subject, self.name, self.bytes, self.sequence) = (subject, name, bytes, sequence)
  }
}

/// An inbox as a machine of an exchange: what it sends, and what it takes up.
///
/// Values come and go in any order and number. All machines that have read the same values show the
/// same messages.
package struct ExchangeInbox: Sendable {
  let inbox: Inbox
  let subject: (@Sendable (MessageIdentity) throws -> SubjectKey)?
  /// Called before values are sent again though nothing was changed here, with the sequences of those
  /// that the stream has instead.
  ///
  /// `isDamaged` is true where those are no values at all.
  package var repairing: (@Sendable (_ repairs: [RegisterPlace: Int64], _ isDamaged: Bool) -> Void)?
  /// Whether a sequence names one value of all machines, so that of two values of a register the one
  /// with the higher sequence is in the stream.
  package var hasSharedSequences = true
  /// Whether values in the stream can expire; if not, the remains of purged messages stay in it.
  package var hasLifetimes = false

  /// Creates the exchanging side of an inbox.
  ///
  /// - Parameters:
  ///   - inbox: The inbox.
  ///   - subject: The subject of a message, by the key of the exchange; nil where nothing is sent
  ///     or taken up.
  package init(
    _ inbox: Inbox, subject: (@Sendable (MessageIdentity) throws -> SubjectKey)? = nil
  ) {
    self.inbox = inbox
    self.subject = subject
  }

  /// The durability of what an exchange notes while it runs.
  ///
  /// A power cut may take it back, and loses nothing: what was read is in the stream still, and the log
  /// has what was changed here. Waiting for the disk would be most of the time that a message takes to
  /// another machine.
  static let durability = InboxConfiguration.Durability.normal

  /// A transaction of the exchange; nil if the inbox takes part in none.
  func session(_ database: Database, at now: Date) throws -> ExchangeSession? {
    try ExchangeSession(
      database, at: now, subject: subject, hasLifetimes: hasLifetimes,
      lifetimes: inbox.store.configuration.purgeLifetimes)
  }

  /// Begins to take part, so that all messages of the inbox are to be sent; or changes how.
  ///
  /// Where the person changes, the state that was shown here so far becomes theirs, other than what
  /// they have set themselves.
  ///
  /// - Parameter membership: For whom, and with which sources.
  /// - Throws: ``InboxError``.
  package func join(_ membership: ExchangeMembership) throws {
    try setMembership(membership, isJoining: true)
  }

  /// Changes how the inbox takes part; one that has not joined, or has just left, does not join.
  ///
  /// - Parameter membership: For whom, and with which sources.
  /// - Returns: Whether it takes part.
  /// - Throws: ``InboxError``.
  package func update(_ membership: ExchangeMembership) throws -> Bool {
    try setMembership(membership, isJoining: false)
  }

  @discardableResult
  private func setMembership(_ membership: ExchangeMembership, isJoining: Bool) throws -> Bool {
    let now = inbox.now
    return try inbox.store.write { database in
      let known = try database.row("SELECT offers, person FROM exchange")
      guard isJoining || known != nil else { return false }
      let former: String? = try known?.value(1)
      if let former, former != membership.person,
        var session = try session(database, at: now)
      {
        // What was done so far is the former person's.
        try session.collect()
        try session.finish()
      }
      if known == nil {
        // What was pruned since an earlier membership.
        try database.run(
          """
          DELETE FROM register WHERE number NOT IN (
            SELECT number FROM message UNION ALL SELECT -key FROM absent)
          """)
      } else if try known?.value(0) as String? != membership.share.json {
        try database.compareAll()
      }
      try database.run(
        """
        INSERT INTO exchange (name, person, machine, offers, alerts, joined_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET person = excluded.person, machine = excluded.machine,
          offers = excluded.offers, alerts = excluded.alerts
        """,
        [
          ExchangeSession.cursorName, membership.person, membership.machine,
          membership.share.json, membership.alerts, now.milliseconds,
        ])
      if let former, former != membership.person {
        try ExchangeSession(database, at: now)?.showPerson()
        try database.compareAll()
      }
      if known == nil {
        try database.run(
          "UPDATE message SET arrived_on = ? WHERE arrived_on IS NULL", [membership.machine])
      }
      return true
    }
  }

  /// Ends taking part; the messages stay.
  ///
  /// The registers stay as well: without them, a later return would count the occurrences of other
  /// machines as its own. So do the marks of purged messages, which must not come back then; those of
  /// pruned messages do not.
  ///
  /// - Throws: ``InboxError``.
  package func leave() throws {
    try inbox.store.write { database in
      try database.forgetSubjects()
      try database.execute(
        sql: """
          DELETE FROM exchange;
          DELETE FROM peer;
          DELETE FROM absent WHERE reason NOT IN ('purged', 'removed');
          DELETE FROM register
          WHERE number < 0 AND (dirty = 4 OR number NOT IN (SELECT -key FROM absent));
          """)
      try database.compareAll()
      try database.run("UPDATE message SET answer_sent = NULL WHERE answer_sent = 1")
    }
  }

  /// Takes part again after a long absence, with the risk that purged messages come back.
  ///
  /// - Throws: ``InboxError``.
  package func endAbsence() throws {
    let now = inbox.now
    try inbox.store.write { database in
      try database.run(
        "UPDATE exchange SET read_at = ? WHERE read_at IS NOT NULL", [now.milliseconds])
    }
  }

  /// What the inbox remembers of the stream; nil if it takes no part.
  ///
  /// - Throws: ``InboxError``.
  package func position() throws -> ExchangePosition? {
    try inbox.store.read { database in
      let row = try database.row(
        """
        SELECT person, stream, created, sequence, read_at, key, machine, clock_offset, is_keyed,
          joined_at, compared_at
        FROM exchange
        """)
      guard let row else { return nil }
      let counts = try database.unsentCounts()
      return try ExchangePosition(
        person: row.value(0), machine: row.value(6), clockOffset: row.value(7),
        stream: row.value(1), created: row.value(2), sequence: row.value(3),
        readAt: (row.value(4) as Int64?).map(Date.init(milliseconds:)), key: row.value(5),
        isKeyed: row.value(8),
        joinedAt: Date(milliseconds: row.value(9)),
        comparedAt: (row.value(10) as Int64?).map(Date.init(milliseconds:)),
        waitingCount: counts.values, heldCount: counts.held, waitingMessageCount: counts.messages)
    }
  }

  /// The number of values that the stream had when it was read last.
  ///
  /// It takes longer than ``position()``, because it counts all of them.
  ///
  /// - Throws: ``InboxError``.
  package func storedCount() throws -> Int {
    try inbox.store.read { database in
      try database.value(
        """
        SELECT (SELECT count(*) FROM register WHERE sequence > 0) + (SELECT count(*) FROM peer WHERE dirty = 0)
          + ifnull((SELECT is_keyed FROM exchange), 0)
        """) ?? 0
    }
  }

  /// Lets the next reading begin anew: everything is compared, and what the stream lacks is sent.
  ///
  /// - Throws: ``InboxError``.
  package func compareWhole() throws {
    try inbox.store.write { try $0.run("UPDATE exchange SET created = NULL, sequence = 0") }
  }

  /// Compares the stream with the one that was read; reading must go on after the result.
  ///
  /// Of another stream, or one that has lost its end, everything is read, and what it lacks is sent.
  /// What the stream had refused is tried again.
  ///
  /// - Parameters:
  ///   - stream: The name of the stream.
  ///   - created: When it was made.
  ///   - last: Its last sequence.
  ///   - offset: How far the clock of this machine is ahead of the stream's, in milliseconds; nil
  ///     leaves what was known.
  /// - Returns: The sequence after which to read.
  /// - Throws: ``InboxError``.
  package func begin(
    _ stream: String, created: String, last: Int64, offset: Int64? = nil
  ) throws -> Int64 {
    let now = inbox.now
    return try inbox.store.writeSettled(at: now) { database in
      if let offset { try note(offset: offset, in: database, at: now) }
      try database.execute(
        sql: """
          UPDATE register SET dirty = 1 WHERE dirty > 0 AND dirty = 3;
          UPDATE peer SET dirty = 1 WHERE dirty = 3;
          """)
      let row = try database.row("SELECT stream, created, sequence FROM exchange")
      guard let row else { return 0 }
      let sequence: Int64 = try row.value(2)
      let isSame =
        try row.value(0) as String? == stream && row.value(1) as String? == created
        && sequence <= last
      guard !isSame else { return sequence }
      try database.run(
        "UPDATE exchange SET stream = ?, created = ?, sequence = 0, is_keyed = 0, compared_at = ?",
        [stream, created, now.milliseconds])
      try database.execute(
        sql: """
          DELETE FROM register WHERE dirty > 0 AND dirty = 4;
          UPDATE register SET dirty = 1 WHERE dirty = 0;
          UPDATE register SET sequence = 0 WHERE sequence <> 0;
          UPDATE peer SET dirty = 1
          WHERE \(Database.machineIsGone)
            AND origin <> (SELECT substr(id, 1, 8) FROM origin WHERE key = 1);
          -- Those of the stream are read again.
          DELETE FROM peer WHERE dirty = 0;
          """)
      // A purge that is read names no message, and must find it by its subject.
      if var session = try session(database, at: now) {
        try session.setSubjects()
        try session.finish()
      }
      return 0
    }
  }
}

extension ExchangeInbox {
  /// A value with its register, so that ``take(_:through:isEnd:)`` need not parse it while it writes.
  package func parsed(_ value: ExchangeValue) -> ExchangeValue {
    var value = value
    value.register = value.register ?? value.parsed { try subject?($0) }
    return value
  }

  /// Takes up values of the stream, after the changes of this machine.
  ///
  /// What cannot be read is replaced in the stream by what is known here of the same register.
  ///
  /// - Parameters:
  ///   - values: The values in their order.
  ///   - sequence: The place up to which the stream was read; nil leaves it.
  ///   - isEnd: Whether that is its end.
  /// - Returns: The number of values that are no registers of their subjects.
  /// - Throws: ``InboxError``; then nothing was taken up.
  @discardableResult
  package func take(
    _ values: [ExchangeValue], through sequence: Int64? = nil, isEnd: Bool = false
  ) throws -> Int {
    let now = inbox.now
    let configuration = inbox.store.configuration
    let maximum = configuration.effectiveMaximum
    let (refused, losesFiles) = try inbox.store.writeSettled(
      at: now, durability: Self.durability
    ) { database in
      guard var session = try session(database, at: now) else { return (values.count, false) }
      if try session.collect() { try session.setSubjects() }
      try session.endMarks()
      let (news, keys) = try database.news(among: values, areOrdered: hasSharedSequences)
      let batch = ExchangeBatch(news) { try subject?($0) }
      for (subject, values) in batch.subjects {
        try session.take(values, of: subject, keys[subject], areOrdered: hasSharedSequences)
      }
      var damaged: [RegisterPlace: Int64] = [:]
      for value in batch.refused {
        guard try database.sendAgain(over: value) else { continue }
        damaged[RegisterPlace(value.subject, value.name)] = value.sequence
      }
      // Within the transaction, so that nobody sends them before.
      if !session.repairs.isEmpty { repairing?(session.repairs, false) }
      if !damaged.isEmpty { repairing?(damaged, true) }
      try session.finish()
      try database.noteEscalations(of: session.log.alerting, by: configuration.rules, at: now)
      try database.run(
        "UPDATE exchange SET sequence = ifnull(?1, sequence), read_at = iif(?2, ?3, read_at)",
        [sequence, isEnd, now.milliseconds])
      if let maximum { _ = try database.prune(to: maximum, sparing: [], at: now) }
      try session.passLog()
      return (batch.refused.count, try database.hasUnusedFiles())
    }
    if losesFiles { inbox.sweepAttachments() }
    return refused
  }
}

/// Values of a stream by their subjects, in the order in which they came.
private struct ExchangeBatch {
  var subjects: [(SubjectKey, [IncomingRegister])] = []
  /// The values that are no registers, or of another message than the subject's.
  var refused: [ExchangeValue] = []

  init(_ values: [ExchangeValue], subject: (MessageIdentity) throws -> SubjectKey?) {
    var places: [SubjectKey: Int] = [:]
    for value in values {
      guard let register = value.register ?? value.parsed(subject) else {
        refused.append(value)
        continue
      }
      let place = places[value.subject] ?? subjects.count
      if place == subjects.count { subjects.append((value.subject, [])) }
      places[value.subject] = place
      subjects[place].1.append(
        IncomingRegister(
          name: value.name, register: register, bytes: value.bytes, sequence: value.sequence,
          isEnding: value.isEnding))
    }
  }
}

extension ExchangeValue {
  /// The register, if it is that of its subject.
  fileprivate func parsed(
    _ subject: (MessageIdentity) throws -> SubjectKey?
  ) -> ExchangeRegister? {
    guard let register = try? ExchangeRegister(bytes, of: name) else { return nil }
    guard case .content(let content) = register, let identity = content.identity else {
      return register
    }
    // Source and id must be as the store has them.
    let fits =
      (try? subject(identity)) == self.subject && !identity.id.hasPrefix("@")
      && Payload.identifierLength.contains(identity.id.utf8.count)
      && identity.id == identity.id.storable && identity.source == identity.source.storable
      && Payload.sourcePath(identity.source) == identity.source
    return fits ? register : nil
  }
}

extension Database {
  /// Forgets the subjects of messages, and what cannot have one under another key.
  func forgetSubjects() throws {
    try execute(
      sql: """
        DELETE FROM register WHERE number IN (SELECT -key FROM absent WHERE source IS NULL);
        DELETE FROM absent WHERE source IS NULL;
        DELETE FROM subject;
        """)
  }

  /// Lets the next collection compare all messages with their registers.
  fileprivate func compareAll() throws {
    try run("DELETE FROM cursor WHERE name = ?", [ExchangeSession.cursorName])
  }
}
