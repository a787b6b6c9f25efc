/// A place where the machines of an exchange leave values for each other.
///
/// It keeps the newest value of each subject and numbers the values in the order of their arrival.
/// A NATS stream is one, a shared folder can be another.
package protocol ExchangeTransport: Sendable {
  /// The pages of ``pages(after:)``.
  associatedtype Pages: AsyncSequence, Sendable where Pages.Element == ExchangePage

  /// Whether a sequence number names one value of all machines; otherwise each machine numbers its
  /// own values.
  static var hasSharedSequences: Bool { get }

  /// Whether values expire after their ``OutgoingValue/lifetime``.
  var hasLifetimes: Bool { get }

  /// Publishes values and waits until each is stored or refused.
  ///
  /// Values of one subject are sent one after the other.
  ///
  /// - Returns: The outcome of each value, in the same order.
  /// - Throws: ``ExchangeError`` when it is not known whether all values were stored. Publishing
  ///   them again does no harm.
  func publish(_ values: [OutgoingValue]) async throws(ExchangeError) -> [PublishOutcome]

  /// The number of values that are read from the beginning; nil where it is not known.
  ///
  /// - Throws: ``ExchangeError``.
  func valueCount() async throws(ExchangeError) -> Int?

  /// How far the clock of this machine is ahead of the transport's, in milliseconds; nil where it is
  /// not known.
  ///
  /// - Throws: ``ExchangeError``.
  func clockOffset() async throws(ExchangeError) -> Int64?

  /// The values after a place: first those that are there, then new ones as they arrive.
  ///
  /// The iteration throws ``ExchangeError``, also when the connection ends, and
  /// `CancellationError`.
  ///
  /// - Parameter place: The place of the last page that was taken up; nil for everything.
  /// - Returns: Pages without an end.
  func pages(after place: ExchangePlace?) -> Pages
}

extension ExchangeTransport {
  package func clockOffset() async throws(ExchangeError) -> Int64? { nil }
}

/// A value to publish.
package struct OutgoingValue: Sendable, Hashable {
  /// The subject: words of printable ASCII, joined by dots.
  package var subject: String
  /// Header fields by name.
  package var headers: [String: String] = [:]
  /// The value.
  package var bytes: [UInt8]
  /// The sequence number that the newest value of the subject must have, 0 for no value; nil to
  /// replace any.
  package var expectedSequence: Int64?
  /// The seconds after which the value may expire, at least 1; nil for never.
  package var lifetime: Int64?
}

/// What became of a published value.
package enum PublishOutcome: Sendable, Hashable {
  /// It is stored under this sequence number.
  case stored(sequence: Int64)
  /// The subject has a value with another sequence number than expected.
  case outdated
  /// It is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// The user may not publish to the subject.
  case notPermitted
  /// The stream of this name is full.
  case full(stream: String, StreamLimit)
  /// It cannot be stored, for a reason without control characters.
  case refused(String)
}

/// The limit that a full stream has reached.
package enum StreamLimit: Sendable, Hashable, CaseIterable {
  /// The bytes of the stream, `max_bytes`.
  case bytes
  /// The number of values of the stream, `max_msgs`.
  case values
  /// The storage of the server: `max_file_store`, or its disk.
  case storage
  /// The storage of the user's account, `max_file`.
  case account
}

/// A value that was read.
package struct IncomingValue: Sendable, Hashable {
  /// The subject.
  package var subject: String
  /// Header fields by name; of equal names the first.
  package var headers: [String: String]
  /// The value.
  package var bytes: [UInt8]
  /// The sequence number, from 1 and rising.
  package var sequence: Int64
}

/// How far the values of a transport were read.
package struct ExchangePlace: Sendable, Hashable {
  /// Identifies the collection of values: another one after it was deleted and made anew.
  package var stream: String
  /// The sequence number of the last value read; 0 for none.
  package var sequence: Int64
}

/// Values to take up together; the place is stored with them.
package struct ExchangePage: Sendable, Hashable {
  /// Maximum values of a page.
  ///
  /// They are written in one transaction, for which other programs that write to the inbox wait.
  static let mostValues = 2_000

  /// The values in order; none if there are no new ones.
  package var values: [IncomingValue]
  /// The place after them.
  package var place: ExchangePlace
  /// Whether no more values were there when the page was read.
  package var isLast: Bool
  /// Whether the given place was of another stream or past its end, so that reading began anew.
  package var startsOver: Bool
  /// How far the clock of this machine is ahead of the transport's, in milliseconds; nil where it was
  /// not measured.
  package var clockOffset: Int64?
}
