extension TerminalError {
  /// What went wrong and what to do about it, in words for people.
  public var message: String {
    switch self {
    case .inputIsNoTerminal:
      "The screen needs a terminal for its input. In a script use a command: bellboard list."
    case .outputIsNoTerminal:
      "The screen needs a terminal for its output. To pipe or save, use: bellboard list."
    case .typeMissing:
      "TERM is not set, so the kind of terminal is unknown. Try: TERM=xterm-256color bellboard."
    case .typeUnknown(let type):
      "The terminal type “\(type)” is unknown here. Install its terminfo entry (package"
        + " ncurses-term) or try: TERM=xterm-256color bellboard."
    case .typeUnfit(let type):
      "A terminal of type “\(type)” cannot show a screen. Use a command (bellboard list) or"
        + " another terminal."
    case .cannotStart(let type):
      "ncurses did not start on a terminal of type “\(type)”."
    }
  }
}
