import Foundation
import InboxCore
import InboxUI

/// An inbox as a pane uses it: reads in the loop, work beside the loop, and the watch for changes.
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
    .failed("No live refresh: \(performer.describe(error))")
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

/// One presentation of a pane on a screen: recorded as a metric, and found by deep links.
struct PresentationSession {
  private let performer: EffectPerformer
  private let startedAt: Date
  private var usedAt: Date

  /// Begins a presentation.
  init(on performer: EffectPerformer, at now: Date) {
    self.performer = performer
    (startedAt, usedAt) = (now, now)
    performer.record(.presented, at: now)
    performer.registerScreen()
  }

  /// Notes use, at most once a second, so that deep links find the screen used last.
  mutating func registerScreen(at now: Date) {
    guard abs(now.timeIntervalSince(usedAt)) >= 1 else { return }
    usedAt = now
    performer.registerScreen()
  }

  /// Ends it; deep links wait for it no longer.
  func end(at now: Date) {
    performer.record(.dismissed(seconds: now.timeIntervalSince(startedAt)), at: now)
    performer.unregisterScreen()
  }
}
