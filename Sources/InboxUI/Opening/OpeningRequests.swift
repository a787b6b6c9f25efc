package import InboxCore

/// A claim of the pending deep link for this screen, while it is shown; nil if there was none.
package struct ClaimLink: StoreRequest {
  package var turn: RequestTurn { .inOrder }

  package func perform(in context: RequestContext) throws -> DeepLink? {
    try context.inbox.claimLink(for: context.screen)
  }

  package func receive(_ link: DeepLink?, in state: inout UIState) {
    if let link { state.follow(link) }
  }
}

/// A request to the host to decide which taps it handles.
package struct DecideTaps: Request {
  package let taps: [Tap]

  package init(_ taps: [Tap]) {
    self.taps = taps
  }

  package var effect: Effect { .pane(.decide(self)) }

  package func receive(_ left: [Tap], in state: inout UIState) {
    state.take(state.openings.run(left, of: taps, in: &state.stack.list, state.partContext))
  }
}

/// A request to copy a text to the clipboard.
package struct CopyText: Request {
  package let text: String
  /// The method of copying.
  package let choice: ClipboardChoice

  package var effect: Effect { .pane(.copy(self)) }

  /// Shows the text, and the tool that copied it.
  package func receive(_ tool: String, in state: inout UIState) {
    state.showCopied(text, by: tool)
  }
}

/// A request to save a stored file under a path of the person's choice.
package struct SaveFile: Request {
  package let file: SavedFile
  /// The path as typed.
  package let path: String
  /// Whether it may overwrite a file.
  package let isReplacing: Bool

  package var effect: Effect { .pane(.save(self)) }

  /// Shows the path of the saved file, or asks whether to overwrite an existing one.
  package func receive(_ outcome: SaveOutcome, in state: inout UIState) {
    switch outcome {
    case .saved(let path): state.showStatus(.saved(path: path))
    case .isThere(let path):
      state.overlays.question = ConfirmState(
        .replace(path: path, by: file), about: [file.number])
    }
  }
}

/// The outcome of saving a file.
package enum SaveOutcome: Sendable, Hashable {
  /// It was saved under this absolute path.
  case saved(path: String)
  /// It was not saved, as a file exists at this path.
  case isThere(path: String)
}

extension Launch: Request {
  package var effect: Effect { .host(.launch(self)) }

  /// Handles its success; a failure comes as one of the request.
  package func receive(_ result: HostResult, in state: inout UIState) {
    state.interaction.chainRunEnded(self)
    state.take(state.openings.receive(result, of: self, on: &state.stack, state.partContext))
  }
}

/// A request to copy a text by the terminal.
package struct CopyByTerminal: Request {
  package let text: String

  package var effect: Effect { .host(.copy(text)) }

  package func receive(_: Void, in state: inout UIState) {
    state.showCopied(text, by: "the terminal")
  }
}

extension Effect {
  /// Claims the pending deep link for this screen.
  package static var claimLink: Effect { ClaimLink().effect }
}

/// A launch of external programs, with their input.
public enum Launch: Sendable, Hashable {
  /// Opens links; an empty opener means the environment's default.
  case open([Link], opener: [String])
  /// Shows web pages in a text browser in this terminal, or by the opener if there is no browser.
  case browse([Link], browser: [String], opener: [String])
  /// Pipes a text to a typed command line.
  case pipe(String, command: String)
  /// Runs a shell script for a message, which it reads as JSON from its input and in variables.
  case run(script: String, name: String, input: String, variables: [String: String])

  /// Opens a message's link with the preferred programs.
  package init(_ link: Link, for behavior: TapBehavior, by preferences: ScreenPreferences) {
    let opener = preferences.opener
    if case .website = behavior {
      self = .browse([link], browser: preferences.browser, opener: opener)
    } else {
      self = .open([link], opener: opener)
    }
  }
}
