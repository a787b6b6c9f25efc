import Foundation

/// What a part sees of the screen around it, which it never changes.
struct PartContext: Sendable {
  /// What the terminal, the configuration and the host give.
  let environment: ScreenEnvironment
  /// Where the next key is looked up.
  let keys: InputContext
  /// The time of the event.
  let now: Date

  /// The first key of a command; nil where it has none.
  func key(of command: Command) -> String? {
    environment.keymap.names(of: command, in: keys).first
  }
}
