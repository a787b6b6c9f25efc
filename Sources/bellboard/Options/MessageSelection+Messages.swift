import Foundation
import InboxCore

extension MessageSelection {
  /// How many messages are selected at most, without reading them.
  ///
  /// - Throws: `InboxError`.
  func count(in inbox: Inbox, at now: Date) throws -> Int {
    switch self {
    case .numbers(let numbers): numbers.count
    case .matching(let filter, _): try inbox.count(matching: filter, at: now)
    }
  }

  /// The whole of the messages that are selected.
  ///
  /// - Throws: `InboxError`.
  func messages(in inbox: Inbox, at now: Date) throws -> [Message] {
    switch self {
    case .numbers(let numbers): return try inbox.messages(numbers)
    case .matching(let filter, let last):
      var found: [Message] = []
      try inbox.messages(matching: MessageQuery(filter: filter), limit: nil, at: now) { message in
        guard last.map({ message.number <= $0 }) ?? true else { return }
        found.append(message)
      }
      return found
    }
  }
}
