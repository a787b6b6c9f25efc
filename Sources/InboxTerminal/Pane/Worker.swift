import Foundation
import InboxSystem
import Synchronization

/// Runs jobs in order, beside the loop.
///
/// State: the jobs that have not begun. Guard: the mutex. Reason: the loop adds and drops jobs while
/// the queue takes them.
final class Worker: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isFinished = false
    var isPaused = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "inbox", qos: .userInitiated)
  /// Held while a job runs.
  ///
  /// It starts at zero and is signaled, because a pause may never end, and a semaphore may not be
  /// destroyed below its initial value.
  private let turn = DispatchSemaphore(value: 0)

  init() { turn.signal() }

  /// Adds a job; after ``finish(within:isDropping:)`` it is dropped.
  func add(_ job: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.jobs.append(job) }
      return state.isFinished
    }
    if !isFinished { queue.async { self.runNext() } }
  }

  private func runNext() {
    turn.wait()
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }?()
    turn.signal()
  }

  /// Waits until all jobs are done, and takes no more.
  ///
  /// - Parameters:
  ///   - seconds: Timeout; nil waits forever.
  ///   - isDropping: Whether jobs that have not begun are dropped.
  func finish(within seconds: Double? = nil, isDropping: Bool = false) {
    let wasFinished = state.withLock { state in
      defer { state.isFinished = true }
      if isDropping { state.jobs = [] }
      return state.isFinished
    }
    guard !wasFinished else { return }
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    _ = end.wait(timeout: seconds.map { .now() + $0 } ?? .distantFuture)
  }

  /// Waits for the running job, then begins none until ``resume()``.
  ///
  /// - Parameter seconds: Timeout for the running job, after which nothing is paused.
  /// - Returns: Whether jobs are paused.
  @discardableResult
  func pause(within seconds: Double) -> Bool {
    let isPaused = turn.wait(timeout: .now() + seconds) == .success
    state.withLock { $0.isPaused = isPaused }
    return isPaused
  }

  /// Ends a pause.
  func resume() {
    let wasPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused
    }
    if wasPaused { turn.signal() }
  }
}

/// A queue of workers' results for the loop, with a descriptor to wait on.
///
/// State: the elements. Guard: the mutex. Reason: workers add them while the loop takes them.
final class ResultQueue<Element: Sendable>: Sendable {
  private let pipe: WakePipe
  private let elements = Mutex<[Element]>([])

  /// Creates an empty queue.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  init() throws(SystemError) { pipe = try WakePipe() }

  /// Becomes readable when the queue is not empty.
  var descriptor: Int32 { pipe.reading }

  /// Appends an element and wakes the loop.
  func add(_ element: Element) {
    elements.withLock { $0.append(element) }
    pipe.wake()
  }

  /// Removes and returns all elements, in order of arrival.
  func take() -> [Element] {
    pipe.drain()
    return elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}

/// A counter that shows a waiting job whether a later one has replaced it.
///
/// State: the newest generation. Guard: an atomic. Reason: the loop begins generations and a
/// worker compares; no other state depends on it.
final class Generation: Sendable {
  private let newest = Atomic<Int>(0)

  /// Begins another generation; earlier ones are obsolete.
  func next() -> Int {
    newest.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether no other generation has begun since.
  func isLatest(_ generation: Int) -> Bool {
    newest.load(ordering: .relaxed) == generation
  }
}
