import Foundation
package import InboxCore

/// A request for the changes that wait to be sent to other machines.
package struct ReadUnsentChanges: Request {
  package init() {}

  package var effect: Effect { .find(.unsent(self)) }
  package func answered(_ changes: UnsentChanges?) -> AnsweredRequest { .unsent(changes) }
}

/// The timer for reading the changes that wait to be sent: sending them is no change of the inbox, so
/// that nothing else says that it was done.
struct UnsentTimer: Sendable, Hashable {
  private var isRunning = false

  /// When to read next; nil while they are read, or if none wait.
  func next(_ changes: UnsentChanges?) -> Date? {
    isRunning ? nil : changes?.nextRead
  }

  /// Starts reading if that is due; false otherwise.
  mutating func begin(_ changes: UnsentChanges?, at now: Date) -> Bool {
    guard let next = next(changes), next <= now else { return false }
    isRunning = true
    return true
  }

  /// Ends reading.
  mutating func end() {
    isRunning = false
  }
}

extension UnsentChanges {
  /// Seconds after which they are shown.
  private static let longest = 30.0
  /// Seconds between reads while they are shown.
  private static let interval = 5.0

  /// Whether they had waited for long when they were read.
  var isLong: Bool { readAt.timeIntervalSince(since) >= Self.longest }

  /// When to read them again.
  var nextRead: Date {
    isLong ? readAt.addingTimeInterval(Self.interval) : since.addingTimeInterval(Self.longest)
  }
}
