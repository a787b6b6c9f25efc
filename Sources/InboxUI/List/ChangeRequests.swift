package import InboxCore

/// A request to apply a verb to messages.
struct ChangeMessages: StoreRequest {
  let verb: Verb
  let selection: MessageSelection
  /// The number of messages that a question named; nil without one.
  var asked: Int?
  /// The views of what the reader shows next, counted unless the change is refused.
  var views: [ChangeMessages] = []

  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> ChangeOutcome {
    let outcome = try context.inbox.perform(
      verb, on: context.narrowed(selection), reporting: context.report)
    if !outcome.isRefused { for view in views { _ = try? view.perform(in: context) } }
    return outcome
  }

  func receive(_ outcome: ChangeOutcome, in state: inout UIState) {
    state.interaction.history.receive(outcome, of: self, at: state.now)
    state.take(state.stack.receive(outcome, of: self, in: state.partContext))
    state.statusLine.noteOffer()
  }

  func fail(in state: inout UIState) {
    if verb.logged != nil { state.interaction.history.offers.ended() }
    state.stack.changeEnded(self)
  }
}

/// A request to delete messages from the trash for good.
struct PurgeMessages: StoreRequest {
  let selection: MessageSelection
  /// The number of messages that the question named.
  var asked = 0

  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> ChangeOutcome {
    try context.inbox.purge(context.narrowed(selection), reporting: context.report)
  }

  func receive(_ outcome: ChangeOutcome, in state: inout UIState) {
    let (count, left) = (outcome.changedCount, outcome.left(of: asked))
    let status = count > 0 ? StatusText.purged(count, left: left) : .noneChanged(left: left)
    state.take(state.stack.reply(to: outcome, of: effect, left: left, status, in: state.listLayout))
  }
}

/// An undo or redo of the last change; nil if there was none.
package enum HistoryStep: StoreRequest {
  case undo
  case redo

  package var turn: RequestTurn { .inOrder }

  package func perform(in context: RequestContext) throws -> UndoOutcome? {
    switch self {
    case .undo: try context.inbox.undo(reporting: context.report)
    case .redo: try context.inbox.redo(reporting: context.report)
    }
  }

  package func receive(_ outcome: UndoOutcome?, in state: inout UIState) {
    let context = state.partContext
    state.take(state.interaction.history.receive(outcome, of: self, on: &state.stack, in: context))
  }

  package func fail(in state: inout UIState) {
    state.interaction.history.offers.ended()
    _ = state.interaction.history.stopWaiting()
    state.dropTypeAhead()
  }
}

/// The changes that can be undone, newest first.
struct ListSteps: StoreRequest {
  // After the changes that were requested before.
  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> [UndoableStep] {
    try context.inbox.undoableSteps()
  }

  func receive(_ steps: [UndoableStep], in state: inout UIState) {
    guard state.interaction.history.takeList() else { return }
    if steps.isEmpty {
      state.showStatus(.notStepped(.undo, left: 0, after: 0, key: nil))
    } else {
      state.menu = .steps(steps, in: state.partContext)
    }
  }

  func fail(in state: inout UIState) {
    _ = state.interaction.history.takeList()
  }
}

/// A request to apply the transitions that are due.
struct Settle: StoreRequest {
  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws {
    _ = try context.inbox.settle()
  }

  func receive(_: Void, in state: inout UIState) {
    state.session.settling.end()
    state.effects += state.stack.reread(in: state.listLayout)
  }

  /// Without the store's settling, queries still apply due transitions.
  func fail(in state: inout UIState) {
    state.session.settling.fail(at: state.now)
    state.effects += state.stack.reread(in: state.listLayout)
  }
}

extension Effect {
  /// Applies a verb to messages.
  package static func perform(
    _ verb: Verb, _ selection: MessageSelection, asked: Int? = nil
  ) -> Effect {
    ChangeMessages(verb: verb, selection: selection, asked: asked).effect
  }
}
