public import InboxUI

/// One piece of what a person sent by way of the terminal.
public enum TerminalInput: Sendable, Hashable {
  /// A key.
  case key(Key)
  /// A pasted text, whole; never keys.
  case pasted(String)
}
