package import InboxCore

/// A request for whole messages; its purpose selects the part of the screen that handles them.
package struct FetchMessages: Request {
  /// The messages.
  package let numbers: [MessageNumber]
  /// The purpose of the request.
  package let purpose: FetchPurpose

  /// Creates a request.
  package init(_ numbers: [MessageNumber], for purpose: FetchPurpose) {
    (self.numbers, self.purpose) = (numbers, purpose)
  }

  package var effect: Effect { .fetch(self) }
  package func answered(_ messages: [Message]) -> AnsweredRequest { .fetched(self, messages) }
}

/// The purpose of a request for whole messages.
package enum FetchPurpose: Sendable, Hashable {
  /// To show the single message in the reader.
  case reader
  /// To show the single message in the preview.
  case preview
  /// To copy their texts to the clipboard.
  case copyText
  /// To copy their links to the clipboard.
  case copyLink
  /// To open the links of the single message, or offer them in a menu.
  case links
  /// To offer the actions of the single message in a menu, and what can be done with the marked ones.
  case actions(marked: [MessageNumber])
  /// To name the single message that an undo or redo changed in the status line.
  case naming(HistoryStep, UndoOutcome)
  /// To pipe their texts to a command line.
  case pipe(String)
  /// To run a command line with placeholders for each.
  case shell(String)
}

extension ReaderRendering: Request {
  package var effect: Effect { .render(self) }
  package func answered(_ content: ReaderContent) -> AnsweredRequest { .rendered(self, content) }
}

extension Effect {
  /// The effect of a request for whole messages.
  package static func fetch(_ numbers: [MessageNumber], _ purpose: FetchPurpose) -> Effect {
    .fetch(FetchMessages(numbers, for: purpose))
  }
}
