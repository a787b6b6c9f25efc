/// The state of the input: keys of an unfinished command, and input that waits for an answer.
struct InteractionState: Sendable {
  /// The input that waits for an answer.
  var typeAhead = TypeAhead()
  /// The keys of a sequence that were pressed so far.
  var pendingKeys: [Key] = []
  /// The number that was typed before the next key.
  var pendingCount: PendingCount?
  /// What is done with the bookmark whose letter comes next; nil while none is awaited.
  var bookmarkOperation: Command.Finding?
  /// Whether a digit copies a link, as the text in the reader was copied just now.
  var isChoosingLink = false
  /// The program of a chain that has not ended; nil while none is waited for.
  var chainedProgram: ChainedProgram?
  /// Undo and redo.
  var history = HistoryState()
  /// The button of the mouse, and its last click.
  var pointer = PointerState()
  /// The tour through the keys; nil where none is offered, or it has ended.
  var tour: Tour?

  /// Forgets the keys of a sequence, the count and the bookmark that were begun.
  mutating func dropPendingKeys() {
    (pendingKeys, pendingCount, bookmarkOperation) = ([], nil, nil)
  }
}
