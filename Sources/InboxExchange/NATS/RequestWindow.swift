import NIOCore

/// The requests of a connection: those that wait for an answer, and those that are not sent yet.
///
/// At most 256 wait for answers, of about 1 MiB together, and never two of one subject: the server
/// may answer in another order than it was asked, and a refused permission names only the subject.
/// Requests are sent in their order.
struct RequestWindow {
  /// The answer to a request, or why there is none.
  typealias Answer = Result<NATSMessage, ExchangeError>

  /// Maximum requests that wait for an answer.
  static let mostInFlight = 256
  /// Bytes of requests that wait for an answer, after which no more are sent.
  static let mostBytesInFlight = 1_024 * 1_024
  /// Bytes per second that a slow network carries at least; larger requests get more time.
  private static let slowest = 32_768
  /// How many time limits a request may take while others are answered, for example if a slow disk
  /// stores one value after the other.
  private static let mostLimits: Int64 = 8

  /// A request, and the place of its answer.
  struct Entry {
    let request: NATSRequest
    let batch: RequestBatch
    let index: Int
  }

  private var queue = CircularBuffer<Entry>()
  private var inFlight: [Int: (entry: Entry, sentAt: NIODeadline, limit: TimeAmount)] = [:]
  private var numbers: [String: Int] = [:]
  private var last = 0
  private var bytesInFlight = 0
  private var answeredAt: NIODeadline?

  /// Whether a request waits for its answer.
  var isWaiting: Bool { !inFlight.isEmpty }

  /// Appends the requests of a batch.
  mutating func append(_ requests: [NATSRequest], _ batch: RequestBatch) {
    for (index, request) in requests.enumerated() {
      queue.append(Entry(request: request, batch: batch, index: index))
    }
  }

  /// The next request to send with its number; nil when it has to wait.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - timeout: Time limit for its answer.
  /// - Returns: The number is at the end of the subject for its answer.
  mutating func next(
    at now: NIODeadline, timeout: TimeAmount
  ) -> (number: Int, request: NATSRequest)? {
    guard inFlight.count < Self.mostInFlight, bytesInFlight < Self.mostBytesInFlight,
      let entry = queue.first,
      numbers[entry.request.subject] == nil
    else { return nil }
    queue.removeFirst()
    last += 1
    numbers[entry.request.subject] = last
    bytesInFlight += entry.request.size
    let allowance = TimeAmount.seconds(Int64(bytesInFlight / Self.slowest))
    inFlight[last] = (entry, now, timeout + allowance)
    return (last, entry.request)
  }

  /// Passes on an answer that was received now; one to a request that has ended is dropped.
  mutating func finish(_ number: Int, _ message: NATSMessage, at now: NIODeadline) {
    answeredAt = now
    finish(number, .success(message))
  }

  private mutating func finish(_ number: Int, _ answer: Answer) {
    guard let (entry, _, _) = inFlight.removeValue(forKey: number) else { return }
    numbers[entry.request.subject] = nil
    bytesInFlight -= entry.request.size
    entry.batch.finish(entry.index, answer)
  }

  /// Takes up an error for the request with a subject.
  ///
  /// - Returns: Whether there was one.
  mutating func finish(subject: String, _ error: ExchangeError) -> Bool {
    guard let number = numbers[subject] else { return false }
    finish(number, .failure(error))
    return true
  }

  /// Ends the requests whose time is up, and those of the same batches that are not sent yet.
  mutating func expire(at now: NIODeadline, _ error: ExchangeError) {
    var late: Set<ObjectIdentifier> = []
    for (number, waiting) in inFlight {
      let (sentAt, limit) = (waiting.sentAt, waiting.limit)
      let isLost = sentAt + limit * Self.mostLimits <= now
      guard isLost || max(sentAt, answeredAt ?? sentAt) + limit <= now else { continue }
      late.insert(ObjectIdentifier(waiting.entry.batch))
      finish(number, .failure(error))
    }
    guard !late.isEmpty else { return }
    for entry in queue where late.contains(ObjectIdentifier(entry.batch)) {
      entry.batch.finish(entry.index, .failure(error))
    }
    queue.removeAll { late.contains(ObjectIdentifier($0.batch)) }
  }

  /// Ends all requests.
  mutating func finishAll(_ error: ExchangeError) {
    for number in inFlight.keys.sorted() { finish(number, .failure(error)) }
    for entry in queue { entry.batch.finish(entry.index, .failure(error)) }
    queue.removeAll()
  }
}

/// The answers to requests that were made together.
///
/// State: the answers so far, and the task that waits for all of them. Guard: the connection's
/// event loop, which alone has a reference.
final class RequestBatch {
  private var answers: [RequestWindow.Answer?]
  private var missing: Int
  private let whenDone: ([RequestWindow.Answer]) -> Void

  /// Creates a batch of some requests; the closure is called when all have ended.
  init(_ count: Int, whenDone: @escaping ([RequestWindow.Answer]) -> Void) {
    answers = Array(repeating: nil, count: count)
    missing = count
    self.whenDone = whenDone
    if count == 0 { whenDone([]) }
  }

  fileprivate func finish(_ index: Int, _ answer: RequestWindow.Answer) {
    guard answers[index] == nil else { return }
    answers[index] = answer
    missing -= 1
    if missing == 0 { whenDone(answers.compactMap { $0 }) }
  }
}
