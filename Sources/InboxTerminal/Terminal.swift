package import InboxUI

/// A terminal that shows frames and reads keys.
///
/// ``NCursesTerminal`` is the real one; tests script another. All members belong to the thread of
/// the loop.
package protocol Terminal: AnyObject {
  /// The present columns and rows.
  var size: Size { get }
  /// The graphics that it is known to have just now; nil for none.
  var graphics: TerminalGraphics? { get }
  /// Becomes readable when a key may be waiting; it may also wait inside ``readInput()``.
  var inputDescriptor: Int32 { get }
  /// Shows a frame in the look of a theme.
  func show(_ frame: Frame, in theme: Theme)
  /// Takes the next waiting input; nil when there is none.
  func readInput() -> TerminalInput?
  /// Rings, notifies the desktop or copies, as an inbox asks; other requests are the loop's.
  func perform(_ request: HostRequest)
  /// Does something for the loop other than drawing.
  func perform(_ request: TerminalRequest)
}

extension Terminal {
  /// Shows characters alone.
  package var graphics: TerminalGraphics? { nil }
}

/// Input from the terminal: a key, a paste, an event of the mouse.
package enum TerminalInput: Sendable, Hashable {
  /// A key.
  case key(Key)
  /// A pasted text, whole; never keys.
  case pasted(String)
  /// An event of the mouse; never a key.
  case mouse(MouseEvent)
  /// The terminal tells how bright its background is; never a key.
  case background(ScreenBackground)
  /// The terminal tells of its graphics, which it keeps for itself; never a key.
  case graphics(GraphicsAnswer)
}

/// A request of the loop to its terminal, besides drawing and reading.
package enum TerminalRequest: Sendable, Hashable {
  /// Put a text, made printable, on the terminal's window.
  case title(String)
  /// Take the mouse, or leave it to the terminal.
  case mouse(Bool)
  /// Make hyperlinks of links, as far as a policy says, from the next frame on.
  case hyperlinks(HyperlinkPolicy)
  /// Find out which graphics there are, as far as a choice wants any.
  case graphics(GraphicsChoice)
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

/// An error of a terminal: a screen cannot open here.
package enum TerminalError: Error, Sendable, Hashable {
  /// Standard input is no terminal: a pipe, a file, or closed.
  case inputIsNoTerminal
  /// Standard output is no terminal.
  case outputIsNoTerminal
  /// `TERM` is not set.
  case typeMissing
  /// Terminfo does not know the type that `TERM` names.
  case typeUnknown(String)
  /// The type cannot place text, as `dumb`.
  case typeUnfit(String)
  /// ncurses did not start for another reason.
  case cannotStart(String)
}

extension TerminalError {
  /// The error in words, and what to do about it.
  package var message: String {
    switch self {
    case .inputIsNoTerminal:
      "The screen needs a terminal for its input."
    case .outputIsNoTerminal:
      "The screen needs a terminal for its output."
    case .typeMissing:
      "TERM is not set, so the kind of terminal is unknown. Set it, as in TERM=xterm-256color."
    case .typeUnknown(let type):
      "The terminal type “\(type)” is unknown here. Install its terminfo entry (package"
        + " ncurses-term), or set TERM=xterm-256color."
    case .typeUnfit(let type):
      "A terminal of type “\(type)” cannot show a screen. Use another terminal."
    case .cannotStart(let type):
      "ncurses did not start on a terminal of type “\(type)”."
    }
  }
}
