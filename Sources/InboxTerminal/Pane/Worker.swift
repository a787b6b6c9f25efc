import Foundation
import Synchronization

/// One thread that does jobs in order, started by the first.
///
/// The jobs (state) are behind a lock (guard), because the loop adds them while the thread takes
/// them (reason); the semaphore counts them, so that an idle thread sleeps.
final class Worker: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var phase = Phase.idle
    var isHeld = false
  }

  private enum Phase {
    case idle, running, finished
  }

  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)
  /// Taken for as long as a job is done.
  ///
  /// Zero and a signal, because the last job never gives it back, and a semaphore may not end below
  /// where it began.
  private let turn = DispatchSemaphore(value: 0)

  init() {
    turn.signal()
  }

  /// Adds a job; after the end it is nobody's.
  func add(_ job: @escaping @Sendable () -> Void) {
    let before = state.withLock { state in
      let before = state.phase
      guard before != .finished else { return before }
      state.jobs.append(job)
      state.phase = .running
      return before
    }
    guard before != .finished else { return }
    if before == .idle { start() }
    waiting.signal()
  }

  /// Waits until everything that was added is done; the thread ends, and takes no more jobs.
  ///
  /// - Parameters:
  ///   - seconds: For how long at most; nil waits for ever.
  ///   - isDropping: Whether what has not begun is not done at all.
  func finish(within seconds: Double? = nil, isDropping: Bool = false) {
    let done = DispatchSemaphore(value: 0)
    let wasRunning = state.withLock { state in
      defer { state.phase = .finished }
      guard state.phase == .running else { return false }
      if isDropping { state.jobs = [] }
      state.jobs.append {
        done.signal()
        Thread.exit()
      }
      return true
    }
    guard wasRunning else { return }
    waiting.signal()
    _ = done.wait(timeout: seconds.map { .now() + $0 } ?? .distantFuture)
  }

  /// Lets no job begin until ``goOn()``, once the one under way is done.
  ///
  /// - Parameter seconds: How long that one is awaited; then nothing is held.
  /// - Returns: Whether the others are held.
  @discardableResult
  func hold(within seconds: Double) -> Bool {
    let isHeld = turn.wait(timeout: .now() + seconds) == .success
    state.withLock { $0.isHeld = isHeld }
    return isHeld
  }

  /// Ends what ``hold(within:)`` began.
  func goOn() {
    let wasHeld = state.withLock { state in
      defer { state.isHeld = false }
      return state.isHeld
    }
    if wasHeld { turn.signal() }
  }

  private func start() {
    let thread = Thread { [self] in
      while true {
        waiting.wait()
        // Jobs that were dropped leave their signals behind.
        let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
        turn.wait()
        job?()
        turn.signal()
      }
    }
    thread.name = "inbox"
    thread.start()
  }
}
