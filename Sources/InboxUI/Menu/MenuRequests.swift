package import InboxCore

/// A request to choose an action of a message.
package struct ChooseAction: StoreRequest {
  package let number: MessageNumber
  /// The action, or a typed answer to a question.
  package let action: MessageAction
  /// What the person saw of it, by `Message.digest(of:)`; nil where nothing is performed.
  var seen: String?

  package var turn: RequestTurn { .inOrder }

  package func perform(in context: RequestContext) throws -> AnswerOutcome {
    try context.inbox.answer(number, action: action.id)
  }

  package func receive(_ outcome: AnswerOutcome, in state: inout UIState) {
    let row = state.list.row(number) ?? state.stack.readerRow
    let isQuestion = row?.number == number && row?.question != nil
    state.take(reply(to: outcome, isQuestion: isQuestion, in: state.partContext))
  }
}

/// A request to mute or unmute a source or thread.
package struct ChangeMute: Request {
  package let subject: MuteSubject
  package let change: MuteChange

  package var effect: Effect { .pane(.mute(self)) }

  package func receive(_: Void, in state: inout UIState) {
    switch change {
    case .unmute: state.showStatus(.unmuted(subject))
    case .mute(let end):
      state.showStatus(.muted(subject, until: end.map(state.partContext.text)))
    }
  }
}

/// A request for the mutes, for the menu of a row's source and thread.
package struct ListMutes: Request {
  package let row: MessageRow
  /// Whether the actions of its source are allowed.
  let allowsActions: Bool

  package var effect: Effect { .pane(.listMutes(self)) }

  package func receive(_ mutes: [ActiveMute], in state: inout UIState) {
    state.menu = NarrowingMenu.menu(
      of: row, muted: mutes, allowsActions: allowsActions, in: state.partContext)
  }
}

/// A request for the preview of a theme.
package struct PreviewTheme: Request {
  package let name: String

  package var effect: Effect { .pane(.previewTheme(self)) }

  package func receive(_ theme: Theme, in state: inout UIState) {
    guard state.menu?.selectedItem?.choice == .theme(name) else { return }
    state.environment.preview(theme)
    state.layOut()
  }
}

/// A request for the inboxes.
package struct ListInboxes: Request {
  /// Whether to count their messages.
  package let isCounting: Bool

  package var effect: Effect { .pane(.listInboxes(self)) }

  package func receive(_ inboxes: [InboxSummary], in state: inout UIState) {
    state.session.inboxNames = inboxes.map(\.name)
    guard state.session.inboxRequest == .listInboxes(self) else { return }
    state.session.inboxRequest = nil
    state.menu = .inboxes(inboxes, present: state.inboxName)
  }
}

/// A request to switch the inbox; once it is answered, effects apply to the new one.
package struct OpenInbox: Request {
  package let name: String

  package var effect: Effect { .pane(.openInbox(self)) }

  /// Type-ahead is kept, as it was typed for the new inbox.
  package func receive(_: Void, in state: inout UIState) {
    let old = state
    let alert = old.session.awaitedAlert.flatMap { $0.inbox == name ? $0.number : nil }
    var environment = old.environment
    environment.inboxName = name
    state = UIState(environment, query: MessageQuery(order: old.main.query.order))
    state.now = old.now
    state.prompting.history = old.prompting.history
    state.alerts = AlertState(continuing: old.alerts)
    state.session.inboxNames = old.session.inboxNames
    // They may already be counted for the new inbox.
    state.session.countedInboxes = old.session.countedInboxes
    state.interaction.typeAhead = old.interaction.typeAhead
    state.effects += state.start()
    if let alert { state.go(to: .message(alert), from: .alert) }
  }
}

/// The summary of an inbox in the menu of inboxes.
package struct InboxSummary: Sendable, Hashable {
  package var name: String
  /// The counts of its messages; nil if unknown or unreadable.
  package var counts: InboxCounts?

  package init(name: String, counts: InboxCounts? = nil) {
    self.name = name
    self.counts = counts
  }

  /// The counts in words.
  var detail: String { counts?.summary ?? "cannot be read" }
}

extension InboxCounts {
  /// The counts of listed messages in words.
  package var summary: String { "\(unread) unread, \(listed) in all" }
}
