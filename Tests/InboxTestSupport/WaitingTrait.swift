import Foundation
import Synchronization
package import Testing

/// Runs the tests of a suite on threads of their own, because they block while they wait for another
/// thread, program or terminal.
///
/// The cooperative pool has one thread for each processor: a test that blocks one keeps others from
/// running.
package struct WaitingTrait: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests block while they wait.
  package static var waiting: Self { Self() }
}

/// Threads for tasks that block.
///
/// State: the jobs. Guard: the mutex, because any thread hands them in; the semaphore wakes one
/// thread for each.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private static let count = 6

  private let jobs = Mutex<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.count { Thread.detachNewThread { [self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    ready.signal()
  }

  private func work() {
    while true {
      ready.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
