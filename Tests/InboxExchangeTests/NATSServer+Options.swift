import InboxTestSupport
import NIOCore
import Testing

@testable import InboxExchange

extension NATSServer {
  /// What errors name it by.
  var address: String { "127.0.0.1:\(port)" }

  /// Options for a connection.
  func options(_ scheme: String = "nats", login: String = "", host: String = "127.0.0.1") throws
    -> NATSOptions
  {
    var options = NATSOptions([try NATSAddress("\(scheme)://\(login)\(host):\(port)")])
    // Far above what it takes on a busy machine.
    (options.connectTimeout, options.answerTimeout) = (.seconds(60), .seconds(60))
    (options.clusterTimeout, options.pagePause) = (.seconds(60), .seconds(60))
    return options
  }
}

extension NATSProgram {
  /// The newest of those that are installed.
  static func newest() throws -> NATSProgram { try #require(all.last) }
}

extension StreamSettings {
  /// A stream for tests.
  static let testing = StreamSettings(name: "TEST", subjects: "t.>", filter: "t.a.>")
}

extension OutgoingValue {
  /// A value of a text.
  init(_ subject: String, _ text: String, expecting sequence: Int64? = nil) {
    self.init(subject: subject, bytes: Array(text.utf8), expectedSequence: sequence)
  }
}

extension JetStream {
  /// All values after a place.
  func values(after place: ExchangePlace? = nil) async throws -> [IncomingValue] {
    var values: [IncomingValue] = []
    for try await page in pages(after: place) {
      values += page.values
      if page.isLast { break }
    }
    return values
  }
}

/// Pages that are read one by one.
final class PageReader {
  private var iterator: JetStreamPages.AsyncIterator

  init(_ pages: JetStreamPages) { iterator = pages.makeAsyncIterator() }

  func next() async throws -> ExchangePage? { try await iterator.next() }
}

extension ExchangePage {
  /// Subject, text and sequence number of each value.
  var lines: [String] {
    values.map { "\($0.subject) \(String(decoding: $0.bytes, as: UTF8.self)) \($0.sequence)" }
  }
}

/// The error of a call; nil if there is none, or another one.
func exchangeError(
  _ work: () async throws -> some Any
) async -> ExchangeError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? ExchangeError
  }
}
