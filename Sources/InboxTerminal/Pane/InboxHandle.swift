import InboxCore
import Synchronization

/// The workers' handle of the inbox, opened when first needed.
///
/// State: the handle. Guard: the mutex, because any worker may be the first that needs it.
final class InboxHandle: Sendable {
  private let opening: EffectPerformer.Opening
  private let opened = Mutex<Inbox?>(nil)

  /// Whether the handle was opened for the workers alone, and is theirs to close.
  private let isOwned: Bool

  init(opening: @escaping EffectPerformer.Opening, isOwned: Bool) {
    self.opening = opening
    self.isOwned = isOwned
  }

  func inbox() throws -> Inbox {
    try opened.withLock { opened in
      if let opened { return opened }
      let inbox = try opening()
      opened = inbox
      return inbox
    }
  }

  /// Breaks off a long read of the workers; what a host reads by its own handle goes on.
  func interrupt() {
    if isOwned { opened.withLock { $0 }?.interruptReading() }
  }

  func close() {
    opened.withLock { opened in
      if isOwned { try? opened?.close() }
      opened = nil
    }
  }
}
