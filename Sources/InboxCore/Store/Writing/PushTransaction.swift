import Foundation
import GRDB

/// One push or import: stores its payloads one by one, then writes log and metrics.
struct PushTransaction {
  /// Whether the reader's own fields (status, pin, snooze, arrival) of new messages are stored too.
  private let isImport: Bool
  /// Whether an import also replaces the reader's own fields of existing messages.
  private let isReplacing: Bool
  let now: Date
  private let defaultSource: String
  let makeID: @Sendable (Date) -> String
  private let foldRepeats: FoldRepeats
  private(set) var rules: RuleIntake
  /// Occurrences that are not stored yet.
  private var run: FoldRun?
  private var tally = MetricTally()
  /// The sources of the payloads, whatever became of them.
  private var heard: Set<String> = []
  private(set) var outcome = PushOutcome()
  private(set) var inserted: [MessageNumber] = []
  private(set) var merged: [MessageNumber] = []
  private(set) var resurfaced: [MessageNumber] = []
  private(set) var resolved: [MessageNumber] = []
  /// The messages whose snooze waited for their resolution.
  private var woken: [MessageNumber] = []
  /// The threads with news.
  private var threads: Set<String> = []
  /// The message that was stored last, new or not.
  private(set) var last: MessageNumber?
  private var insertion: Statement?
  /// The first message that is not yet in the full-text index.
  private var firstUnindexed: MessageNumber?

  init(
    isImport: Bool = false, isReplacing: Bool = false, defaultSource: String,
    foldRepeats: FoldRepeats = .off, rules: [Rule] = [], at now: Date,
    makeID: @escaping @Sendable (Date) -> String
  ) {
    (self.isImport, self.isReplacing) = (isImport, isReplacing)
    self.defaultSource = defaultSource
    self.foldRepeats = foldRepeats
    self.rules = RuleIntake(rules: rules, now: now)
    self.now = now
    self.makeID = makeID
  }

  /// Stores one payload; returns the result.
  mutating func store(_ unchecked: Payload, in database: Database) throws {
    let payload: Payload
    do throws(PayloadError) { payload = try unchecked.checked() } catch { return refuse(error) }
    guard let source = (payload.source ?? Payload.sourcePath(defaultSource))?.storable else {
      return refuse(.badField(name: "source", expected: "a name", found: "none"))
    }
    if !isImport { heard.insert(source) }
    if payload.id != nil { try endRun(in: database) }
    let known = try payload.id.flatMap { try database.message(source: source, id: $0) }
    let verdict = rules.verdict(on: payload, from: source, known: known)
    if let name = verdict.dropper { return ignore(.droppedByRule(name)) }
    let isNews = known == nil || payload.resurfaces
    try store(
      verdict.payload, from: source, known: known,
      snoozedUntil: isNews ? verdict.snoozedUntil : nil, in: database)
    if isNews, let result = outcome.results.last { rules.note(verdict.programs, for: result) }
  }

  /// Stores a validated payload after the rules.
  private mutating func store(
    _ payload: Payload, from source: String, known: Message?, snoozedUntil: Date? = nil,
    in database: Database
  ) throws {
    if try extendFold(with: payload, from: source, in: database) { return }
    try endRun(in: database)
    if let known {
      if !isImport, payload.concernsMatter(of: known) {
        let target = try database.target(of: payload, in: known, ordinal: 1)
        return try take(payload, for: target, in: database)
      }
      return try merge(payload, into: known, in: database)
    }
    let target =
      isImport
      ? nil : try database.foldTarget(of: payload, from: source, foldRepeats, at: now)
    var id = payload.id
    switch target {
    case .new(let named)?: id = named.description
    case let target?: return try take(payload, for: target, in: database)
    case nil: break
    }
    if payload.hasText || payload.titleWithoutText != nil {
      let id = id ?? makeID(now).storable
      var message = payload.makeMessage(id: id, source: source, at: now)
      message.snoozedUntil = snoozedUntil
      try insert(message, of: payload, in: database)
    } else {
      ignore(payload.isSilent ? .silentWithoutMessage : .noText)
    }
  }

