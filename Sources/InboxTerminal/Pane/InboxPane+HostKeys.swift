import CNcurses

extension InboxPane {
  /// Takes a key code that the host has read: the answer of `get_wch` was `KEY_CODE_YES`.
  ///
  /// A host reads the keys itself, because some are its own, and hands the others in:
  ///
  ///     switch wget_wch(window, &code) {
  ///     case KEY_CODE_YES: pane.receive(keyCode: Int32(code))
  ///     case OK: pane.receive(character: code)
  ///     default: pane.endKeys()
  ///     }
  ///
  /// - Parameter keyCode: Such as `KEY_UP`; the host itself deals with `KEY_RESIZE`.
  public func receive(keyCode: Int32) {
    guard keyCode != KEY_RESIZE, keyCode != KEY_MOUSE else { return }
    keyDecoder.take(key: CursesKeys.key(keyCode)).map(receive)
  }

  /// Takes a character that the host has read: the answer of `get_wch` was `OK`.
  ///
  /// Sequences that ncurses does not know arrive in pieces; they are gathered, and never act.
  /// A pasted text is taken whole, and never acts either.
  ///
  /// - Parameter character: A Unicode scalar; what is none is ignored.
  public func receive(character: UInt32) {
    guard let scalar = Unicode.Scalar(character) else { return }
    keyDecoder.take(bytes: String(scalar).utf8).map(receive)
  }

  /// Takes note that no more keys wait just now: a lone Esc is the Escape key.
  public func endKeys() {
    keyDecoder.flush().map(receive)
  }

  /// Takes input of the host; the mouse, whose cells are not those of the window, stays the host's.
  private func receive(_ input: TerminalInput) {
    if case .mouse = input { return }
    receive(.terminal(input))
  }
}
