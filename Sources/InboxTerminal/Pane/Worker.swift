import Foundation
import Synchronization

/// One thread that does jobs in order, started by the first.
///
/// The jobs (state) are behind a lock (guard), because the loop adds them while the thread takes
/// them (reason); the semaphore counts them, so that an idle thread sleeps.
final class Worker: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isStarted = false
  }

  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// Adds a job.
  func add(_ job: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      state.jobs.append(job)
      return !state.isStarted
    }
    if isFirst { start() }
    waiting.signal()
  }

  /// Waits until everything that was added is done; the thread ends.
  func finish() {
    guard state.withLock({ $0.isStarted }) else { return }
    let done = DispatchSemaphore(value: 0)
    add { done.signal() }
    done.wait()
    add { Thread.exit() }
  }

  private func start() {
    let thread = Thread { [self] in
      while true {
        waiting.wait()
        let job = state.withLock { $0.jobs.removeFirst() }
        job()
      }
    }
    thread.name = "inbox"
    thread.start()
  }
}