  private mutating func insert(_ new: Message, of payload: Payload, in database: Database) throws {
    var message = new
    if isImport { payload.writeLocal(to: &message) }
    if let problem = message.sizeError(isImport: isImport) { return refuse(problem) }
    let statement = try insertion ?? database.cachedStatement(sql: Database.insertion)
    insertion = statement
    try statement.execute(with: message, at: now)
    message.number = MessageNumber(database.lastInsertedRowID)
    firstUnindexed = firstUnindexed ?? message.number
    last = message.number
    inserted.append(message.number)
    try database.keepHeaders(payload.actionHeaders, ofActions: message.number)
    outcome.results.append(.inserted(message.number, id: message.id))
    if isImport { try setEarlier(payload, of: message, in: database) }
    if !isImport, let thread = message.thread, message.phase(at: now) == .active,
      message.delivery != .alert
    {
      threads.insert(thread)
    }
    count(message)
  }

  private mutating func merge(
    _ payload: Payload, into known: Message, in database: Database
  ) throws {
    var message = known
    let isLate = payload.isPartial && !known.isPartial
    if isLate, !payload.resurfaces { return ignore(.fullIsHere) }
    if !isLate {
      payload.write(to: &message)
      message.isPartial = payload.isPartial || (known.isPartial && !payload.hasText)
    }
    guard message.hasText else { return ignore(.leavesNoText) }
    if isReplacing { payload.writeLocal(to: &message) }
    if message != known, let problem = message.sizeError(isImport: isImport) {
      return refuse(problem)
    }
    let resurfaces = try write(message, of: payload, known: known, in: database)
    outcome.results.append(.merged(message.number, id: message.id))
    if resurfaces { count(message) }
  }

  /// Writes the differences; returns whether the message resurfaced.
  private mutating func write(
    _ merged: Message, of payload: Payload, known: Message, in database: Database
  ) throws -> Bool {
    var message = merged
    let hasNews = merged.priority > known.priority || !merged.hasSameTexts(as: known)
    let comesUp =
      !isImport && (payload.resurfaces || (known.isDone || known.awaitsNews) && hasNews)
    if comesUp {
      payload.resurface(&message, at: now)
      resurfaced.append(message.number)
    } else {
      if message.fold == nil, message.snoozedFor == .resolution, message.status != .deleted {
        // Nothing can resolve it any more.
        (message.snoozedUntil, message.snoozedFor, message.status) = (now, nil, .unread)
        woken.append(message.number)
      }
      if !isImport { payload.finish(&message, at: now) }
      if message != known { self.merged.append(message.number) }
    }
    last = message.number
    if message != known {
      try database.indexText(from: &firstUnindexed)
      try database.replace(message, isPlacedAnew: comesUp || isReplacing, at: now)
    }
    try database.replaceHeaders(by: payload, ofActions: message.number)
    if isReplacing { try setEarlier(payload, of: message, in: database) }
    return comesUp
  }

  /// Changes an existing message that was found by something other than the push's id.
  private mutating func take(
    _ payload: Payload, for target: FoldTarget, in database: Database
  ) throws {
    switch target {
    case .change(let known): try merge(payload, into: known, in: database)
    case .occurrence(let known): try fold(payload, into: known, in: database)
    case .end(let known): try resolve(known, by: payload, in: database)
    case .earlier(let known, let ordinal):
      try change(ordinal, of: known, by: payload, in: database)
    case .duplicate(let known):
      outcome.results.append(.merged(known.number, id: known.id))
    case .new: break
    }
  }

  /// Adds a payload to the pending occurrences; false when it is none of them.
  private mutating func extendFold(
    with payload: Payload, from source: String, in database: Database
  ) throws -> Bool {
    guard var run else { return false }
    let newest = payload.makeMessage(id: run.message.id, source: source, at: now)
    guard run.continues(with: payload, as: newest, foldRepeats, at: now) else { return false }
    run.add(newest)
    if let problem = run.message.sizeError(isImport: false) {
      refuse(problem)
    } else {
      self.run = run
      try noteOccurrence(payload, of: run.message, in: database)
    }
    return true
  }

