import CNcurses
import InboxUI

/// Turns what a host's `get_wch` answers into input for a pane.
///
/// A host that reads the keys itself, because some are its own, hands the others in:
///
///     switch wget_wch(window, &code) {
///     case KEY_CODE_YES: keys.take(keyCode: Int32(code)).map(pane.receive)
///     case OK: keys.take(character: code).map(pane.receive)
///     default: keys.flush().map(pane.receive)
///     }
///
/// Sequences that ncurses does not know arrive in pieces; they are gathered, and never act.
public struct HostKeys: Sendable {
  private var decoder = KeyDecoder()

  /// Makes one for one stream of keys.
  public init() {}

  /// Takes a key code: the answer was `KEY_CODE_YES`.
  ///
  /// - Parameter keyCode: Such as `KEY_UP`; the host itself deals with `KEY_RESIZE`.
  /// - Returns: What to hand to the pane; nil for nothing.
  public mutating func take(keyCode: Int32) -> PaneInput? {
    guard keyCode != KEY_RESIZE, keyCode != KEY_MOUSE else { return nil }
    return decoder.take(key: CursesKeys.key(keyCode)).map(PaneInput.terminal)
  }

  /// Takes a character: the answer was `OK`.
  ///
  /// - Parameter character: A Unicode scalar; what is none is ignored.
  /// - Returns: What to hand to the pane; nil while a sequence is under way.
  public mutating func take(character: UInt32) -> PaneInput? {
    guard let scalar = Unicode.Scalar(character) else { return nil }
    return decoder.take(bytes: String(scalar).utf8).map(PaneInput.terminal)
  }

  /// Says that no more waits just now: a lone Esc is the Escape key.
  ///
  /// - Returns: What to hand to the pane; nil for nothing.
  public mutating func flush() -> PaneInput? {
    decoder.flush().map(PaneInput.terminal)
  }
}
