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
      let wake = try watch.take()
      hasLostRefresh = false
      take(wake)
    } catch {
      if !hasLostRefresh { handle(.failed("No live refresh: \(performer.describe(error))")) }
      hasLostRefresh = true
    }
  }

  private func take(_ wake: InboxWatch.Wake) {
    switch wake {
    case .changed(let entries): handle(.changed(entries))
    case .reload:
      performer.reopen()
      // Of a screen that nobody looks at no deep link may wait.
      if visit != nil { performer.noteUse() }
      handle(.changed(nil))
    case .gone:
      performer.reopen()
      handle(.vanished)
    case .nothing: break
    }
  }

  private func isRetryDue(_ watch: InboxWatch) -> Bool {
    watch.retryDelay.map { $0 <= 0 } ?? false
  }
}
