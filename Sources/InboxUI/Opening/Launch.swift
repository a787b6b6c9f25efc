package import InboxCore

/// A launch of programs outside of the screen, with what they are given.
public enum Launch: Sendable, Hashable {
  /// Links for the opener; an empty one stands for what the environment says.
  case open([Link], opener: [String])
  /// Web pages for a text browser in this terminal; where there is none, for the opener.
  case browse([Link], browser: [String], opener: [String])
  /// A text for the standard input of a command line that a person typed.
  case pipe(String, command: String)
  /// A shell's script for a message, which it gets as JSON and in variables.
  case run(script: String, name: String, input: String, variables: [String: String])
}

extension Launch {
  /// Opens the link of a message, by the programs that a person prefers.
  package init(_ link: Link, for behavior: TapBehavior, by preferences: ScreenPreferences) {
    let opener = preferences.opener
    if case .website = behavior {
      self = .browse([link], browser: preferences.browser, opener: opener)
    } else {
      self = .open([link], opener: opener)
    }
  }
}
