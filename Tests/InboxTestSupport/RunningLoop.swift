package import Foundation
package import InboxTerminal
import InboxUI
import Synchronization

/// The loop of a pane on a scripted terminal, running on a thread of its own.
package final class RunningLoop: Sendable {
  /// The loop did not end.
  package struct StillRunning: Error {}

  private let status = Mutex<Int32?>(nil)
  private let problem = Mutex<(any Error)?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a loop.
  package init(
    on terminal: ScriptedTerminal, opener: String = "true",
    now: @escaping @Sendable () -> Date,
    makePane: @escaping @Sendable () throws -> InboxPane
  ) {
    Thread.detachNewThread { [self] in
      do {
        let pane = try makePane()
        let loop = UILoop(
          pane: pane, terminal: terminal, launcher: Launcher(environment: ["BROWSER": opener]),
          now: now)
        let result = loop.run()
        pane.close()
        status.withLock { $0 = result }
      } catch {
        problem.withLock { $0 = error }
      }
      ended.signal()
    }
  }

  /// Waits for the loop's end; its exit status.
  package func wait() throws -> Int32 {
    guard ended.wait(timeout: .now() + PseudoTerminal.limit) == .success else {
      throw StillRunning()
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
    return status.withLock { $0 } ?? -1
  }

  /// Presses the key that quits, and waits for the end; its exit status.
  package func quit(by terminal: ScriptedTerminal) throws -> Int32 {
    terminal.press(.character("q"))
    return try wait()
  }
}
