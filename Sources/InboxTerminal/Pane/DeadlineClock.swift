import Foundation
import InboxSystem
import InboxUI

/// The timer of a pane, which wakes it when its state changes with time.
struct DeadlineClock {
  private let timer = WallClock()
  /// When the current state next changes with time, or never; nil until computed.
  private var deadline: Date??

  /// Becomes readable at the deadline, and when the system clock is set.
  var descriptor: Int32 { timer.descriptor }

  /// Invalidates the deadline after a change of state.
  mutating func invalidate() {
    deadline = nil
  }

  /// When the current state next changes with time; nil for never.
  mutating func deadline(of state: UIState, at now: Date) -> Date? {
    if let deadline { return deadline }
    let next = state.nextDeadline(at: now)
    deadline = .some(next)
    return next
  }

  /// Handles a wake of the timer.
  ///
  /// - Parameters:
  ///   - isReadable: Whether a wait found the descriptor ready.
  ///   - state: The current state.
  ///   - now: The current time.
  /// - Returns: Whether the state needs a clock event.
  mutating func takeWake(isReadable: Bool, of state: UIState, at now: Date) -> Bool {
    let isDue = isReadable || timer.isDue(at: now)
    if isDue { timer.take() }
    return isDue || deadline(of: state, at: now).map { $0 <= now } ?? false
  }

  /// Sets the timer to the deadline of a state.
  mutating func arm(for state: UIState, at now: Date) {
    timer.wake(at: deadline(of: state, at: now), now: now)
  }
}
