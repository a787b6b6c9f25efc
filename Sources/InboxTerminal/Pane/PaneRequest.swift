public import InboxUI

/// What a pane asks of the program that runs it.
public enum PaneRequest: Sendable, Hashable {
  /// End.
  case quit
  /// Ring the terminal's bell.
  case ring
  /// Tell the desktop, as far as the terminal can.
  case notify(DesktopNotice)
  /// Draw the next picture whole.
  case redraw
  /// Run programs outside of the screen; answered by ``PaneInput/launched(_:_:)``, before which no
  /// message counts as opened.
  case launch(Launch)
  /// Put a text on the clipboard of the terminal; answered by ``PaneInput/copied(_:_:)``.
  case copy(String)
}
