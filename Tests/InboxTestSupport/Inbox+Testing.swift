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

  /// An inbox in memory that folds repeats without a key, or the end of the tests.
  package static func folding() -> Inbox {
    must { try inMemory(configuration: .testing(foldRepeats: .identical)) }
  }

  /// An inbox in a file of a test's own folder.
  package static func testing(
    in folder: TemporaryFolder, maximumCount: Int? = 0
  ) throws -> Inbox {
    try open(folder: folder.path + "/inbox", configuration: .testing(maximumCount: maximumCount))
  }

  /// The inbox at so many seconds after the moment at which tests happen.
  package func at(_ seconds: Double) -> Inbox { at(.testing(seconds)) }

  /// Stores payloads as messages, in one transaction and in order.
  @discardableResult
  package func push(_ payloads: Payload..., from source: String) throws -> PushOutcome {
    try push(payloads, defaultSource: source)
  }

  /// Stores payloads, and returns the numbers of their messages; 0 of one that was not stored.
  package func pushed(_ payloads: Payload..., from source: String = "ci") throws -> [MessageNumber]
  {
    try push(payloads, defaultSource: source).results.map { result in
      switch result {
      case .inserted(let number, _), .merged(let number, _): number
      default: 0
      }
    }
  }

  /// The rows of a list.
  package func rows(_ query: MessageQuery) throws -> [MessageRow] {
    try snapshot(of: query, in: .init(limit: 1_000)).rows
  }

  /// The rows of the list of a filter, by its text.
  package func rows(_ filter: String = "", _ order: MessageOrder = .newest) throws -> [MessageRow] {
    try rows(MessageQuery(filter, order))
  }

  /// The entries of its log behind a place.
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

extension MessageFilter {
  /// Reads a filter at the moment at which tests happen.
  package init(_ text: String, at now: Date = .testing) throws {
    try self.init(parsing: text, now: now, timeZone: .gmt)
  }
}

extension MessageQuery {
  /// The query of a filter, by its text.
  package init(_ filter: String, _ order: MessageOrder = .newest) throws {
    self.init(filter: try MessageFilter(filter), order: order)
  }
}

extension MessageNumber: ExpressibleByIntegerLiteral {
  /// The number that is written.
  package init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension MessageSelection: ExpressibleByArrayLiteral {
  /// The messages with the numbers that are written.
  package init(arrayLiteral numbers: MessageNumber...) { self = .numbers(numbers) }
}

extension SnoozeEnd: ExpressibleByIntegerLiteral {
  /// So many seconds after the moment at which tests happen.
  package init(integerLiteral seconds: Int) { self = .date(.testing(Double(seconds))) }
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

/// A value that is not what a test needs to go on.
package struct Unexpected: Error, CustomStringConvertible {
  package let description: String

  package init(_ value: Any?) { description = "unexpected: \(value ?? "nothing")" }
}
