public import Foundation
public import InboxCore
public import InboxUI

/// Observes the number of unread messages in a host's loop, without a pane.
///
/// Wait on ``descriptor`` until ``nextDeadline``, call ``handleWakes()``, and show ``badge`` when
/// it returns true. All members belong to one thread.
public final class UnreadCounter {
  /// The current number.
  public private(set) var badge: BellBadge
  /// The error for which the badge may be out of date: the inbox cannot be read; nil otherwise.
  public private(set) var error: (any Error)?

  private let inbox: Inbox
  private let scope: MessageFilter
  private let now: () -> Date
  private let watch: InboxWatch
  private var nextTransition: Date?
  /// Seconds after which a failed count is retried.
  private static let retryInterval = 1.0

  /// Counts, and starts listening.
  ///
  /// - Parameters:
  ///   - inbox: The inbox that is counted; the host closes it.
  ///   - scope: Which messages to count; a scope other than all is counted anew at each change.
  ///   - limit: The highest number shown; higher ones are shown with a `+`.
  ///   - now: The clock.
  /// - Throws: `InboxError` of the module InboxCore.
  public init(
    of inbox: Inbox, scope: MessageFilter = .all, limit: Int = 99, now: @escaping () -> Date
  ) throws {
    self.inbox = inbox
    self.scope = scope
    self.now = now
    badge = BellBadge(unread: 0, limit: limit)
    // Listening starts first, so that no change is missed before the count.
    watch = try inbox.watch()
    try count()
  }

  /// Becomes readable when ``handleWakes()`` has something to do; -1 when only the deadline does.
  public var descriptor: Int32 { watch.fileDescriptor }

  /// When to call ``handleWakes()`` although nothing is readable.
  public var nextDeadline: Date? {
    let retry = watch.retryDelay.map { now().addingTimeInterval($0) }
    return [retry, nextTransition].compactMap(\.self).min()
  }

  /// Handles waiting changes; returns whether the badge shows another number than before.
  public func handleWakes() -> Bool {
    let before = badge
    do {
      let hasChanged = try watch.take() != .nothing
      let isDue = nextTransition.map { $0 <= now() } ?? false
      if hasChanged || isDue { try count() }
      self.error = nil
    } catch {
      self.error = error
      nextTransition = now().addingTimeInterval(Self.retryInterval)
    }
    return badge != before
  }

  private func count() throws {
    let query = MessageQuery(filter: .unread.within(scope))
    let snapshot = try inbox.at(now()).snapshot(of: query, in: MessageWindow(limit: 1))
    nextTransition = snapshot.nextTransition
    badge.unread =
      try scope == .all
      ? snapshot.counts.unread : inbox.at(now()).count(matching: query.filter)
  }
}
