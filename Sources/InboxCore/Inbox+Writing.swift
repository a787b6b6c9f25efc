public import Foundation

extension Inbox {
  /// Stores payloads as messages, in one transaction.
  ///
  /// A known source and id is merged: fields that the payload carries replace, the rest stays,
  /// and so do status and place.
  ///
  /// - Parameters:
  ///   - payloads: What came in, in order.
  ///   - defaultSource: The source of payloads that name none; nil is the configuration's.
  /// - Returns: What became of each payload, and how many old messages had to go.
  /// - Throws: ``InboxError``; then nothing is stored.
  public func push(
    _ payloads: [Payload], defaultSource: String? = nil
  ) throws -> PushOutcome {
    try store.push(
      payloads, defaultSource: defaultSource ?? store.configuration.defaultSource, at: now)
  }

  /// Takes one batch of an export in, with status, pin, snooze and arrival.
  ///
  /// - Parameters:
  ///   - payloads: Records of an export, in order.
  ///   - replacing: Whether a known message takes over the status of the import.
  ///   - pruning: Whether old messages go when there are too many.
  /// - Returns: What became of each record.
  /// - Throws: ``InboxError/overMaximum(count:maximum:)`` unless pruning; nothing is stored then.
  public func importMessages(
    _ payloads: [Payload], replacing: Bool = false, pruning: Bool = false
  ) throws -> PushOutcome {
    try store.importing(payloads, replacing: replacing, pruning: pruning, at: now)
  }

  /// Hands out every stored message by number, hidden and deleted ones too, one at a time.
  ///
  /// - Throws: ``InboxError``; whatever `body` throws, which ends it.
  public func exportMessages(_ body: (Message) throws -> Void) throws {
    try store.exportAll(body)
  }

  /// Does one thing to messages, in one transaction; what is as asked already stays untouched.
  ///
  /// Viewing and opening always count as changes. A snooze into the past changes nothing.
  ///
  /// - Parameters:
  ///   - verb: What to do.
  ///   - selection: To which messages.
  ///   - report: Hears how far a change of very many has come.
  /// - Returns: How many changed, how many did not, and which numbers are unknown.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func perform(
    _ verb: Verb, on selection: MessageSelection,
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> ChangeOutcome {
    try store.perform(verb, on: selection, at: now, reporting: report)
  }

  /// Takes back the newest step that is not yet taken back, whichever process did it.
  ///
  /// - Parameter report: Hears how far a change of very many has come.
  /// - Returns: What went back; nil when there is nothing to take back.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func undo(
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try store.undo(at: now, reporting: report)
  }

  /// Does again what was taken back last, unless something new was done since.
  ///
  /// - Parameter report: Hears how far a change of very many has come.
  /// - Returns: What was done again; nil when nothing was taken back.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func redo(
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try store.redo(at: now, reporting: report)
  }

  /// Chooses an action of a message: marks read, counts it and records it in the log.
  ///
  /// Of a question the first answer wins and is kept on the message; undo takes none back.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - action: Id or label of one of its actions.
  /// - Returns: The action that was chosen, or why none was.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func answer(
    _ number: MessageNumber, action: String
  ) throws -> AnswerOutcome {
    try store.answer(number, action: action, at: now)
  }

  /// Takes a question back that nobody answered: it expires now.
  ///
  /// - Parameters:
  ///   - number: The question.
  ///   - receivedAt: When it came up for who takes it back; one that came up anew since is another
  ///     asker's and stays. nil takes it back in any case.
  /// - Returns: What became of it.
  /// - Throws: ``InboxError``; then nothing has changed.
  public func withdraw(
    _ number: MessageNumber, receivedAt: Date? = nil
  ) throws -> WithdrawalOutcome {
    try store.withdraw(number, receivedAt: receivedAt, at: now)
  }

  /// Removes messages for good; only those in the trash, others count as unchanged.
  ///
  /// - Parameters:
  ///   - selection: Which ones.
  ///   - report: Hears how far a removal of very many has come.
  /// - Returns: How many are gone, how many stay, and which numbers are unknown.
  /// - Throws: ``InboxError``; then nothing is gone.
  public func purge(
    _ selection: MessageSelection,
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> ChangeOutcome {
    try store.purge(selection, at: now, reporting: report)
  }

  /// Moves what starts, expires or wakes by the clock; true when anything did.
  ///
  /// - Throws: ``InboxError``, also where the inbox may only be read and something is due.
  public func settle() throws -> Bool {
    try store.settle(at: now)
  }

  /// Counts what is no verb on messages: the inbox shown or left.
  ///
  /// - Throws: ``InboxError``.
  public func record(_ event: MetricEvent) throws {
    try store.record(event, at: now)
  }
}
