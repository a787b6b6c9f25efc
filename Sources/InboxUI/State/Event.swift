public import InboxCore

/// What can reach the screen; whoever runs it hands these in one by one.
public enum Event: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it is typed into a prompt and nowhere else.
  case pasted(String)
  /// The terminal has another size.
  case resized(Size)
  /// The answer to ``Effect/read(_:_:)``.
  case snapshot(InboxSnapshot)
  /// Any other effect ended, well or badly.
  case finished(Effect, EffectResult)
  /// An effect on very many messages runs, and has come so far.
  case progressed(Effect, BulkProgress)
  /// The log moved on, by these entries; nil when what changed is not known.
  case changed([LogEntry]?)
  /// The inbox's file is gone; ``changed(_:)`` tells when there is one again.
  case vanished
  /// The screen is to go to a message or thread.
  case linked(DeepLink)
  /// The configuration or the theme was read anew; nil keeps what there was.
  case configured(
    theme: Theme?, keymap: Keymap?, preferences: ScreenPreferences?, problems: [String])
  /// Something around the screen went wrong; the text says what, and what to do.
  case failed(String)
  /// The moment of ``UIState/nextDeadline(at:)`` has come.
  case tick
}
