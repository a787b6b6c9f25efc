package import InboxText
package import InboxUI

/// A terminal that shows frames and reads keys.
///
/// ``NCursesTerminal`` is the real one; tests script another. All members belong to the thread of
/// the loop.
package protocol Terminal: AnyObject {
  /// The current columns and rows.
  var size: Size { get }
  /// The graphics that it is known to support; nil for none.
  var graphics: TerminalGraphics? { get }
  /// How it draws text, as far as it is known.
  var measure: TextMeasure { get }
  /// Becomes readable when input may be waiting; more may be buffered in ``readInput()``.
  var inputDescriptor: Int32 { get }
  /// Shows a frame in the look of a theme.
  func show(_ frame: Frame, in theme: Theme)
  /// Returns the next waiting input; nil when there is none.
  func readInput() -> TerminalInput?
  /// Rings, notifies the desktop or copies, as an inbox requests; other requests are the loop's.
  func perform(_ request: HostRequest)
  /// Performs a request of the loop other than drawing.
  func perform(_ request: TerminalRequest)
}

extension Terminal {
  /// Only characters.
  package var graphics: TerminalGraphics? { nil }
  /// Nothing is joined.
  package var measure: TextMeasure { TextMeasure() }
}

/// Input from the terminal: a key, a paste or a mouse event.
package enum TerminalInput: Sendable, Hashable {
  /// A key.
  case key(Key)
  /// A pasted text, whole; never parsed as keys.
  case pasted(String)
  /// A mouse event.
  case mouse(MouseEvent)
  /// A report of the background's brightness.
  case background(ScreenBackground)
  /// A response about graphics, which the terminal handles itself.
  case graphics(GraphicsAnswer)
  /// A response about how text is drawn, which the terminal handles itself.
  case measured(MeasureAnswer)
}

/// A request of the loop to its terminal, besides drawing and reading.
package enum TerminalRequest: Sendable, Hashable {
  /// Set the title of the terminal's window; control characters are replaced.
  case title(String)
  /// Enable or disable mouse reports.
  case mouse(Bool)
  /// Turn links into hyperlinks by a policy, from the next frame on.
  case hyperlinks(HyperlinkPolicy)
  /// Detect the graphics that a choice allows.
  case graphics(GraphicsChoice)
  /// Query the size again: it changed.
  case resize
  /// Redraw the next frame whole, whatever seems to be shown.
  case repaint
  /// Release the terminal for a while, as it was found.
  case suspend
  /// Resume after a suspension; input that was typed since may be discarded.
  case resume(discardingInput: Bool)
  /// Release the terminal for good; further requests do nothing.
  case close
}

/// An error of opening a screen on a terminal.
package enum TerminalError: Error, Sendable, Hashable {
  /// Standard input is no terminal: a pipe, a file, or closed.
  case inputIsNoTerminal
  /// Standard output is no terminal.
  case outputIsNoTerminal
  /// `TERM` is not set.
  case typeMissing
  /// Terminfo does not know the type that `TERM` names.
  case typeUnknown(String)
  /// The type cannot position text, as `dumb`.
  case typeUnfit(String)
  /// ncurses did not start for another reason.
  case cannotStart(String)

  /// The error message, with what to do about it.
  package var message: String {
    switch self {
    case .inputIsNoTerminal:
      "the screen needs a terminal for its input"
    case .outputIsNoTerminal:
      "the screen needs a terminal for its output"
    case .typeMissing:
      "TERM is not set, so the kind of terminal is unknown; set it, as in TERM=xterm-256color"
    case .typeUnknown(let type):
      "the terminal type '\(type)' is unknown here; install its terminfo entry (package"
        + " ncurses-term), or set TERM=xterm-256color"
    case .typeUnfit(let type):
      "a terminal of type '\(type)' cannot show a screen; use another terminal"
    case .cannotStart(let type):
      "ncurses did not start on a terminal of type '\(type)'"
    }
  }
}
