public import InboxUI

/// What a loop hands to its pane.
public enum PaneInput: Sendable, Hashable {
  /// A key or a pasted text.
  case terminal(TerminalInput)
  /// The pane has this many columns and rows now.
  case resized(Size)
  /// The links were handed on; the text says why when they could not be.
  case launched([String], problem: String?)
  /// The first picture has been shown.
  case presented
}
