import Foundation
import Synchronization
import Testing

/// Runs the tests of a suite on threads of their own, because they wait for other programs.
///
/// Tasks have one thread for each processor, and a test that waits on one keeps others from it.
struct WaitingTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests wait for other programs more than they work.
  static var waiting: Self { Self() }
}

/// Threads for tasks that wait.
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
