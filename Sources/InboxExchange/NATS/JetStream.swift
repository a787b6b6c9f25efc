import Foundation
import InboxText

/// A stream on a NATS server that keeps the newest value of each subject.
package struct JetStream: ExchangeTransport {
  let connection: NATSConnection
  let settings: StreamSettings

  package static var hasSharedSequences: Bool { true }

  package var hasLifetimes: Bool { settings.hasLifetimes }

  /// Makes a value for a connection; nothing is sent.
  package init(_ connection: NATSConnection, _ settings: StreamSettings) {
    (self.connection, self.settings) = (connection, settings)
  }

  package func valueCount() async throws(ExchangeError) -> Int? {
    try await briefConsumer()["num_pending"]?.integer.map(Int.init)
  }

  package func clockOffset() async throws(ExchangeError) -> Int64? {
    let start = Date()
    return Self.clockOffset(of: try await briefConsumer(), between: start, Date())
  }

  /// How far the own clock is ahead of that of the server, which made a consumer between two times; nil
  /// if its description has no time.
  static func clockOffset(of consumer: JSONValue, between start: Date, _ end: Date) -> Int64? {
    guard let made = consumer["created"]?.text.flatMap({ RFC3339.date(from: $0) }) else {
      return nil
    }
    let half = end.timeIntervalSince(start) / 2
    let offset = start.timeIntervalSince(made) + half
    // Nothing is known below the time that the request took.
    return abs(offset) <= abs(half) + 0.001 ? 0 : Int64((offset * 1_000).rounded())
  }

  /// The description of a consumer of all values, which nobody reads.
  private func briefConsumer() async throws(ExchangeError) -> JSONValue {
    try await consumer(["deliver_policy": "all"], inactive: 1)
  }

  /// Creates a consumer of the values, which the server removes after some seconds without use.
  func consumer(
    _ start: [String: JSONValue], inactive seconds: Int64
  ) async throws(ExchangeError) -> JSONValue {
    let config: [String: JSONValue] = [
      "ack_policy": "none", "replay_policy": "instant", "mem_storage": .bool(true),
      "filter_subject": .string(settings.filter),
      "inactive_threshold": .integer(seconds * 1_000_000_000),
    ]
    return try await ask(
      "CONSUMER.CREATE.\(settings.name)",
      .object([
        "stream_name": .string(settings.name), "config": .object(config.merging(start) { $1 }),
      ]))
  }

  package func pages(after place: ExchangePlace?) -> JetStreamPages {
    JetStreamPages(stream: self, place: place)
  }
}

/// What a stream is for.
package struct StreamSettings: Sendable, Hashable {
  /// Its name, without dots.
  package var name: String
  /// The subjects of all its values, such as `bb1.>`.
  package var subjects: String
  /// The subjects that are read, such as `bb1.default.>`.
  package var filter: String
  /// On how many servers of a cluster it is created, 1 to 5.
  package var replicas = 1
  /// Whether values may have lifetimes, by ``StreamInfo/hasLifetimes``: a stream without that setting
  /// refuses them.
  package var hasLifetimes = false
}

/// Publishing.
extension JetStream {
  package func publish(
    _ values: [OutgoingValue]
  ) async throws(ExchangeError) -> [PublishOutcome] {
    var outcomes = [PublishOutcome?](repeating: nil, count: values.count)
    var (requests, places): ([NATSRequest], [Int]) = ([], [])
    for (index, value) in values.enumerated() {
      var headers = value.headers
      if let expected = value.expectedSequence {
        headers["Nats-Expected-Last-Subject-Sequence"] = "\(expected)"
      }
      if hasLifetimes, let lifetime = value.lifetime {
        headers[ExchangeCodec.lifetimeHeader] = Self.duration(lifetime)
      }
      guard let request = NATSRequest(value.subject, headers: headers, bytes: value.bytes) else {
        outcomes[index] = .refused("subject or headers have characters that cannot be sent")
        continue
      }
      guard request.size <= connection.server.maximumPayload else {
        outcomes[index] = .tooLarge(limit: connection.server.maximumPayload)
        continue
      }
      requests.append(request)
      places.append(index)
    }
    for (index, answer) in zip(places, await connection.answers(to: requests)) {
      outcomes[index] = try outcome(answer)
    }
    return outcomes.compactMap { $0 }
  }

