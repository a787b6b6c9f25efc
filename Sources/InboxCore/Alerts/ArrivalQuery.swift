package import Foundation

/// A query for messages that may alert: new ones, or those that became due.
package enum ArrivalQuery: Sendable, Hashable {
  /// Maximum number of messages in one result.
  package static let limit = 1_000

  /// New or resurfaced messages.
  case numbers([MessageNumber])
  /// The message of the banner, whose content has changed.
  case shown(MessageNumber)
  /// Messages that start or end their snooze after the first time, up to the second.
  case due(after: Date, through: Date)

  /// Whether there are more messages than a result holds.
  package func hasMore(than arrivals: [Message]) -> Bool {
    switch self {
    case .numbers(let numbers): numbers.count > Self.limit
    case .shown: false
    case .due: arrivals.count == Self.limit
    }
  }
}
