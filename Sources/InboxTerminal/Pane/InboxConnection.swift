import InboxCore
import InboxUI

/// The connection of a pane to an inbox: reads in the loop, background work, and the watch.
final class InboxConnection {
  /// The open inbox.
  let inbox: Inbox
  /// Performs the screen's effects on it.
  let performer: EffectPerformer
  /// Whether the pane has opened the inbox, and so closes it.
  private let isOwned: Bool
  private var watch: InboxWatch?
  /// Whether the watch failed and the user was notified.
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
  ///   - opening: Opens a second connection for background work.
  /// - Returns: The connection, not listening yet.
  /// - Throws: `SystemError` when the process has no descriptors left.
  func successor(
    to next: Inbox, opening: @escaping EffectPerformer.OpenInbox
  ) throws -> InboxConnection {
    let performer = try performer.successor(on: next, opening: opening)
    return InboxConnection(to: next, performer: performer, isOwned: next.path != nil)
  }

  /// Becomes readable when ``takeEvents(_:isPresented:_:)`` has something to do.
  var descriptors: [Int32] { [performer.results.descriptor, watch?.fileDescriptor ?? -1] }

  /// Seconds until the watch must be polled although nothing is readable; nil for never.
  var retryDelay: Double? { watch?.retryDelay }

  /// Starts listening for changes after a sequence of the log.
  ///
  /// - Returns: The event to report when that fails; nil on success.
  func listen(after sequence: Int64) -> Event? {
    guard watch == nil else { return nil }
    do {
      watch = try inbox.watch(after: sequence)
      return nil
    } catch {
      return noRefresh(error)
    }
  }

  /// Dispatches the results of background work, then the changes of the inbox.
  ///
  /// - Parameters:
  ///   - ready: Descriptors that a wait found ready.
  ///   - isPresented: Whether the screen is shown, so that it may receive deep links.
  ///   - handle: Receives each event; its own reads see the state at the change.
  func takeEvents(_ ready: Set<Int32>, isPresented: Bool, _ handle: (Event) -> Void) {
    if ready.contains(performer.results.descriptor) { performer.results.take().forEach(handle) }
    guard let watch, ready.contains(watch.fileDescriptor) || (watch.retryDelay ?? 1) <= 0 else {
      return
    }
    do {
      // Connections that keep a log that was removed would share its index with new ones.
      if inbox.isCutOff { performer.closeConnections() }
      try watch.take { wake in
        // The database file was replaced, or is gone: the workers open it anew.
        if wake == .reload || wake == .gone { performer.reopen() }
        if wake == .reload, isPresented { performer.write { try $0.register($1) } }
        handle(.changed(wake))
      }
      hasLostRefresh = false
      if watch.takeCut() { handle(.failed(StatusText.logRemoved.words)) }
    } catch {
      if !hasLostRefresh { handle(noRefresh(error)) }
      hasLostRefresh = true
    }
  }

  private func noRefresh(_ error: any Error) -> Event {
    .failed(StatusText.noLiveRefresh(performer.describe(error)).words)
  }

  /// Finishes all requested work and closes owned connections; may run on another thread.
  var ending: @Sendable () -> Void {
    let (ending, inbox, isOwned) = (performer.ending, inbox, isOwned)
    return {
      ending()
      if isOwned { inbox.closeUnlessInMemory() }
    }
  }
}
