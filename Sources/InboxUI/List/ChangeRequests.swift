package import InboxCore

/// A change of messages.
package struct ChangeMessages: Request {
  /// What is done to them.
  package let verb: Verb
  /// Which messages.
  package let selection: MessageSelection

  /// Makes a request.
  package init(_ verb: Verb, _ selection: MessageSelection) {
    (self.verb, self.selection) = (verb, selection)
  }

  package var effect: Effect { .perform(self) }
  package func answered(_ outcome: ChangeOutcome) -> AnsweredRequest { .changed(self, outcome) }
}

/// A removal of messages from the trash for good.
package struct PurgeMessages: Request {
  /// Which messages.
  package let selection: MessageSelection

  /// Makes a request.
  package init(_ selection: MessageSelection) {
    self.selection = selection
  }

  package var effect: Effect { .purge(self) }
  package func answered(_ outcome: ChangeOutcome) -> AnsweredRequest { .purged(self, outcome) }
}

/// A step through the history of changes.
package enum HistoryStep: Request {
  /// Back: the last change is undone.
  case undo
  /// Forward: what was undone is done again.
  case redo

  package var effect: Effect { .step(self) }
  package func answered(_ outcome: UndoOutcome?) -> AnsweredRequest { .stepped(self, outcome) }
}

/// A list of the changes that undo can take back.
package struct ListSteps: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .listSteps(self) }
  package func answered(_ steps: [UndoableStep]) -> AnsweredRequest { .steps(steps) }
}

/// An application of the transitions that the clock has made due.
package struct Settle: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .settle(self) }
  package func answered(_: Void) -> AnsweredRequest { .settled }
}

extension Effect {
  /// Lists the changes that undo can take back.
  package static var listSteps: Effect { .listSteps(ListSteps()) }
  /// Applies the transitions that the clock has made due.
  package static var settle: Effect { .settle(Settle()) }

  /// Changes messages.
  package static func perform(_ verb: Verb, _ selection: MessageSelection) -> Effect {
    .perform(ChangeMessages(verb, selection))
  }

  /// Removes messages from the trash for good.
  package static func purge(_ selection: MessageSelection) -> Effect {
    .purge(PurgeMessages(selection))
  }
}
