public import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
public final class SettableClock: Sendable {
  private let moment: Mutex<Date>

  /// Makes a clock that stands at a moment.
  public init(_ moment: Date) {
    self.moment = Mutex(moment)
  }

  /// What the clock says.
  public var read: @Sendable () -> Date {
    { self.moment.withLock { $0 } }
  }

  /// Moves it.
  public func set(_ moment: Date) {
    self.moment.withLock { $0 = moment }
  }
}
