import Foundation
import InboxCore

/// The line that tells of the newest alert, for some seconds.
struct Banner: Sendable, Hashable {
  /// The message that it shows.
  var arrival: Message
  /// How many messages it stands for.
  var count = 1
  /// Whether there were even more.
  var isMore = false
  /// When it goes by itself.
  var expiresAt: Date
}
