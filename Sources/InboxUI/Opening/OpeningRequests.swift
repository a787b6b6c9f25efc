package import InboxCore

/// A claim of the deep link that waits for this screen.
package struct ClaimLink: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .claimLink(self) }
  package func answered(_ link: DeepLink?) -> AnsweredRequest { .link(link) }
}

/// A question to the host about what opening does.
package struct DecideTaps: Request {
  /// What is opened.
  package let taps: [Tap]

  /// Makes a request.
  package init(_ taps: [Tap]) {
    self.taps = taps
  }

  package var effect: Effect { .pane(.decide(self)) }
  package func answered(_ left: [Tap]) -> AnsweredRequest { .decided(self, left) }
}

/// A copy of a text to the clipboard.
package struct CopyText: Request {
  /// The text.
  package let text: String
  /// By which way.
  package let choice: ClipboardChoice

  /// Makes a request.
  package init(_ text: String, by choice: ClipboardChoice) {
    (self.text, self.choice) = (text, choice)
  }

  package var effect: Effect { .pane(.copy(self)) }
  package func answered(_ tool: String) -> AnsweredRequest { .copied(self, by: tool) }
}

/// A copy of a stored file to a place of the person's choice.
package struct SaveFile: Request {
  /// The file.
  package let file: SavedFile
  /// Where it is saved, as the person has typed it.
  package let path: String
  /// Whether it may replace a file.
  package let isReplacing: Bool

  /// Makes a request.
  package init(_ file: SavedFile, to path: String, replacing isReplacing: Bool) {
    (self.file, self.path, self.isReplacing) = (file, path, isReplacing)
  }

  package var effect: Effect { .pane(.save(self)) }
  package func answered(_ outcome: SaveOutcome) -> AnsweredRequest { .saved(self, outcome) }
}

/// The outcome of saving a file.
package enum SaveOutcome: Sendable, Hashable {
  /// It is saved under this whole path.
  case saved(path: String)
  /// Nothing is saved: a file has this path.
  case isThere(path: String)
}

extension Launch: Request {
  package var effect: Effect { .host(.launch(self)) }
  package func answered(_ outcome: LaunchOutcome) -> AnsweredRequest { .launched(self, outcome) }
}

/// The outcome of a launch that has not failed.
package enum LaunchOutcome: Sendable, Hashable {
  /// The programs have taken it, with what the person should know.
  case done(note: String?)
  /// Nothing on this machine opens links.
  case noOpener
}

/// A copy of a text to the terminal's clipboard.
package struct CopyByTerminal: Request {
  /// The text.
  package let text: String

  package var effect: Effect { .host(.copy(text)) }
  package func answered(_: Void) -> AnsweredRequest { .copiedByTerminal(text) }
}

extension Effect {
  /// Claims the deep link that waits for this screen.
  package static var claimLink: Effect { .claimLink(ClaimLink()) }
}

extension PaneRequest {
  /// Lets the host decide what opening does.
  package static func decide(_ taps: [Tap]) -> PaneRequest { .decide(DecideTaps(taps)) }

  /// Puts a text on the clipboard.
  package static func copy(_ text: String, _ choice: ClipboardChoice) -> PaneRequest {
    .copy(CopyText(text, by: choice))
  }

  /// Saves a file under a path.
  package static func save(
    _ file: SavedFile, to path: String, replacing isReplacing: Bool
  ) -> PaneRequest {
    .save(SaveFile(file, to: path, replacing: isReplacing))
  }
}
