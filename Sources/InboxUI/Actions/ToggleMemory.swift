import Foundation
import InboxCore

/// The messages that the last key toggled as marked or counted ones.
///
/// The same key, pressed again, takes that back; the marks are gone by then, and the cursor may be on
/// another message.
struct ToggleMemory: Sendable {
  private struct Toggle: Sendable {
    var command: Command.Acting
    var targets: [ActionTarget]
    /// When its status times out, and with it what a person knows of it.
    var end: Date
  }

  private var last: Toggle?
  /// The toggle of the key before the present one.
  private var before: Toggle?

  /// Begins another key.
  mutating func keyPressed() {
    (before, last) = (last, nil)
  }

  /// Records the targets of a toggle, in the state that it leads to.
  mutating func note(_ command: Command.Acting, _ targets: [ActionTarget], at now: Date) {
    let end = now.addingTimeInterval(StatusMessage.lifetime)
    last = Toggle(command: command, targets: targets, end: end)
  }

  /// The targets if the key before toggled them by the same command; nil otherwise.
  func targets(of command: Command.Acting, at now: Date) -> [ActionTarget]? {
    guard let before, before.command == command,
      before.end.isAhead(upTo: StatusMessage.lifetime, at: now)
    else { return nil }
    return before.targets
  }
}