  private mutating func fold(
    _ payload: Payload, into known: Message, in database: Database
  ) throws {
    var run = FoldRun(of: known)
    run.add(payload.makeMessage(id: known.id, source: known.source, at: now))
    if let problem = run.message.sizeError(isImport: false) { return refuse(problem) }
    self.run = run
    if let id = payload.id { try database.addAlias(id, of: run.message) }
    try noteOccurrence(payload, of: run.message, in: database)
  }

  private mutating func noteOccurrence(
    _ payload: Payload, of message: Message, in database: Database
  ) throws {
    try database.replaceHeaders(by: payload, ofActions: message.number)
    if !isNew(message.number), resurfaced.last != message.number {
      resurfaced.append(message.number)
    }
    last = message.number
    outcome.results.append(.merged(message.number, id: message.id))
    count(message)
  }

  /// Stores the pending occurrences.
  private mutating func endRun(in database: Database) throws {
    guard let run else { return }
    self.run = nil
    try database.indexText(from: &firstUnindexed)
    try run.write(to: database, at: now)
  }

  private mutating func resolve(
    _ known: Message, by payload: Payload, in database: Database
  ) throws {
    let message = known.resolved(by: payload, at: now)
    guard message != known else {
      return outcome.results.append(.merged(known.number, id: known.id))
    }
    if let problem = message.sizeError(isImport: false) { return refuse(problem) }
    try database.indexText(from: &firstUnindexed)
    try database.replace(message, isPlacedAnew: false, at: now)
    if let id = payload.id, id != message.id { try database.addAlias(id, of: message) }
    last = message.number
    outcome.results.append(.merged(message.number, id: message.id))
    // A later push that is no resolution adds its words to a resolved message, and resolves
    // nothing.
    guard payload.resolves != nil else { return merged.append(message.number) }
    resolved.append(message.number)
    if known.snoozedFor == .resolution, message.snoozedFor == nil { woken.append(message.number) }
    count(message)
  }

  private mutating func change(
    _ ordinal: Int, of known: Message, by payload: Payload, in database: Database
  ) throws {
    let newest = payload.makeMessage(id: known.id, source: known.source, at: now)
    if let problem = newest.sizeError(isImport: false) { return refuse(problem) }
    // As for a whole message, a late partial record must not overwrite the full form.
    if !payload.isPartial, try database.change(ordinal, of: known, as: newest),
      !isNew(known.number)
    {
      merged.append(known.number)
    }
    outcome.results.append(.merged(known.number, id: known.id))
  }

  /// Whether this push inserted the message, as its log entry then says.
  private func isNew(_ number: MessageNumber) -> Bool {
    inserted.first.map { number >= $0 } ?? false
  }

  private func setEarlier(_ payload: Payload, of message: Message, in database: Database) throws {
    guard let earlier = payload.local.earlier, message.occurrences > 1 else { return }
    try database.setEarlier(earlier, of: message)
  }

  private mutating func refuse(_ problem: PayloadError) {
    outcome.results.append(.refused(problem))
  }

  private mutating func ignore(_ reason: PushOutcome.Reason) {
    outcome.results.append(.ignored(reason))
  }

  private mutating func count(_ message: Message) {
    guard !isImport else { return }
    tally.add(.received, source: message.source, category: message.categories.first)
    guard message.isDone else { return }
    tally.add(.done, source: message.source, category: message.categories.first)
  }

  /// Writes log and metrics of the batch.
  mutating func finish(in database: Database) throws {
    try endRun(in: database)
    try database.indexText(from: &firstUnindexed)
    let entries: [(LogEntry.Verb, [MessageNumber])] = [
      (isImport ? .imported : .received, inserted), (.merged, merged),
      (.resurfaced, resurfaced), (.resolved, resolved), (.woken, woken),
    ]
    for (verb, numbers) in entries where !numbers.isEmpty {
      try database.appendLog(verb, numbers, at: now)
    }
    try database.noteEscalations(of: inserted + resurfaced, by: rules.rules, at: now)
    try database.reopenNewest(ofThreads: threads, at: now)
    if !isImport { try database.wake(by: inserted + resurfaced, at: now) }
    try tally.write(to: database, at: now)
    try endSilences(of: heard, in: database)
  }
}
