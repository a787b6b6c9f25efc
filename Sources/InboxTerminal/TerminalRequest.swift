public import InboxUI

/// What a loop asks of a terminal besides drawing and reading.
public enum TerminalRequest: Sendable, Hashable {
  /// Ring the bell.
  case ring
  /// Ask the terminal to tell the desktop.
  case notify(DesktopNotice)
  /// Put a text, made printable, on the terminal's window.
  case title(String)
  /// Put a text on the terminal's clipboard, by OSC 52.
  case copy(String)
  /// Ask for the size again: it changed.
  case resize
  /// Draw the next frame whole, whatever seems to be shown.
  case redraw
  /// Give the terminal back for a while, as it was found.
  case suspend
  /// Take the terminal again; what was typed in the meantime is thrown away when asked.
  case resume(discardingInput: Bool)
  /// Give the terminal back for good; further requests do nothing.
  case close
}
