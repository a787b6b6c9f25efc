package import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
package final class SettableClock: Sendable {
  private let moment: Mutex<Date>

  /// Makes a clock that stands at a moment.
  package init(_ moment: Date) {
    self.moment = Mutex(moment)
  }

  /// What the clock says.
  package var read: @Sendable () -> Date {
    { self.moment.withLock { $0 } }
  }

  /// Moves it.
  package func set(_ moment: Date) {
    self.moment.withLock { $0 = moment }
  }
}
