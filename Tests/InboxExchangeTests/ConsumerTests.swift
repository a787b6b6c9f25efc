import InboxTestSupport
import Synchronization
import Testing

@testable import InboxExchange

/// What a server may answer to a consumer, by a script instead of a server.
@Suite(.waiting) struct ConsumerTests {
  /// A delivery of a value, or a status.
  private enum Step {
    case value(sequence: Int, number: Int, pending: Int)
    case status(String)
    /// A status of the request before.
    case lateStatus(String)

    func text(_ reply: String) -> String {
      switch self {
      case .value(let sequence, let number, let pending):
        let place = "\(sequence).\(number).0.\(pending)"
        return "MSG t.a.\(sequence) 2 $JS.ACK.TEST.c.1.\(place) 1\r\nx\r\n"
      case .status(let words): return Self.status(words, reply)
      case .lateStatus(let words): return Self.status(words, String(reply.dropLast()) + "0")
      }
    }

    private static func status(_ words: String, _ subject: String) -> String {
      let header = "NATS/1.0 \(words)\r\n\r\n"
      return "HMSG \(subject) 2 \(header.utf8.count) \(header.utf8.count)\r\n\(header)\r\n"
    }
  }

  /// The pages, as numbers of their values, and the error at their end.
  private func pages(
    pending: Int, _ pulls: [[Step]], count: Int, afterwards: (FakeServer) -> Void = { _ in }
  ) async throws -> (pages: [[Int64]], error: ExchangeError?) {
    let left = RestOfScript(pulls)
    let server = try await FakeServer(
      greeting: FakeServer.largeGreeting,
      FakeServer.answering {
        $0.contains("STREAM.INFO")
          ? FakeServer.info(last: 9, subjects: "t.>")
          : $0.contains("CONSUMER.CREATE") ? #"{"name":"c","num_pending":\#(pending)}"# : nil
      } others: { _, reply in
        left.next().map { $0.text(reply) }.joined()
      })
    var pages: [[Int64]] = []
    let error = await exchangeError {
      try await NATSConnection.connected(server.options()) { connection in
        let stream = JetStream(connection, .testing)
        for try await page in stream.pages(after: nil) {
          pages.append(page.values.map(\.sequence))
          if pages.count == count { break }
        }
        afterwards(server)
      }
    }
    return (pages, error)
  }

  /// What is still to be sent.
  ///
  /// State: the rest of the script. Guard: the mutex, because the event loop takes it and the
  /// compiler cannot see that nobody else does.
  private final class RestOfScript: Sendable {
    private let pulls: Mutex<[[Step]]>

    init(_ pulls: [[Step]]) { self.pulls = Mutex(pulls) }

    func next() -> [Step] { pulls.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
  }

  @Test func `a request that ends is made again`() async throws {
    let (pages, error) = try await pages(
      pending: 0,
      [
        [.status("408 Request Timeout")], [.status("100 Idle Heartbeat"), .status("404")],
        [.lateStatus("409 Consumer Deleted"), .value(sequence: 10, number: 1, pending: 0)],
      ], count: 2)
    #expect(pages == [[], [10]] && error == nil)
  }

  @Test func `a request that ends for its size ends the page`() async throws {
    let (pages, error) = try await pages(
      pending: 3,
      [
        [.value(sequence: 3, number: 1, pending: 2), .status("409 Message Size Exceeds MaxBytes")],
        [.value(sequence: 5, number: 2, pending: 1), .value(sequence: 9, number: 3, pending: 0)],
      ], count: 2)
    #expect(pages == [[3], [5, 9]] && error == nil)
  }

  @Test func `pages that are read no more end the subscription`() async throws {
    let (pages, error) = try await pages(
      pending: 1, [[.value(sequence: 3, number: 1, pending: 0)]], count: 1
    ) { server in
      #expect(eventually { server.text.hasSuffix("UNSUB 2\r\n") })
    }
    #expect(pages == [[3]] && error == nil)
  }

  @Test(arguments: [
    ("409 Consumer Deleted", "Consumer Deleted"), ("409 Leadership Change", "Leadership Change"),
    ("409 Server Shutdown", "Server Shutdown"), ("503", "it has forgotten the reader"),
    ("503 \r\nNats-Subject: s", "it has forgotten the reader"),
  ])
  func `the end of the consumer ends the pages`(words: String, told: String) async throws {
    let (pages, error) = try await pages(
      pending: 3, [[.value(sequence: 1, number: 1, pending: 0), .status(words)]], count: 9)
    guard case .ended(_, let reason) = error else { throw Unexpected(error) }
    #expect(pages == [[1]])
    #expect(reason == told)
  }

  @Test(arguments: [(5, 3), (1, 2), (1, 1)])
  func `a value that is lost, or comes again, ends the pages`(
    sequence: Int, number: Int
  ) async throws {
    let (pages, error) = try await pages(
      pending: 3,
      [
        [
          .value(sequence: 1, number: 1, pending: 0),
          .value(sequence: sequence, number: number, pending: 0),
        ]
      ], count: 9)
    guard case .ended(_, "a value was lost on the way") = error else { throw Unexpected(error) }
    #expect(pages == [[1]])
  }
}

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
