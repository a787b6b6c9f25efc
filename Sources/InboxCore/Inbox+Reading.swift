import Foundation

extension Inbox {
  /// Reads what a query sees in a window, with the counts of the same moment.
  ///
  /// - Parameters:
  ///   - query: Which messages, in what order.
  ///   - window: Which stretch of them.
  ///   - budget: How long it may take; nil is as long as it takes. Nearly every query of a million
  ///     messages takes less than 10 ms, but a negated word may take seconds.
  ///   - countingMatches: Whether ``InboxSnapshot/matchCount`` is counted when it is not known anyway;
  ///     in a huge inbox that may take a second.
  /// - Returns: The rows and counts.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when it would take longer than `budget`.
  public func snapshot(
    of query: MessageQuery, in window: MessageWindow,
    within budget: Duration? = nil, countingMatches: Bool = false
  ) throws -> InboxSnapshot {
    try store.snapshot(of: query, in: window, at: now, within: budget, isCounted: countingMatches)
  }

  /// Counts the whole inbox, from counters that are always up to date.
  ///
  /// - Throws: ``InboxError``.
  public func counts() throws -> InboxCounts {
    try store.counts(at: now)
  }

  /// Counts what matches a filter; in a huge inbox that may take a second.
  ///
  /// - Throws: ``InboxError``.
  public func count(matching filter: MessageFilter) throws -> Int {
    try store.count(matching: filter, at: now)
  }

  /// Counts what matches each of several filters, all at one moment and without loading a message.
  ///
  /// ```swift
  /// let numbers = try inbox.counts(of: [.unread, .pinned, .trash], at: .now)
  /// ```
  ///
  /// What asks for statuses only comes from the counters; others may take a second in a huge
  /// inbox.
  ///
  /// - Parameters:
  ///   - filters: What to count.
  ///   - budget: How long it may take; nil is as long as it takes.
  /// - Returns: One number for each filter, in their order.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when it would take longer than `budget`.
  public func counts(
    of filters: [MessageFilter], within budget: Duration? = nil
  ) throws -> [Int] {
    try store.counts(of: filters, at: now, within: budget)
  }

  /// Finds the next or previous row of a query that also matches a filter.
  ///
  /// - Parameters:
  ///   - number: The row to start from; nil, or one that is gone, starts from the end.
  ///   - query: The rows and their order.
  ///   - filter: What the row must match beside the query's own filter.
  ///   - direction: Which way to look.
  /// - Returns: The row's number; nil when there is none that way.
  /// - Throws: ``InboxError``.
  public func adjacentRow(
    of number: MessageNumber?, in query: MessageQuery, matching filter: MessageFilter,
    direction: SearchDirection
  ) throws -> MessageNumber? {
    try store.neighbour(
      of: number, in: query, matching: filter, direction: direction, at: now)
  }

  /// Counts at which place of a query a message stands, from 1; may be slow.
  ///
  /// - Returns: The place; nil when the message is not among the rows.
  /// - Throws: ``InboxError``.
  public func position(
    of number: MessageNumber, in query: MessageQuery
  ) throws -> Int? {
    try store.position(of: number, in: query, at: now)
  }

  /// The highest sequence of the log; 0 while nothing has happened.
  ///
  /// - Throws: ``InboxError``.
  public func lastSequence() throws -> Int64 {
    try store.read { try InboxStore.lastSequence(in: $0) }
  }
}

extension Inbox {
  /// Finds messages by `@12`, by id, or by a prefix that only one id has.
  ///
  /// An id that several sources use is ambiguous too.
  ///
  /// - Throws: ``InboxError``.
  public func resolve(_ references: [String]) throws -> Resolution {
    try store.resolve(references)
  }
}

extension Inbox {
  /// The whole of a message; nil when the inbox does not hold it.
  ///
  /// - Throws: ``InboxError``.
  public func message(_ number: MessageNumber) throws -> Message? {
    try store.message(number)
  }

  /// The whole of some messages, in the order given; those that are not there are left out.
  ///
  /// - Throws: ``InboxError``.
  public func messages(_ numbers: [MessageNumber]) throws -> [Message] {
    try store.messages(numbers)
  }

  /// Hands over whole messages that match, one by one and all of the same moment.
  ///
  /// - Parameters:
  ///   - query: Which messages, in what order.
  ///   - limit: Most messages that are handed over; nil means all.
  ///   - body: Gets each message; the inbox can be read meanwhile, not written by this thread.
  /// - Throws: ``InboxError``; whatever `body` throws.
  public func messages(
    matching query: MessageQuery, limit: Int? = nil,
    _ body: (Message) throws -> Void
  ) throws {
    try store.messages(matching: query, limit: limit, at: now, body)
  }
}
