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

extension TaskExecutor where Self == WaitingThreads {
  /// The threads of tests that wait, for tasks that run beside one.
  ///
  /// In the cooperative pool such a task would stand behind all other tests at each step.
  package static var waiting: WaitingThreads { .shared }
}

/// Threads for tasks that block.
///
/// State: the jobs. Guard: the mutex, because any thread hands them in; the semaphore wakes one
/// thread for each.
package final class WaitingThreads: TaskExecutor {
  fileprivate static let shared = WaitingThreads()
  private static let count = 6

  private let jobs = Mutex<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)

  private init() {
    for _ in 0..<Self.count { Thread.detachNewThread { [self] in work() } }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
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
