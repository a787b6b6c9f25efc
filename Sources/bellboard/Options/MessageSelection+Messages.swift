import Foundation
import InboxCore

extension MessageSelection {
  /// The whole of the messages that are selected.
  ///
  /// - Throws: `InboxError`.
  func messages(in inbox: Inbox, at now: Date) throws -> [Message] {
    switch self {
    case .numbers(let numbers): return try inbox.messages(numbers)
    case .matching(let filter, _):
      var found: [Message] = []
      try inbox.messages(matching: MessageQuery(filter: filter), limit: nil, at: now) {
        found.append($0)
      }
      return found
    }
  }
}
