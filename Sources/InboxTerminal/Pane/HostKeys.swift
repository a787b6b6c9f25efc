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
    keys.take(keyCode: keyCode).map { receive(.terminal($0)) }
  }

  /// Takes a character that the host has read: the answer of `get_wch` was `OK`.
  ///
  /// Sequences that ncurses does not know arrive in pieces; they are gathered, and never act.
  /// A pasted text is taken whole, and never acts either.
  ///
  /// - Parameter character: A Unicode scalar; what is none is ignored.
  public func receive(character: UInt32) {
    keys.take(character: character).map { receive(.terminal($0)) }
  }

  /// Takes note that no more keys wait just now: a lone Esc is the Escape key.
  public func endKeys() {
    keys.flush().map { receive(.terminal($0)) }
  }
}

/// Turns what a host's `get_wch` answers into input for a pane.
struct HostKeys: Sendable {
  private var decoder = KeyDecoder()

  /// Takes a key code: the answer was `KEY_CODE_YES`.
  ///
  /// - Parameter keyCode: Such as `KEY_UP`; the host itself deals with `KEY_RESIZE`.
  /// - Returns: What to hand to the pane; nil for nothing.
  mutating func take(keyCode: Int32) -> TerminalInput? {
    guard keyCode != KEY_RESIZE, keyCode != KEY_MOUSE else { return nil }
    return decoder.take(key: CursesKeys.key(keyCode))
  }

  /// Takes a character: the answer was `OK`.
  ///
  /// - Parameter character: A Unicode scalar; what is none is ignored.
  /// - Returns: What to hand to the pane; nil while a sequence is under way.
  mutating func take(character: UInt32) -> TerminalInput? {
    guard let scalar = Unicode.Scalar(character) else { return nil }
    return decoder.take(bytes: String(scalar).utf8)
  }

  /// Says that no more waits just now: a lone Esc is the Escape key.
  ///
  /// - Returns: What to hand to the pane; nil for nothing.
  mutating func flush() -> TerminalInput? {
    decoder.flush()
  }
}
