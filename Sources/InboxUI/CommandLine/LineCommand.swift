/// A command of the `:` line that takes an argument; the raw value is what is typed.
///
/// A new one is a case here, a row of ``LineCommandInfo/table``, and a line in
/// `UIState.perform(_:_:at:)`, which may throw a ``PromptError`` with the column at fault. A name
/// that is also a ``Command`` means that one when it stands alone.
public enum LineCommand: String, CaseIterable, Sendable, Hashable {
  case filter
  case sort
  case search
  case snooze
  case theme
  case inbox
  case help
}
