import CNcurses
import InboxUI

extension InboxPane {
  /// Handles a key code that the host has read, when `get_wch` returned `KEY_CODE_YES`.
  ///
  /// A host reads the keys itself, handles its own, and forwards the others:
  ///
  ///     switch wget_wch(window, &code) {
  ///     case KEY_CODE_YES: pane.receive(keyCode: Int32(code))
  ///     case OK: pane.receive(character: code)
  ///     default: pane.endKeys()
  ///     }
  ///
  /// - Parameter keyCode: Such as `KEY_UP`; the host itself handles `KEY_RESIZE`. At `KEY_MOUSE`,
  ///   which arrives where the host has called `mousemask`, the pane gets the event by `getmouse`.
  public func receive(keyCode: Int32) {
    guard keyCode != KEY_RESIZE else { return }
    guard keyCode != KEY_MOUSE else { return receiveMouse() }
    hostWindow.keyDecoder.take(key: CursesKeys.key(keyCode)).map(receive)
  }

  /// Handles a character that the host has read, when `get_wch` returned `OK`.
  ///
  /// Sequences that ncurses does not know arrive in pieces; they are buffered, and never act. A
  /// pasted text is inserted whole, and never acts either.
  ///
  /// - Parameter character: A Unicode scalar; other values are ignored.
  public func receive(character: UInt32) {
    guard let scalar = Unicode.Scalar(character) else { return }
    hostWindow.keyDecoder.take(bytes: String(scalar).utf8).map(receive)
  }

  /// Signals that no more keys are waiting: a lone Esc is the Escape key.
  public func endKeys() {
    hostWindow.keyDecoder.flush().map(receive)
  }

  /// Handles the mouse events queued in ncurses, at their cells of the window that was drawn last.
  private func receiveMouse() {
    var events: [[MouseEvent]] = []
    while let event = newestMouseEvents() { events.append(event) }
    for event in events.reversed().joined() { receive(.terminal(.mouse(event))) }
  }

  /// The newest mouse event queued in ncurses, two for a click; nil when there are no more.
  private func newestMouseEvents() -> [MouseEvent]? {
    var (column, row): (Int32, Int32) = (0, 0)
    let kinds: [MouseEvent.Kind]
    switch curses_take_mouse(&column, &row) {
    case curses_mouse_none: return nil
    case curses_mouse_press: kinds = [.press]
    case curses_mouse_drag: kinds = [.drag]
    case curses_mouse_release: kinds = [.release]
    case curses_mouse_click: kinds = [.press, .release]
    case curses_mouse_up: kinds = [.wheel(-1)]
    case curses_mouse_down: kinds = [.wheel(1)]
    default: kinds = []
    }
    let cell = hostWindow.cell(atColumn: column, row: row)
    return kinds.map { MouseEvent($0, at: cell) }
  }

  /// Handles input of the host; mouse reports that ncurses does not know have cells of the screen.
  private func receive(_ input: TerminalInput) {
    if case .mouse = input { return }
    receive(.terminal(input))
  }
}
