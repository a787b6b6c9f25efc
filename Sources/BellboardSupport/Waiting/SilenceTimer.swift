import Foundation
package import InboxCore
import Synchronization

/// Reports the expected sources that are silent, at each deadline, in a long-running program.
///
/// State: the running task. Guard: the mutex. Reason: the configuration is reloaded on another
/// thread.
package final class SilenceTimer: Sendable {
  private let inbox: Inbox
  private let report: @Sendable (any Error) -> Void
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Longest sleep in seconds, after which the clock is read again: it may have been set.
  private static let longestSleep = 600.0
  /// Pause after an error, in seconds.
  private static let retryDelay = 60.0

  /// Creates a timer that is stopped.
  ///
  /// - Parameters:
  ///   - inbox: The inbox; its configuration has the expectations.
  ///   - report: Receives the errors of the inbox.
  package init(_ inbox: Inbox, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
    (self.inbox, self.report) = (inbox, report)
  }

  /// Checks now and at every deadline; again after a change of the configuration.
  package func restart() {
    let next = Task { [inbox, report] in
      while !Task.isCancelled {
        var delay = Self.retryDelay
        do {
          guard let deadline = try await inbox.reportSilences(in: .autoupdatingCurrent) else {
            return
          }
          delay = max(deadline.timeIntervalSinceNow, 0)
        } catch is CancellationError {
          return
        } catch {
          report(error)
        }
        try? await Task.sleep(for: .seconds(min(delay, Self.longestSleep)))
      }
    }
    replace(by: next)
  }

  /// Stops the timer.
  package func stop() {
    replace(by: nil)
  }

  private func replace(by next: Task<Void, Never>?) {
    task.withLock { task in
      defer { task = next }
      return task
    }?.cancel()
  }
}
