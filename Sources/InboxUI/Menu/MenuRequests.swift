package import InboxCore

/// A request to choose an action of a message.
package struct ChooseAction: Request {
  package let number: MessageNumber
  /// The action, or a typed answer to a question.
  package let action: MessageAction

  package init(_ action: MessageAction, of number: MessageNumber) {
    (self.action, self.number) = (action, number)
  }

  package var effect: Effect { .answer(self) }
  package func answered(_ outcome: AnswerOutcome) -> AnsweredRequest { .chosen(self, outcome) }
}

/// A request to mute or unmute a source or thread.
package struct ChangeMute: Request {
  package let subject: MuteSubject
  package let change: MuteChange

  package init(_ subject: MuteSubject, _ change: MuteChange) {
    (self.subject, self.change) = (subject, change)
  }

  package var effect: Effect { .pane(.mute(self)) }
  package func answered(_: Void) -> AnsweredRequest { .muted(self) }
}

/// A request for the mutes, for the menu of a row's source and thread.
package struct ListMutes: Request {
  package let row: MessageRow

  package init(for row: MessageRow) {
    self.row = row
  }

  package var effect: Effect { .pane(.listMutes(self)) }
  package func answered(_ mutes: [ActiveMute]) -> AnsweredRequest { .mutes(self, mutes) }
}

/// A request for the preview of a theme.
package struct PreviewTheme: Request {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }

  package var effect: Effect { .pane(.previewTheme(self)) }
  package func answered(_ theme: Theme) -> AnsweredRequest { .theme(self, theme) }
}

/// A request for the inboxes.
package struct ListInboxes: Request {
  /// Whether to count their messages.
  package let isCounting: Bool

  package init(counting isCounting: Bool) {
    self.isCounting = isCounting
  }

  package var effect: Effect { .pane(.listInboxes(self)) }
  package func answered(_ inboxes: [InboxSummary]) -> AnsweredRequest { .inboxes(self, inboxes) }
}

/// A request to switch the inbox; once it is answered, effects apply to the new one.
package struct OpenInbox: Request {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }

  package var effect: Effect { .pane(.openInbox(self)) }
  package func answered(_: Void) -> AnsweredRequest { .openedInbox(self) }
}

extension Effect {
  /// Chooses an action of a message.
  package static func answer(_ number: MessageNumber, _ action: MessageAction) -> Effect {
    .answer(ChooseAction(action, of: number))
  }
}

extension PaneRequest {
  /// Mutes or unmutes a source or thread.
  package static func mute(_ subject: MuteSubject, _ change: MuteChange) -> PaneRequest {
    .mute(ChangeMute(subject, change))
  }

  package static func previewTheme(_ name: String) -> PaneRequest {
    .previewTheme(PreviewTheme(name))
  }

  package static func listInboxes(counting isCounting: Bool) -> PaneRequest {
    .listInboxes(ListInboxes(counting: isCounting))
  }

  /// Switches to another inbox.
  package static func openInbox(_ name: String) -> PaneRequest {
    .openInbox(OpenInbox(name))
  }
}
