package import InboxCore

/// A choice of an action of a message.
package struct ChooseAction: Request {
  /// The message.
  package let number: MessageNumber
  /// The action, or a text that answers a question.
  package let action: MessageAction

  /// Makes a request.
  package init(_ action: MessageAction, of number: MessageNumber) {
    (self.action, self.number) = (action, number)
  }

  package var effect: Effect { .answer(self) }
  package func answered(_ outcome: AnswerOutcome) -> AnsweredRequest { .chosen(self, outcome) }
}

/// A change of what is muted.
package struct ChangeMute: Request {
  /// What is muted.
  package let subject: MuteSubject
  /// For how long, or not any more.
  package let change: MuteChange

  /// Makes a request.
  package init(_ subject: MuteSubject, _ change: MuteChange) {
    (self.subject, self.change) = (subject, change)
  }

  package var effect: Effect { .pane(.mute(self)) }
  package func answered(_: Void) -> AnsweredRequest { .muted(self) }
}

/// A read of a theme to be looked at.
package struct PreviewTheme: Request {
  /// Its name.
  package let name: String

  /// Makes a request.
  package init(_ name: String) {
    self.name = name
  }

  package var effect: Effect { .pane(.previewTheme(self)) }
  package func answered(_ theme: Theme) -> AnsweredRequest { .theme(self, theme) }
}

/// A list of the inboxes.
package struct ListInboxes: Request {
  /// Whether their messages are counted as well.
  package let isCounting: Bool

  /// Makes a request.
  package init(counting isCounting: Bool) {
    self.isCounting = isCounting
  }

  package var effect: Effect { .pane(.listInboxes(self)) }
  package func answered(_ inboxes: [InboxSummary]) -> AnsweredRequest { .inboxes(self, inboxes) }
}

/// A switch to another inbox; it is answered once effects mean that one.
package struct OpenInbox: Request {
  /// Its name.
  package let name: String

  /// Makes a request.
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
  /// Mutes something, or unmutes it.
  package static func mute(_ subject: MuteSubject, _ change: MuteChange) -> PaneRequest {
    .mute(ChangeMute(subject, change))
  }

  /// Reads a theme to be looked at.
  package static func previewTheme(_ name: String) -> PaneRequest {
    .previewTheme(PreviewTheme(name))
  }

  /// Lists the inboxes.
  package static func listInboxes(counting isCounting: Bool) -> PaneRequest {
    .listInboxes(ListInboxes(counting: isCounting))
  }

  /// Switches to another inbox.
  package static func openInbox(_ name: String) -> PaneRequest {
    .openInbox(OpenInbox(name))
  }
}
