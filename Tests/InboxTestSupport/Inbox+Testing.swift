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