  /// A time in the server's notation: `90s`, or from an hour on in hours, rounded up: `4320h`.
  private static func duration(_ seconds: Int64) -> String {
    let hour: Int64 = 3_600
    return seconds < hour ? "\(seconds)s" : "\((seconds + hour - 1) / hour)h"
  }

  /// - Throws: ``ExchangeError`` when nothing is known of the value, or all others would fail too.
  private func outcome(_ answer: RequestWindow.Answer) throws(ExchangeError) -> PublishOutcome {
    let fields: JSONValue
    do throws(ExchangeError) {
      fields = try result(answer, noResponder: .noStream(server: server, name: settings.name))
    } catch {
      switch error {
      case .notPermitted(_, .publish, _): return .notPermitted
      case .refused(_, APICode.wrongSequence, _), .refused(_, APICode.wrongSequenceInCluster, _):
        return .outdated
      case .refused(_, APICode.largeMessage, _):
        return .tooLarge(limit: connection.server.maximumPayload)
      case .full(_, let stream, let limit): return .full(stream: stream, limit)
      case .refused(_, _, let reason): return .refused(reason.printable())
      default: throw error
      }
    }
    guard let sequence = fields["seq"]?.integer, let stream = fields["stream"]?.text else {
      throw .broken(server: server, reason: "an answer has no sequence number")
    }
    guard stream == settings.name else {
      throw .foreignStream(
        server: server, name: stream, difference: "it takes the subjects of \(settings.name)")
    }
    return .stored(sequence: sequence)
  }
}

/// Numbers of JetStream's errors.
enum APICode {
  static let (wrongSequence, wrongSequenceInCluster): (Int64, Int64) = (10_071, 10_164)
  static let (nameInUse, notFound, overlap): (Int64, Int64, Int64) = (10_058, 10_059, 10_065)
  static let (disabled, disabledForAccount): (Int64, Int64) = (10_076, 10_039)
  static let largeMessage: Int64 = 10_054
  static let (noResources, noStorage, noAccountStorage): (Int64, Int64, Int64) =
    (10_023, 10_047, 10_002)
  /// A value was not stored; the description says why.
  static let notStored: Int64 = 10_077

  /// The limit that was reached; nil for an error other than that of a full stream.
  static func limit(_ code: Int64, _ description: String) -> StreamLimit? {
    switch code {
    case noResources, noStorage: .storage
    case noAccountStorage: .account
    case notStored where description == "maximum bytes exceeded": .bytes
    case notStored where description == "maximum messages exceeded": .values
    default: nil
    }
  }
}

/// Requests to the server's interface.
extension JetStream {
  var server: String { "\(connection.address)" }

  /// Makes a request to the interface of JetStream.
  ///
  /// - Parameters:
  ///   - name: The last words of the subject.
  ///   - fields: What is asked for.
  /// - Returns: The answer, an object.
  /// - Throws: ``ExchangeError``, also for an answer that is an error.
  func ask(_ name: String, _ fields: JSONValue? = nil) async throws(ExchangeError) -> JSONValue {
    guard
      let request = NATSRequest("$JS.API.\(name)", bytes: fields.map { Array($0.json.utf8) } ?? [])
    else { throw .badAddress(name) }
    let answer = await connection.answers(to: [request])[0]
    let version = connection.server.version
    return try result(answer, noResponder: .noJetStream(server: server, version: version))
  }

  /// The object of an answer.
  private func result(
    _ answer: RequestWindow.Answer, noResponder: ExchangeError
  ) throws(ExchangeError) -> JSONValue {
    let message = try answer.get()
    if message.headers.status == 503 { throw noResponder }
    var reader = JSONReader(message.bytes, maximumDepth: 32)
    guard let fields = try? reader.readWhole(), case .object = fields else {
      throw .broken(server: server, reason: "an answer is no JSON")
    }
    guard let error = fields["error"] else { return fields }
    let code = error["err_code"]?.integer ?? error["code"]?.integer ?? 0
    switch code {
    case APICode.notFound: throw .noStream(server: server, name: settings.name)
    case APICode.disabled, APICode.disabledForAccount:
      throw .noJetStream(server: server, version: connection.server.version)
    default:
      let reason = error["description"]?.text ?? "no reason"
      if let limit = APICode.limit(code, reason) {
        throw .full(server: server, stream: settings.name, limit)
      }
      throw .refused(server: server, code: code, reason: reason)
    }
  }
}
