extension Inbox {
  /// Undoes the newest step that is not undone yet, whichever process did it.
  ///
  /// - Parameter report: Gets the progress of a change of very many.
  /// - Returns: What was undone; nil when there is nothing to undo.
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func undo(
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try store.undo(at: now, reporting: report)
  }

  /// Redoes what was undone last, unless something new was done since.
  ///
  /// - Parameter report: Gets the progress of a change of very many.
  /// - Returns: What was redone; nil when nothing was undone.
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func redo(
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try store.redo(at: now, reporting: report)
  }

  /// Removes messages for good; only those in the trash, others count as unchanged.
  ///
  /// - Parameters:
  ///   - selection: Which ones.
  ///   - report: Gets the progress of a removal of very many.
  /// - Returns: How many are gone, how many stay, and which numbers are unknown.
  /// - Throws: ``InboxError``; then nothing is gone.
  @discardableResult
  public func purge(
    _ selection: MessageSelection,
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> ChangeOutcome {
    try store.purge(selection, at: now, reporting: report)
  }

  /// Stores the transitions that are due: starts, expiries, ends of snoozes; true when any was.
  ///
  /// - Throws: ``InboxError``, also where the inbox may only be read and something is due.
  package func settle() throws -> Bool {
    try store.settle(at: now)
  }

  /// Counts an event that is no verb on messages: the inbox presented or dismissed.
  ///
  /// - Throws: ``InboxError``.
  package func record(_ event: MetricEvent) throws {
    try store.record(event, at: now)
  }
}
