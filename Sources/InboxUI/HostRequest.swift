/// A request of the inbox to its host program.
public enum HostRequest: Sendable, Hashable {
  /// Close the inbox: end the program, or return to the host's own screen.
  case quit
  /// Redraw the whole next frame, whatever the terminal seems to show.
  case redraw
  /// Ring the terminal bell.
  case ring
  /// Send a desktop notification, if the terminal supports it.
  case notify(DesktopNotification)
  /// Run external programs; when they succeed, the message counts as opened.
  case launch(Launch)
  /// Copy a text by the terminal.
  case copy(String)
}

/// The result of a ``HostRequest``.
public enum HostResult: Sendable, Hashable {
  /// It succeeded.
  case done
  /// It succeeded, with a note for the person, which is shown for a launch.
  case noted(String)
  /// No program on this machine opens links.
  case noOpener
  /// It failed; the text gives the reason and the fix.
  case failed(String)
}

extension Event {
  /// The event of a host's result; nil if the request needs no answer.
  package init?(_ result: HostResult, of request: HostRequest) {
    switch (request, result) {
    case (_, .failed(let reason)): self = .requestFailed(.host(request), reason)
    case (.launch(let launch), _): self = .answered(launch, result)
    case (.copy(let text), _): self = .answered(CopyByTerminal(text: text), ())
    case (.quit, _), (.redraw, _), (.ring, _), (.notify, _): return nil
    }
  }
}
