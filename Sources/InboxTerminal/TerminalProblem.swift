/// Why a screen cannot open here.
public enum TerminalError: Error, Sendable, Hashable {
  /// Standard input is no terminal: a pipe, a file, or closed.
  case inputIsNoTerminal
  /// Standard output is no terminal.
  case outputIsNoTerminal
  /// `TERM` is not set.
  case typeMissing
  /// Terminfo does not know the type that `TERM` names.
  case typeUnknown(String)
  /// The type cannot place text, as `dumb`.
  case typeUnfit(String)
  /// ncurses did not start for another reason.
  case cannotStart(String)
}
