package import InboxCore

/// Whole messages, without deleted ones; its purpose selects the part of the screen that handles them.
package struct FetchMessages: StoreRequest {
  /// The messages.
  package let numbers: [MessageNumber]
  /// The purpose of the request.
  package let purpose: FetchPurpose

  /// Creates a request.
  package init(_ numbers: [MessageNumber], for purpose: FetchPurpose) {
    (self.numbers, self.purpose) = (numbers, purpose)
  }

  /// Maximum number of messages that are read whole at once.
  private static let mostAtOnce = 32

  package var turn: RequestTurn {
    purpose == .reader || numbers.count <= Self.mostAtOnce ? .atOnce : .beside
  }

  package func perform(in context: RequestContext) throws -> [Message] {
    let inbox = context.inbox
    let messages =
      try purpose == .reader
      ? numbers.compactMap { try inbox.message($0, within: context.scope) }
      : inbox.messages(numbers)
    // Links to stored files, in a form that programs on this machine can open.
    let folder = inbox.attachments
    return messages.map { $0.withFiles(in: folder) }
  }

  package func receive(_ messages: [Message], in state: inout UIState) {
    let context = state.partContext
    switch purpose {
    case .reader:
      guard let number = numbers.first else { return }
      state.take(state.stack.receive(messages.first, numbered: number, in: context))
    case .naming(let step, let outcome):
      state.showStatus(step.status(naming: messages.first, after: outcome, in: context))
      state.statusLine.noteOffer()
    case .copyText, .copyLink, .links, .actions, .pipe, .shell:
      let reply = purpose.reply(with: messages, in: context)
      state.take(reply)
      state.interaction.chainBegins(purpose, with: reply.effects)
    }
  }

  /// Closes a reader whose message could not be read.
  package func fail(in state: inout UIState) {
    guard purpose == .reader, numbers == state.reader.map({ [$0.number] }),
      state.reader?.message == nil
    else { return }
    state.closeReader()
  }
}

/// The purpose of a request for whole messages.
package enum FetchPurpose: Sendable, Hashable {
  /// To show the single message in the reader.
  case reader
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

/// The layout of a long message.
extension ReaderRendering: StoreRequest {
  package func perform(in context: RequestContext) -> ReaderContent { content }

  package func receive(_ content: ReaderContent, in state: inout UIState) {
    let areas = state.areas
    state.reader?.receive(content, of: self, in: areas)
  }
}

extension Effect {
  /// The effect of a request for whole messages.
  package static func fetch(_ numbers: [MessageNumber], _ purpose: FetchPurpose) -> Effect {
    FetchMessages(numbers, for: purpose).effect
  }
}
