import Foundation
import InboxCore
import InboxSystem

/// Sends a deep link and waits for a screen that takes it.
struct DeepLinkWait {
  /// How long a running screen has to take a link, in seconds.
  private static let limit = 0.5

  let inbox: Inbox

  /// Whether a screen went there; when none did, none will any more.
  func isTaken(_ link: DeepLink) throws -> Bool {
    let watch = try inbox.watch(after: inbox.lastSequence())
    let request = try inbox.request(link)
    let deadline = ContinuousClock.now + .seconds(Self.limit)
    while ContinuousClock.now < deadline {
      if try inbox.isClaimed(request) { return true }
      wait(for: watch, until: deadline)
      _ = try watch.take()
    }
    return try !inbox.withdraw(request)
  }

  private func wait(for watch: InboxWatch, until deadline: ContinuousClock.Instant) {
    let left = (deadline - .now) / .seconds(1)
    Descriptors.wait(
      for: [.readable(watch.fileDescriptor)], atMost: min(left, watch.retryDelay ?? left))
  }
}
