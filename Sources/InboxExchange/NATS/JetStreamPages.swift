import Foundation
import InboxText
import NIOCore

/// The values of a stream in pages, as asked for.
///
/// Each iteration reads by a consumer that the server forgets soon after its reader is gone.
package struct JetStreamPages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let stream: JetStream
  private let place: ExchangePlace?
  private var reader: ConsumerReader?

  init(stream: JetStream, place: ExchangePlace?) {
    (self.stream, self.place) = (stream, place)
  }

  package func makeAsyncIterator() -> JetStreamPages { self }

  /// The next page; waits for new values when all were read.
  ///
  /// - Throws: ``ExchangeError``, `CancellationError`.
  package mutating func next() async throws -> ExchangePage? {
    if reader != nil { return try await reader?.page() }
    let info = try await stream.info()
    var start = ExchangePlace(stream: info.created, sequence: 0)
    if let place, place.stream == info.created, place.sequence <= info.lastSequence {
      start = place
    }
    var reader = try await ConsumerReader(stream, after: start)
    reader.startsOver = place != nil && start != place
    self.reader = reader
    guard reader.pending == 0 else { return try await self.reader?.page() }
    // What is after the place and up to the end is of subjects that are not read.
    start.sequence = info.lastSequence
    self.reader?.place = start
    self.reader?.startsOver = false
    return ExchangePage(
      values: [], place: start, isLast: true, startsOver: reader.startsOver,
      clockOffset: self.reader?.clockOffset.take())
  }
}

/// An ephemeral pull consumer, and what it has delivered.
private struct ConsumerReader {
  var place: ExchangePlace
  /// How many values are still to be delivered.
  private(set) var pending: Int64
  var startsOver = false

  private let stream: JetStream
  private let consumer: String
  private let (number, prefix): (Int, String)
  private let messages: AsyncThrowingStream<NATSMessage, any Error>
  /// How many requests were made, and how many values the last one may still bring.
  private var (requestCount, left) = (0, 0)
  /// How many pages were begun, and the last one with a reminder on its way.
  private var (pageCount, reminded) = (0, 0)
  /// The number of the last delivery, by which a lost one is noticed.
  private var delivered: Int64 = 0
  /// How far the own clock is ahead of the server's, until it was handed out.
  fileprivate var clockOffset: Int64?

  /// Maximum values of a page, and bytes of a request.
  private static let (mostValues, mostBytes) = (ExchangePage.mostValues, 16 * 1_024 * 1_024)
  /// Seconds after which the server forgets a consumer that asks for nothing.
  private static let inactive: Int64 = 30

  /// Creates a consumer of the values after a place.
  init(_ stream: JetStream, after place: ExchangePlace) async throws {
    let start = Date()
    let answer = try await stream.consumer(
      ["deliver_policy": "by_start_sequence", "opt_start_seq": .integer(place.sequence + 1)],
      inactive: Self.inactive)
    guard let consumer = answer["name"]?.text, let pending = answer["num_pending"]?.integer else {
      throw ExchangeError.broken(server: stream.server, reason: "a consumer has no name")
    }
    (self.stream, self.place, self.consumer, self.pending) = (stream, place, consumer, pending)
    clockOffset = JetStream.clockOffset(of: answer, between: start, Date())
    let subscription = await stream.connection.subscribe()
    (number, prefix) = (subscription.number, subscription.prefix)
    messages = subscription.messages
  }

  /// The values up to the end of the stream, or of the page.
  mutating func page() async throws -> ExchangePage {
    var values: [IncomingValue] = []
    pageCount += 1
    var messages = messages.makeAsyncIterator()
    // The page before was handed out early.
    if pending > 0, left > 0 { allow(due) }
    repeat {
      if left == 0 {
        // A request may have ended before all was delivered, because of its size.
        if !values.isEmpty { break }
        try ask()
      }
      if pending > 0, reminded < pageCount {
        reminded = pageCount
        let message = NATSMessage(subject: reminder, subscription: number, bytes: [])
        stream.connection.perform { [pause = stream.connection.options.pagePause] in
          $0.remind(message, in: pause)
        }
      }
      guard let message = try await messages.next() else { throw CancellationError() }
      if message.subject.hasPrefix(reminders) {
        guard message.subject == reminder else { continue }
        if !values.isEmpty { break }
        reminded = 0
        try await count()
        if pending == 0 { break }
      } else if message.headers.status != nil {
        try end(message)
      } else {
        values.append(try value(message))
        left -= 1
      }
    } while values.isEmpty || (pending > 0 && values.count < Self.mostValues)
    place.sequence = values.last?.sequence ?? place.sequence
    // Until the next page is asked for, nothing is due.
    allow(quiet)
    defer { startsOver = false }
    return ExchangePage(
      values: values, place: place, isLast: pending == 0, startsOver: startsOver,
      clockOffset: clockOffset.take())
  }

