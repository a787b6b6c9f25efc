import InboxTestSupport
import Synchronization
import Testing

@testable import InboxExchange

/// Elements of a sequence that are used while the next one is made.
@Suite(.waiting) struct ReadingAheadTests {
  @Test func `the next element is made while one is in use, and never two`() async throws {
    let numbers = Numbers(count: 20)
    try await numbers.readingAhead({ $0 * 10 }) { number in
      let next = min(number / 10 + 1, 20)
      let hasNext = try await comesTrue { numbers.log.made == next }
      #expect(hasNext)
      // Time for another one, which must not be made.
      for _ in 0..<100 { await Task.yield() }
      numbers.log.use(number)
    }
    #expect(numbers.log.used == (1...20).map { $0 * 10 })
    #expect(numbers.log.mostAhead == 2)
  }

  @Test func `an element before an error is used to its end`() async throws {
    let error = ExchangeError.incomplete
    let numbers = Numbers(count: 2, end: .failing(error))
    await #expect(throws: error) {
      try await numbers.readingAhead({ $0 }) { number in
        if number == 2 {
          let hasEnded = try await comesTrue { numbers.log.hasEnded }
          #expect(hasEnded)
        }
        try Task.checkCancellation()
        numbers.log.use(number)
      }
    }
    #expect(numbers.log.used == [1, 2])
  }

  @Test func `an error of the use ends it`() async throws {
    // It does not look at cancellations.
    let numbers = Numbers(count: 1_000)
    await #expect(throws: ExchangeError.newerForm) {
      try await numbers.readingAhead({ $0 }) { number in
        if number == 2 { throw ExchangeError.newerForm }
        numbers.log.use(number)
      }
    }
    #expect(numbers.log.used == [1])
    #expect(numbers.log.made <= 3)
  }

  @Test(arguments: [false, true])
  func `a cancellation ends it, also while an element is in use`(isInUse: Bool) async throws {
    let numbers = Numbers(count: 1, end: .waiting)
    let task = Task(executorPreference: .waiting) {
      do {
        try await numbers.readingAhead({ $0 }) { number in
          numbers.log.use(number)
          if isInUse { try await Task.sleep(for: .seconds(3_600)) }
        }
        numbers.log.finish(nil)
      } catch {
        numbers.log.finish(error)
      }
    }
    #expect(try await comesTrue { numbers.log.used == [1] })
    task.cancel()
    #expect(try await comesTrue { numbers.log.result != nil })
    #expect(numbers.log.result == "CancellationError()")
  }
}

/// The numbers from 1, of which it is noted how many were made and used.
private struct Numbers: AsyncSequence, Sendable {
  /// What comes after the last number.
  enum End: Sendable {
    case none, waiting
    case failing(ExchangeError)
  }

  /// The next number.
  struct AsyncIterator: AsyncIteratorProtocol {
    let numbers: Numbers

    mutating func next() async throws -> Int? {
      guard numbers.log.made == numbers.count else { return numbers.log.make() }
      numbers.log.end()
      switch numbers.end {
      case .none: break
      case .waiting: try await Task.sleep(for: .seconds(3_600))
      case .failing(let error): throw error
      }
      return nil
    }
  }

  let count: Int
  let end: End
  let log = NumberLog()

  init(count: Int, end: End = .none) { (self.count, self.end) = (count, end) }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(numbers: self) }
}

/// What became of numbers.
///
/// State: all below. Guard: the mutex. Reason: one task makes them, another one uses them.
private final class NumberLog: Sendable {
  private struct State {
    var made = 0
    var used: [Int] = []
    var mostAhead = 0
    var hasEnded = false
    var result: String?
  }

  private let state = Mutex(State())

  var made: Int { state.withLock { $0.made } }
  var used: [Int] { state.withLock { $0.used } }
  /// Maximum of numbers that were made and not used.
  var mostAhead: Int { state.withLock { $0.mostAhead } }
  /// Whether all were asked for.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// The error in the end, empty for none; nil before.
  var result: String? { state.withLock { $0.result } }

  func make() -> Int {
    state.withLock { state in
      state.made += 1
      state.mostAhead = max(state.mostAhead, state.made - state.used.count)
      return state.made
    }
  }

  func use(_ number: Int) { state.withLock { $0.used.append(number) } }

  func end() { state.withLock { $0.hasEnded = true } }

  func finish(_ error: (any Error)?) { state.withLock { $0.result = error.map { "\($0)" } ?? "" } }
}
