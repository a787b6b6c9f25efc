import CNcurses

extension NCursesTerminal {
  /// Takes the next key or paste that waits, inside ncurses or in the terminal.
  public func readInput() -> TerminalInput? {
    while true {
      let code = wgetch(window)
      guard code != ERR else { return decoder.pause() }
      // ncurses tells of a resize on its own after resizeterm; the loop knows already.
      guard code != KEY_RESIZE else { continue }
      let input =
        code < 256
        ? decoder.take(byte: UInt8(truncatingIfNeeded: code))
        : decoder.take(key: CursesKeys.key(code))
      if let input { return input }
    }
  }
}
