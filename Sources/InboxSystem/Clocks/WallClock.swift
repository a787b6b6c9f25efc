import CInboxSystem
package import Foundation

/// A timer on the wall clock, as a descriptor to wait on.
///
/// A wait of so many milliseconds pauses while the machine sleeps, and is wrong once the clock is
/// set; this wakes at the date itself, and whenever the clock is set.
package final class WallClock {
  /// Readable at the date, or when the clock was set; -1 where the system has no such timer.
  package let descriptor: Int32
  private var armed: Date?

  /// Opens the timer; without descriptors left the program goes on with timed waits alone.
  package init() {
    descriptor = inbox_clock_open()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Wakes at a date, and when the clock is set; without a date only then.
  ///
  /// - Parameters:
  ///   - date: When to wake.
  ///   - now: The present, by the clock of the date: a host or a test may have its own.
  package func wake(at date: Date?, now: Date) {
    // A date that never comes keeps the watch for a set clock.
    let date = date ?? .distantFuture
    guard date != armed else { return }
    armed = date
    guard descriptor >= 0 else { return }
    inbox_clock_arm(descriptor, Int64((date.timeIntervalSince(now) * 1_000).rounded(.up)))
  }

  /// Whether the date has come, also where the system has no such timer.
  package func isDue(at now: Date) -> Bool { armed.map { $0 <= now } ?? false }

  /// Takes the wake; the next one has to be requested again.
  package func take() {
    armed = nil
    if descriptor >= 0 { inbox_clock_take(descriptor) }
  }
}
