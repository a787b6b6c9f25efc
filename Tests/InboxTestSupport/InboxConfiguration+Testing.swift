package import Foundation
package import InboxCore
import Synchronization

extension InboxConfiguration {
  /// A quick configuration without a limit, whose new ids count up: `id-1`, `id-2`, …, and whose
  /// clock stands still.
  ///
  /// Nothing is folded unless a test asks for it, as the messages of most tests are alike.
  package static func testing(
    maximumCount: Int? = 0, foldRepeats: FoldRepeats = .off,
    now: @escaping @Sendable () -> Date = { .testing }
  ) -> InboxConfiguration {
    let counter = Counter()
    var configuration = InboxConfiguration(
      maximumCount: maximumCount, durability: .normal, foldRepeats: foldRepeats, now: now)
    configuration.makeID = { _ in "id-\(counter.next())" }
    return configuration
  }

  /// The configuration with something changed.
  package func with(_ change: (inout Self) throws -> Void) rethrows -> Self {
    var configuration = self
    try change(&configuration)
    return configuration
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