  private var reminders: String { "\(prefix).page." }
  private var reminder: String { "\(reminders)\(pageCount)" }

  /// Asks the server how many values are still to be delivered, because nats-server 2.9 counts one too
  /// many where a value is replaced while it is due.
  private mutating func count() async throws(ExchangeError) {
    do {
      let answer = try await stream.ask("CONSUMER.INFO.\(stream.settings.name).\(consumer)")
      // Otherwise, some are on the way.
      guard answer["delivered"]?["consumer_seq"]?.integer == delivered,
        let count = answer["num_pending"]?.integer
      else { return }
      pending = count
    } catch {
      switch error {
      // Values may still be on the way; if not, the limit for silence ends the wait.
      case .notPermitted, .timedOut, .refused: break
      default: throw error
      }
    }
  }

  private var reply: String { "\(prefix).\(requestCount)" }

  /// Time after which a request ends, which is a sign of the consumer.
  private var expires: TimeAmount {
    stream.connection.options.requestExpiry(of: stream.connection.server)
  }

  private var answerTimeout: TimeAmount {
    stream.connection.options.answerTimeout(of: stream.connection.server)
  }

  /// The limit while no values are due: the request ends before.
  private var quiet: SilenceLimit {
    SilenceLimit(time: expires + answerTimeout, isUrgent: stream.connection.server.isClustered)
  }

  /// The limit while values are due.
  private var due: SilenceLimit { SilenceLimit(time: answerTimeout, isUrgent: true) }

  /// Replaces the limit of the subscription, from now on until the request ends.
  private func allow(_ limit: SilenceLimit) {
    stream.connection.perform { [number = number] in $0.allow(limit, for: number) }
  }

  /// Asks for the next values; those that are not there yet are awaited.
  private mutating func ask() throws(ExchangeError) {
    let body = JSONValue.object([
      "batch": .integer(Int64(Self.mostValues)), "expires": .integer(expires.nanoseconds),
      "max_bytes": .integer(
        Int64(max(Self.mostBytes, 2 * stream.connection.server.maximumPayload))),
    ])
    let subject = "$JS.API.CONSUMER.MSG.NEXT.\(stream.settings.name).\(consumer)"
    guard let request = NATSRequest(subject, bytes: Array(body.json.utf8)) else {
      throw .broken(server: stream.server, reason: "a consumer has a name with blanks")
    }
    (requestCount, left) = (requestCount + 1, Self.mostValues)
    let limit = pending > 0 ? due : quiet
    stream.connection.perform { [number = number, reply = reply, left = left] in
      $0.pull(request, for: number, reply: reply, count: left, limit: limit)
    }
  }

  /// Takes up a status: the end of a request, or of the consumer.
  private mutating func end(_ message: NATSMessage) throws(ExchangeError) {
    // It may belong to a request that has ended otherwise.
    guard message.subject == reply else { return }
    let reason = message.headers.reason
    switch message.headers.status {
    case 100: break
    case 404, 408: left = 0
    case 409 where reason.contains("MaxBytes") || reason.contains("Batch Completed"): left = 0
    default:
      // A consumer that it has forgotten has no listener, for which there are no words.
      throw .ended(
        server: stream.server, reason: reason.isEmpty ? "it has forgotten the reader" : reason)
    }
  }

  /// The value of a message; where it is in the stream is in its subject for replies.
  private mutating func value(_ message: NATSMessage) throws(ExchangeError) -> IncomingValue {
    guard let facts = message.reply.flatMap(Delivery.init) else {
      throw .broken(server: stream.server, reason: "a value has no sequence number")
    }
    guard facts.number == delivered + 1, facts.sequence > place.sequence else {
      throw .ended(server: stream.server, reason: "a value was lost on the way")
    }
    (delivered, pending) = (facts.number, facts.pending)
    return IncomingValue(
      subject: message.subject, headers: message.headers.fields, bytes: message.bytes,
      sequence: facts.sequence)
  }
}

/// What a server says of a delivered value, in the subject for its acknowledgement:
/// `$JS.ACK.STREAM.CONSUMER.TIMES.SEQUENCE.NUMBER.TIME.PENDING`, in newer servers with a domain
/// and an account before the stream, and something random at the end.
struct Delivery: Hashable {
  /// The sequence number in the stream.
  let sequence: Int64
  /// The number of the delivery, from 1.
  let number: Int64
  /// How many values are still to be delivered.
  let pending: Int64

  /// Parses a subject; nil if it is none of these.
  init?(_ subject: String) {
    var words = subject.utf8.split(separator: UInt8(ascii: "."))
    guard words.count == 9 || words.count >= 11, subject.hasPrefix("$JS.ACK.") else { return nil }
    words.removeFirst(words.count == 9 ? 4 : 6)
    let numbers = words.prefix(5).map { Int64(Substring($0)) ?? -1 }
    guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    (sequence, number, pending) = (numbers[1], numbers[2], numbers[4])
  }
}
