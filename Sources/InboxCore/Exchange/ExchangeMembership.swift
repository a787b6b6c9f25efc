package import Foundation
import InboxText

/// What an inbox remembers of the stream that it exchanges values with.
package struct ExchangePosition: Sendable, Hashable {
  /// Whose status, pin and snooze are this inbox's.
  package var person: String
  /// The name of this machine; nil for none.
  package var machine: String?
  /// How far the clock of this machine is ahead of the stream's, in milliseconds.
  package var clockOffset: Int64
  /// The name of the stream, and when it was made; nil before the first reading.
  package var stream: String?
  /// When the stream was made, as the server tells it.
  package var created: String?
  /// The sequence up to which the stream was read.
  package var sequence: Int64
  /// When it last was read to its end.
  package var readAt: Date?
  /// The id of the key that made the subjects, empty for none; nil before the first reading.
  package var key: String?
  /// Whether the stream names the key.
  package var isKeyed: Bool
  /// When it joined.
  package var joinedAt: Date
  /// When everything was read last, and compared with what is here.
  package var comparedAt: Date?
  /// Number of values that are to be sent and were not refused.
  package var waitingCount: Int
  /// Number of values that the stream has refused.
  package var heldCount: Int
  /// Number of messages of which the stream has no content yet.
  package var waitingMessageCount: Int
}

extension ExchangePosition {
  /// The days since the stream was read, if they are so many that marks of purged messages may be gone.
  ///
  /// - Parameter now: The present time.
  /// - Returns: The days; nil for a shorter time.
  package func daysAway(at now: Date) -> Int? {
    guard let readAt,
      AbsentMark.isLongAbsence(since: readAt.milliseconds, at: now.milliseconds)
    else { return nil }
    return Int(now.timeIntervalSince(readAt) / 86_400)
  }
}

/// How an inbox takes part in an exchange.
package struct ExchangeMembership: Sendable, Hashable {
  /// Whose status, pin and snooze the inbox has, a part of a subject.
  package var person: String
  /// The name of this machine, for answers.
  package var machine: String?
  /// Which sources are shared.
  package var share = ExchangeShare()
  /// Whether messages of other machines that come from now on raise alerts here.
  package var alerts = true

  /// Creates a membership.
  package init(person: String, machine: String? = nil) {
    self.person = person
    self.machine = machine
  }
}
