import Foundation
import InboxSystem
import InboxUI

/// The clock of a pane: the timer that wakes it when its state changes by itself.
struct DeadlineClock {
  private let timer = WallClock()
  /// When the present state changes by itself, which may be never; nil until that is looked for.
  private var deadline: Date??

  /// Becomes readable at the deadline, and when the machine's clock was set.
  var descriptor: Int32 { timer.descriptor }

  /// Notes that the state has changed.
  mutating func invalidate() {
    deadline = nil
  }

  /// When a state, which is the present one, changes by itself; nil for never.
  mutating func deadline(of state: UIState, at now: Date) -> Date? {
    if let deadline { return deadline }
    let next = state.nextDeadline(at: now)
    deadline = .some(next)
    return next
  }

  /// Takes the timer's wake.
  ///
  /// - Parameters:
  ///   - isReadable: Whether a wait found the descriptor ready.
  ///   - state: The present state.
  ///   - now: The present.
  /// - Returns: Whether the state is to be told of the time.
  mutating func takeWake(isReadable: Bool, of state: UIState, at now: Date) -> Bool {
    let isDue = isReadable || timer.isDue(at: now)
    if isDue { timer.take() }
    return isDue || deadline(of: state, at: now).map { $0 <= now } ?? false
  }

  /// Wakes at the deadline of a state.
  mutating func arm(for state: UIState, at now: Date) {
    timer.wake(at: deadline(of: state, at: now), now: now)
  }
}
