import InboxText
import CSystem
import Foundation

/// The clock on the wall as something to wait on.
///
/// A wait of so many milliseconds stands still while the machine sleeps, and is wrong once somebody
/// sets the clock; this wakes at the moment itself, and whenever the clock is set.
final class WallClock {
  /// Becomes readable at the moment, or when the clock was set; -1 where the system has none.
  let descriptor: Int32
  private var armed: Date?

  /// Opens it; without descriptors left the program goes on with waits alone.
  init() {
    descriptor = bellboard_clock_open()
  }

  /// Wakes at a moment, and when the clock is set; without a moment only then.
  ///
  /// `now` is the present moment by the clock that the moment is of, which a host or a test may
  /// have of its own.
  func wake(at date: Date?, now: Date) {
    // A moment that never comes keeps the watch for a set clock.
    let moment = date ?? .distantFuture
    guard moment != armed else { return }
    armed = moment
    guard descriptor >= 0 else { return }
    bellboard_clock_arm(
      descriptor, Int64((moment.timeIntervalSince(now) * 1_000).rounded(.up)))
  }

  /// Whether the moment has come, also where the system has no such clock to wait on.
  func isDue(at now: Date) -> Bool { armed.map { $0 <= now } ?? false }

  /// Takes the wake; the next one has to be asked for anew.
  func take() {
    armed = nil
    if descriptor >= 0 { bellboard_clock_take(descriptor) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
