/// A request of the inbox to the program that shows it.
public enum HostRequest: Sendable, Hashable {
  /// Close the inbox: end the program, or go back to the host's own screen.
  case quit
  /// Draw the next picture whole, whatever seems to be shown.
  case redraw
  /// Ring the terminal's bell.
  case ring
  /// Show a desktop notification, as far as the terminal can.
  case notify(DesktopNotification)
  /// Run programs outside of the screen; the message counts as opened once the result is in.
  case launch(Launch)
  /// Put a text on the terminal's clipboard.
  case copy(String)
}

/// The result of a ``HostRequest``.
public enum HostResult: Sendable, Hashable {
  /// Done.
  case done
  /// Done, with something that the person should know.
  case noted(String)
  /// Nothing on this machine opens links.
  case noOpener
  /// Failed; the text says why and what to do.
  case failed(String)
}
