package import InboxCore

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
}

extension Launch {
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
