package import InboxCore

/// A read of whole messages, with the purpose that says which part of the screen uses them.
package struct FetchMessages: Request {
  /// The messages.
  package let numbers: [MessageNumber]
  /// What they are read for.
  package let purpose: FetchPurpose

  /// Makes a request.
  package init(_ numbers: [MessageNumber], for purpose: FetchPurpose) {
    (self.numbers, self.purpose) = (numbers, purpose)
  }

  package var effect: Effect { .fetch(self) }
  package func answered(_ messages: [Message]) -> AnsweredRequest { .fetched(self, messages) }
}

/// The purpose for which messages are read whole.
package enum FetchPurpose: Sendable, Hashable {
  /// The reader shows the only one.
  case reader
  /// The preview shows the only one.
  case preview
  /// Their texts are copied to the clipboard.
  case copyText
  /// Their links are copied to the clipboard.
  case copyLink
  /// The links of the only one are opened, or offered in a menu.
  case links
  /// The actions of the only one are offered in a menu.
  case actions
  /// The status line names the only one, which an undo or redo has changed.
  case naming(HistoryStep, UndoOutcome)
  /// Their texts are piped to a command line.
  case pipe(String)
  /// A command line with placeholders is run for each.
  case shell(String)
}

extension ReaderRendering: Request {
  package var effect: Effect { .render(self) }
  package func answered(_ content: ReaderContent) -> AnsweredRequest { .rendered(self, content) }
}

extension Effect {
  /// Reads messages whole.
  package static func fetch(_ numbers: [MessageNumber], _ purpose: FetchPurpose) -> Effect {
    .fetch(FetchMessages(numbers, for: purpose))
  }
}
