extension NCursesTerminal {
  /// Takes the next key or paste that waits, inside ncurses or in the terminal.
  public func readInput() -> TerminalInput? {
    defer {
      // ncurses tells of a resize on its own after resizeterm; the loop knows already.
      _ = keys.takeResize()
    }
    return keys.next(from: window)
  }
}
