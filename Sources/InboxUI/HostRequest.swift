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
  /// Done, with something that the person should know; shown of a launch.
  case noted(String)
  /// Nothing on this machine opens links.
  case noOpener
  /// Failed; the text says why and what to do.
  case failed(String)
}

extension Event {
  /// The event of a host's result; nil where the request needs no answer.
  package init?(_ result: HostResult, of request: HostRequest) {
    switch (request, result) {
    case (_, .failed(let reason)): self = .requestFailed(.host(request), reason)
    case (.launch(let launch), .done): self = .answered(launch, .done(note: nil))
    case (.launch(let launch), .noted(let text)): self = .answered(launch, .done(note: text))
    case (.launch(let launch), .noOpener): self = .answered(launch, .noOpener)
    case (.copy(let text), .done), (.copy(let text), .noted), (.copy(let text), .noOpener):
      self = .answered(CopyByTerminal(text: text), ())
    case (.quit, _), (.redraw, _), (.ring, _), (.notify, _): return nil
    }
  }
}
