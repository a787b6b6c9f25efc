/// What a loop asks of its terminal for itself, besides drawing and reading.
public enum TerminalRequest: Sendable, Hashable {
  /// Put a text, made printable, on the terminal's window.
  case title(String)
  /// Ask for the size again: it changed.
  case resize
  /// Draw the next frame whole, whatever seems to be shown.
  case repaint
  /// Give the terminal back for a while, as it was found.
  case suspend
  /// Take the terminal again; what was typed in the meantime is thrown away when asked.
  case resume(discardingInput: Bool)
  /// Give the terminal back for good; further requests do nothing.
  case close
}
