package import Foundation
package import InboxCore

extension Inbox {
  /// An inbox in memory whose new ids count up: `id-1`, `id-2`, ….
  package static func testing(
    maximumCount: Int? = 0, now: @escaping @Sendable () -> Date = { .testing }
  ) throws -> Inbox {
    try inMemory(configuration: .testing(maximumCount: maximumCount, now: now))
  }

  /// An inbox in memory without messages, or the end of the tests.
  package static func empty() -> Inbox { must { try testing() } }

  /// An inbox in a file of a test's own folder.
  package static func testing(
    in folder: TemporaryFolder, maximumCount: Int? = 0
  ) throws -> Inbox {
    try open(folder: folder.path + "/inbox", configuration: .testing(maximumCount: maximumCount))
  }

  /// The entries of its log behind a place.
  ///
  /// - Throws: ``LogGap`` where some of them are gone.
  package func entries(after sequence: Int64 = 0) throws -> [LogEntry] {
    guard case .entries(let entries) = try log(after: sequence, limit: 9_999) else {
      throw LogGap()
    }
    return entries
  }

  /// All its messages, those in the trash too.
  package func stored() throws -> [Message] {
    var messages: [Message] = []
    try exportMessages { messages.append($0) }
    return messages
  }
}

extension UndoOutcome {
  /// The outcome without its place in the log, to compare it.
  package var withoutEntry: UndoOutcome {
    UndoOutcome(
      verb: verb, changedCount: changedCount, newest: newest, changedSince: changedSince)
  }
}

/// Entries are gone from the log after which a test asks.
package struct LogGap: Error {}
