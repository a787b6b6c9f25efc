package import Foundation
package import InboxCore
import Synchronization

extension InboxConfiguration {
  /// A quick configuration without a limit, whose new ids count up: `id-1`, `id-2`, …, and whose
  /// clock stands still.
  package static func testing(
    maximumCount: Int? = 0, now: @escaping @Sendable () -> Date = { .testing }
  ) -> InboxConfiguration {
    let counter = Counter()
    return InboxConfiguration(
      maximumCount: maximumCount, durability: .normal, now: now,
      makeID: { _ in "id-\(counter.next())" })
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
