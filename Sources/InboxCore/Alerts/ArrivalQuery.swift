package import Foundation

/// A query for messages that may alert: new ones, or those whose time has come.
package enum ArrivalQuery: Sendable, Hashable {
  /// Most messages in one answer, however many arrive at once.
  package static let limit = 1_000

  /// New or resurfaced messages.
  case numbers([MessageNumber])
  /// The message of the banner, whose content has changed.
  case shown(MessageNumber)
  /// Messages whose start or end of snooze lies after the first moment, up to the second.
  case due(after: Date, through: Date)

  /// Whether there are more messages than an answer holds.
  package func hasMore(than arrivals: [Message]) -> Bool {
    switch self {
    case .numbers(let numbers): numbers.count > Self.limit
    case .shown: false
    case .due: arrivals.count == Self.limit
    }
  }
}
