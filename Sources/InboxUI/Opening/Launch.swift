/// Programs that run outside of the screen, and what they are given.
public enum Launch: Sendable, Hashable {
  /// Links for the opener; an empty one stands for what the environment says.
  case open([Link], opener: [String])
  /// Web pages for a text browser in this terminal; where there is none, for the opener.
  case browse([Link], browser: [String], opener: [String])
  /// A text for the standard input of a command line that a person typed.
  case pipe(String, command: String)
}
