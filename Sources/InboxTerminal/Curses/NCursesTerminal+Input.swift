extension NCursesTerminal {
  /// Takes the next key or paste that waits, inside ncurses or in the terminal.
  public func readInput() -> TerminalInput? {
    while let reading = keys.next(from: window) {
      // The loop knows of another size by its signal, and ncurses only from there.
      if case .input(let input) = reading { return input }
    }
    return nil
  }
}
