import InboxCore
import InboxUI

extension InboxPane {
  /// Reads and listens although nothing is shown yet, for the sake of a host's bell.
  func begin() {
    state.start().forEach { perform($0, at: now()) }
    listen()
  }

  /// Begins to listen, after the first paint where there is one, from what was read for it.
  func listen() {
    guard watch == nil else { return }
    do {
      watch = try inbox.watch(after: state.list.snapshot.sequence)
    } catch {
      handle(.failed("No live refresh: \(performer.describe(error))"))
    }
  }

  /// Takes what the watch has, or looks again where it has to.
  func takeChanges(isReadable: Bool) {
    guard let watch, isReadable || isRetryDue(watch) else { return }
    do {
      // What the wake makes the screen read again is of the moment of the log entries.
      try watch.take { take($0) }
      hasLostRefresh = false
    } catch {
      if !hasLostRefresh { handle(.failed("No live refresh: \(performer.describe(error))")) }
      hasLostRefresh = true
    }
  }

  private func take(_ wake: InboxWatch.Wake) {
    switch wake {
    case .nothing: return
    case .changed: break
    case .reload:
      performer.reopen()
      // A screen that is not shown must not attract deep links.
      if visit != nil { performer.noteUse() }
    case .gone: performer.reopen()
    }
    handle(.changed(wake))
  }

  private func isRetryDue(_ watch: InboxWatch) -> Bool {
    watch.retryDelay.map { $0 <= 0 } ?? false
  }
}
