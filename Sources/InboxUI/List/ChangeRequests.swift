package import InboxCore

/// A request to apply a verb to messages.
package struct ChangeMessages: Request {
  package let verb: Verb
  package let selection: MessageSelection

  package init(_ verb: Verb, _ selection: MessageSelection) {
    (self.verb, self.selection) = (verb, selection)
  }

  package var effect: Effect { .perform(self) }
  package func answered(_ outcome: ChangeOutcome) -> AnsweredRequest { .changed(self, outcome) }
}

/// A request to delete messages from the trash for good.
package struct PurgeMessages: Request {
  package let selection: MessageSelection

  package init(_ selection: MessageSelection) {
    self.selection = selection
  }

  package var effect: Effect { .purge(self) }
  package func answered(_ outcome: ChangeOutcome) -> AnsweredRequest { .purged(self, outcome) }
}

/// An undo or redo of the last change.
package enum HistoryStep: Request {
  case undo
  case redo

  package var effect: Effect { .step(self) }
  package func answered(_ outcome: UndoOutcome?) -> AnsweredRequest { .stepped(self, outcome) }
}

/// A request for the changes that can be undone.
package struct ListSteps: Request {
  package init() {}

  package var effect: Effect { .listSteps(self) }
  package func answered(_ steps: [UndoableStep]) -> AnsweredRequest { .steps(steps) }
}

/// A request to apply the transitions that are due.
package struct Settle: Request {
  package init() {}

  package var effect: Effect { .settle(self) }
  package func answered(_: Void) -> AnsweredRequest { .settled }
}

extension Effect {
  /// Lists the changes that can be undone.
  package static var listSteps: Effect { .listSteps(ListSteps()) }
  /// Applies the transitions that are due.
  package static var settle: Effect { .settle(Settle()) }

  /// Applies a verb to messages.
  package static func perform(_ verb: Verb, _ selection: MessageSelection) -> Effect {
    .perform(ChangeMessages(verb, selection))
  }

  /// Deletes messages from the trash for good.
  package static func purge(_ selection: MessageSelection) -> Effect {
    .purge(PurgeMessages(selection))
  }
}
