import Foundation
import InboxCore

extension MessageSelection {
  /// How many messages are selected at most, without reading them.
  ///
  /// - Throws: `InboxError`.
  func count(in inbox: Inbox) throws -> Int {
    switch self {
    case .numbers(let numbers): numbers.count
    case .matching(let filter, _): try inbox.count(matching: filter)
    }
  }

  /// What is wanted of each message that is selected, read one after the other.
  ///
  /// - Throws: `InboxError`.
  func messages<Wanted>(
    in inbox: Inbox, _ wanted: (Message) -> Wanted
  ) throws -> [Wanted] {
    switch self {
    case .numbers(let numbers): return try inbox.messages(numbers).map(wanted)
    case .matching(let filter, let last):
      var found: [Wanted] = []
      try inbox.messages(matching: MessageQuery(filter: filter), limit: nil) { message in
        guard last.map({ message.number <= $0 }) ?? true else { return }
        found.append(wanted(message))
      }
      return found
    }
  }
}
