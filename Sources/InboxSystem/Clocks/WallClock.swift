import CInboxSystem
package import Foundation

/// A wall-clock timer as a descriptor.
///
/// A wait in milliseconds pauses while the machine sleeps, and is wrong after the clock is set;
/// this timer wakes at the date itself, and whenever the clock is set.
package final class WallClock {
  /// Readable at the date, or when the clock was set; -1 if the system has no such timer.
  package let descriptor: Int32
  private var armed: Date?

  /// Opens the timer; without free descriptors only timed waits are used.
  package init() {
    descriptor = inbox_clock_open()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Wakes at a date, and when the clock is set; without a date only when the clock is set.
  ///
  /// - Parameters:
  ///   - date: The date to wake at.
  ///   - now: The current time by the same clock: a host or a test may have its own.
  package func wake(at date: Date?, now: Date) {
    // A date in the far future still detects a set clock.
    let date = date ?? .distantFuture
    guard date != armed else { return }
    armed = date
    guard descriptor >= 0 else { return }
    inbox_clock_arm(descriptor, Int64((date.timeIntervalSince(now) * 1_000).rounded(.up)))
  }

  /// Whether the date has come, also on systems without such a timer.
  package func isDue(at now: Date) -> Bool { armed.map { $0 <= now } ?? false }

  /// Consumes the wake; the next one must be requested again.
  package func take() {
    armed = nil
    if descriptor >= 0 { inbox_clock_take(descriptor) }
  }
}
