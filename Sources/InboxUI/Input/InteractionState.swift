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
  /// The messages of a count or a chain, to which the present command applies; nil for none.
  var boundTargets: [ActionTarget]?
  /// The program of a chain that has not ended; nil while none is waited for.
  var chainedProgram: ChainedProgram?
  /// The undo or redo that was requested and has no answer yet.
  var awaitedStep: HistoryStep?
  /// How many steps of the history were taken since the last key.
  var takenSteps = 0
  /// The button of the mouse, and its last click.
  var pointer = PointerState()
  /// The tour through the keys; nil where none is offered, or it has ended.
  var tour: Tour?

  /// Forgets the keys of a sequence, the count and the bookmark that were begun.
  mutating func dropPendingKeys() {
    (pendingKeys, pendingCount, bookmarkOperation) = ([], nil, nil)
  }
}
