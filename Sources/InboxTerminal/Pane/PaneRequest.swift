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
  /// Hand these links to the person's opener; answered by ``PaneInput/launched(_:problem:)``.
  case launch([String])
}
