/// The input state: keys of an incomplete command, and type-ahead.
struct InteractionState: Sendable {
  /// Input that waits for an answer.
  var typeAhead = TypeAhead()
  /// The keys of an incomplete sequence.
  var pendingKeys: [Key] = []
  /// The count before the next key.
  var pendingCount: PendingCount?
  /// The bookmark command that waits for its letter.
  var bookmarkOperation: Command.Finding?
  /// Whether a digit copies a link, right after the reader's text was copied.
  var isChoosingLink = false
  /// The running program of a chain.
  var chainedProgram: ChainedProgram?
  var history = HistoryState()
  /// When the cursor last moved without a key.
  var shift = CursorShift()
  /// The pressed mouse button and the last click.
  var pointer = PointerState()

  /// Drops an incomplete sequence, count and bookmark command.
  mutating func dropPendingKeys() {
    (pendingKeys, pendingCount, bookmarkOperation) = ([], nil, nil)
  }
}
