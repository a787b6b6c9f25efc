public import Foundation

/// Which messages may alert now: those that came in, or those that the clock has brought.
public enum ArrivalQuery: Sendable, Hashable {
  /// Most numbers that one question takes: what comes in at once is bounded only by the sender.
  public static let limit = 1_000

  /// These, which came in or came up again.
  case numbers([MessageNumber])
  /// This one, whose alert is shown while its content changes.
  case shown(MessageNumber)
  /// Those whose start or end of snooze lies after the first moment, up to the second.
  case due(after: Date, through: Date)

  /// Whether there are more messages than were looked at for an answer.
  public func hasMore(than arrivals: [Message]) -> Bool {
    switch self {
    case .numbers(let numbers): numbers.count > Self.limit
    case .shown: false
    case .due: arrivals.count == Self.limit
    }
  }
}
