import Foundation
import InboxCore
import InboxUI

/// The connection of a pane to an inbox: reads in the loop, work beside it, and the watch.
final class InboxConnection {
  /// The open inbox.
  let inbox: Inbox
  /// Performs the screen's effects on it.
  let performer: EffectPerformer
  /// Whether the pane has opened the inbox, and closes it.
  private let isOwned: Bool
  private var watch: InboxWatch?
  /// Whether the watch could not be read and the person was told.
  private var hasLostRefresh = false

  init(to inbox: Inbox, performer: EffectPerformer, isOwned: Bool = false) {
    self.inbox = inbox
    self.performer = performer
    self.isOwned = isOwned
  }

  /// Connects the same screen to another inbox, which the pane has opened.
  ///
  /// - Parameters:
  ///   - next: The inbox; closed at the end, unless it is in memory.
  ///   - opening: Opens it a second time for work beside the loop.
  /// - Returns: The connection, which does not listen yet.
  /// - Throws: `SystemError` when the process has no descriptors left.
  func successor(
    to next: Inbox, opening: @escaping EffectPerformer.OpenInbox
  ) throws -> InboxConnection {
    let performer = try performer.successor(on: next, opening: opening)
    return InboxConnection(to: next, performer: performer, isOwned: next.path != nil)
  }

  /// Becomes readable when ``takeEvents(_:isPresented:_:)`` has something to do.
  var descriptors: [Int32] { [performer.descriptor, watch?.fileDescriptor ?? -1] }

  /// Seconds until the watch is to be looked at although nothing is readable; nil for never.
  var retryDelay: Double? { watch?.retryDelay }

  /// Begins to listen for changes after a sequence of the log.
  ///
  /// - Returns: What to tell the screen when that fails; nil when all is well.
  func listen(after sequence: Int64) -> Event? {
    guard watch == nil else { return nil }
    do {
      watch = try inbox.watch(after: sequence)
      return nil
    } catch {
      return noRefresh(error)
    }
  }

  /// Takes the results of work beside the loop, then the changes of the inbox.
  ///
  /// - Parameters:
  ///   - ready: Descriptors that a wait found ready.
  ///   - isPresented: Whether the screen is shown, so that deep links may go to it.
  ///   - handle: Gets each event; its own reads see the moment of the change.
  func takeEvents(_ ready: Set<Int32>, isPresented: Bool, _ handle: (Event) -> Void) {
    if ready.contains(performer.descriptor) { performer.takeResults().forEach(handle) }
    guard let watch, ready.contains(watch.fileDescriptor) || (watch.retryDelay ?? 1) <= 0 else {
      return
    }
    do {
      try watch.take { wake in
        prepare(for: wake, isPresented: isPresented)
        handle(.changed(wake))
      }
      hasLostRefresh = false
    } catch {
      if !hasLostRefresh { handle(noRefresh(error)) }
      hasLostRefresh = true
    }
  }

  /// Lets the workers open the database file again after it was replaced.
  private func prepare(for wake: InboxWatch.Wake, isPresented: Bool) {
    switch wake {
    case .nothing, .changed: break
    case .reload:
      performer.reopen()
      if isPresented { performer.registerScreen() }
    case .gone: performer.reopen()
    }
  }

  private func noRefresh(_ error: any Error) -> Event {
    .failed(StatusText.noLiveRefresh(performer.describe(error)).words)
  }

  /// Finishes all requested work and closes what was opened; may run on another thread.
  var ending: @Sendable () -> Void {
    let (ending, inbox, isOwned) = (performer.ending, inbox, isOwned)
    return {
      ending()
      if isOwned { inbox.closeUnlessInMemory() }
    }
  }
}
