public import InboxCore
import Synchronization

extension InboxConfiguration {
  /// A quick configuration without a limit, whose new ids count up: `id-1`, `id-2`, ….
  public static func testing(maximumCount: Int? = 0) -> InboxConfiguration {
    let counter = Counter()
    return InboxConfiguration(
      maximumCount: maximumCount, durability: .normal, makeID: { _ in "id-\(counter.next())" })
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
