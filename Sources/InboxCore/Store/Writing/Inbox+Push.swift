import Foundation
import GRDB

extension Inbox {
  /// Stores one payload as a message.
  ///
  /// ```swift
  /// try inbox.push(Payload(title: "Backup finished", body: "42 GB"))
  /// ```
  ///
  /// A payload with a known source and id is merged: its fields replace the stored ones, the rest
  /// stays, and so do status and place. One without an id that repeats a listed message is folded
  /// into it: the count goes up, and it is unread again at its new position.
  ///
  /// - Parameters:
  ///   - payload: The notification.
  ///   - defaultSource: The source of a payload without one; nil is the configuration's.
  /// - Returns: The result.
  /// - Throws: ``InboxError``; then nothing is stored.
  @discardableResult
  public func push(
    _ payload: Payload, defaultSource: String? = nil
  ) throws -> PushOutcome.RecordResult {
    try push([payload], defaultSource: defaultSource).results[0]
  }

  /// Stores payloads as messages, in one transaction and in order.
  ///
  /// The oldest messages are removed to keep the maximum.
  ///
  /// When this returns, the messages are in the inbox at ``Inbox/path``, even if that was removed
  /// or replaced since it was opened: it is recreated then.
  ///
  /// - Parameters:
  ///   - payloads: The notifications.
  ///   - defaultSource: The source of payloads without one; nil is the configuration's.
  /// - Returns: The result of each payload, and the number of removed old messages.
  /// - Throws: ``InboxError``; then nothing is stored.
  @discardableResult
  public func push(_ payloads: [Payload], defaultSource: String? = nil) throws -> PushOutcome {
    var payloads = payloads
    let uploads = payloads.indices.flatMap { payloads[$0].moveLargeContent(to: attachments) }
    defer { for upload in uploads { release(upload) } }
    return try push(defaultSource: defaultSource) { _, _ in payloads }
  }

  /// Stores payloads that are made in the same transaction, from its database and time.
  func push(
    defaultSource: String?, _ payloads: (Database, Date) throws -> [Payload]
  ) throws -> PushOutcome {
    let (configuration, now) = (store.configuration, now)
    let (outcome, calls, losesFiles) = try store.writeSettled(at: now, to: .current) { database in
      var transaction = PushTransaction(
        defaultSource: defaultSource ?? configuration.defaultSource,
        foldRepeats: configuration.foldRepeats, rules: configuration.rules, at: now,
        makeID: configuration.makeID)
      for payload in try payloads(database, now) { try transaction.store(payload, in: database) }
      try transaction.finish(in: database)
      let outcome = try transaction.pruned(
        to: configuration.effectiveMaximum, by: configuration.retentions, in: database, at: now)
      return (
        outcome, try transaction.rules.programCalls(in: database),
        try transaction.losesFiles(outcome, in: database)
      )
    }
    if losesFiles { sweepAttachments() }
    if !calls.isEmpty { configuration.startPrograms(calls) }
    return outcome
  }

  /// Stores one batch of an export, with status, pin, snooze and arrival.
  ///
  /// - Parameters:
  ///   - payloads: Records of an export, in order.
  ///   - replacing: Whether an existing message gets the status of the import.
  ///   - pruning: Whether old messages are removed to keep the maximum.
  /// - Returns: The result of each record.
  /// - Throws: ``InboxError/overMaximum(count:maximum:)`` unless pruning; nothing is stored then.
  package func importMessages(
    _ payloads: [Payload], replacing: Bool = false, pruning: Bool = false
  ) throws -> PushOutcome {
    let (configuration, now) = (store.configuration, now)
    let (outcome, losesFiles) = try store.writeSettled(at: now, to: .current) { database in
      var transaction = PushTransaction(
        isImport: true, isReplacing: replacing, defaultSource: "import", at: now,
        makeID: configuration.makeID)
      for payload in payloads { try transaction.store(payload, in: database) }
      let maximum = configuration.effectiveMaximum
      if let maximum, !pruning, !transaction.inserted.isEmpty {
        let count = try database.storedCount()
        guard count <= maximum else { throw InboxError.overMaximum(count: count, maximum: maximum) }
      }
      try transaction.finish(in: database)
      let outcome = try transaction.pruned(to: pruning ? maximum : nil, in: database, at: now)
      return (outcome, try transaction.losesFiles(outcome, in: database))
    }
    if losesFiles { sweepAttachments() }
    return outcome
  }
}

extension PushTransaction {
  /// Whether stored files may have lost their last reference.
  fileprivate func losesFiles(_ outcome: PushOutcome, in database: Database) throws -> Bool {
    let hasChanged = !merged.isEmpty || !resurfaced.isEmpty || !resolved.isEmpty
    return try (outcome.prunedCount > 0 || hasChanged) && database.hasUnusedFiles()
  }

  /// The outcome, after pruning to the maximum and by age.
  ///
  /// A batch larger than the maximum protects only its last message.
  fileprivate func pruned(
    to maximum: Int?, by retentions: [Retention] = [], in database: Database, at now: Date
  ) throws -> PushOutcome {
    guard maximum != nil || !retentions.isEmpty else { return outcome }
    let stored = inserted + merged + resurfaced + resolved
    let spared = stored.count <= maximum ?? .max ? stored : last.map { [$0] } ?? []
    var outcome = outcome
    let removed = try database.prune(to: maximum, by: retentions, sparing: spared, at: now)
    (outcome.prunedCount, outcome.prunedUnreadCount) = (removed.total, removed.unread)
    return outcome
  }
}
