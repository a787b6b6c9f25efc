public import InboxCore
public import InboxUI

/// What a loop hands to its pane.
public enum PaneInput: Sendable, Hashable {
  /// A key or a pasted text.
  case terminal(TerminalInput)
  /// The pane has this many columns and rows now.
  case resized(Size)
  /// A launch or a copy has ended; other requests need no answer.
  case answered(HostRequest, HostResult)
  /// Go to a message or thread.
  case linked(DeepLink)
  /// The first picture has been shown.
  case presented
  /// The process is about to be stopped, as by Ctrl-Z.
  case stopping
  /// The process was stopped and goes on.
  case continued
}
