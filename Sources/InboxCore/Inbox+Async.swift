public import Foundation

// The asynchronous forms of reads and writes, documented at the synchronous ones. In a task the
// compiler picks these and requires an `await`. A task that is cancelled before its turn throws a
// `CancellationError`; a call that has begun is finished.

extension Inbox {
  /// Reads a window of a query's result, without blocking.
  public func snapshot(
    of query: MessageQuery, in window: MessageWindow, within budget: Duration? = nil,
    countingMatches: Bool = false
  ) async throws -> InboxSnapshot {
    try await reading {
      try snapshot(of: query, in: window, within: budget, countingMatches: countingMatches)
    }
  }

  /// Counts the whole inbox, without blocking.
  public func counts() async throws -> InboxCounts { try await reading { try counts() } }

  /// Counts the messages that match a filter, without blocking.
  public func count(matching filter: MessageFilter) async throws -> Int {
    try await reading { try count(matching: filter) }
  }

  /// Counts the messages that match each of several filters, without blocking.
  public func counts(
    of filters: [MessageFilter], within budget: Duration? = nil
  ) async throws -> [Int] {
    try await reading { try counts(of: filters, within: budget) }
  }

  /// A whole message, without blocking; nil when the inbox does not have it.
  public func message(_ number: MessageNumber) async throws -> Message? {
    try await reading { try message(number) }
  }

  /// Whole messages, without blocking.
  public func messages(_ numbers: [MessageNumber]) async throws -> [Message] {
    try await reading { try messages(numbers) }
  }
}

extension Inbox {
  /// Stores one payload as a message, without blocking.
  @discardableResult
  public func push(
    _ payload: Payload, defaultSource: String? = nil
  ) async throws -> PushOutcome.RecordResult {
    try await writing { try push(payload, defaultSource: defaultSource) }
  }

  /// Stores payloads as messages, without blocking.
  @discardableResult
  public func push(
    _ payloads: [Payload], defaultSource: String? = nil
  ) async throws -> PushOutcome {
    try await writing { try push(payloads, defaultSource: defaultSource) }
  }

  /// Reports the expected sources whose silence has become too long, without blocking.
  package func reportSilences(in zone: TimeZone) async throws -> Date? {
    try await writing { try reportSilences(in: zone) }
  }

  /// Performs a verb on messages, without blocking.
  @discardableResult
  public func perform(_ verb: Verb, on selection: MessageSelection) async throws -> ChangeOutcome {
    try await writing { try perform(verb, on: selection) }
  }

  /// Marks messages read, without blocking.
  @discardableResult
  public func markRead(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.read, on: .numbers(numbers))
  }

  /// Marks messages unread, without blocking.
  @discardableResult
  public func markUnread(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.unread, on: .numbers(numbers))
  }

  /// Moves messages to the trash, without blocking.
  @discardableResult
  public func delete(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.delete, on: .numbers(numbers))
  }

  /// Restores deleted messages to their previous status, without blocking.
  @discardableResult
  public func restore(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.restore, on: .numbers(numbers))
  }

  /// Keeps messages on top, without blocking.
  @discardableResult
  public func pin(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.pin, on: .numbers(numbers))
  }

  /// Unpins messages, without blocking.
  @discardableResult
  public func unpin(_ numbers: [MessageNumber]) async throws -> ChangeOutcome {
    try await perform(.unpin, on: .numbers(numbers))
  }

  /// Hides messages until a date, without blocking.
  @discardableResult
  public func snooze(_ numbers: [MessageNumber], until date: Date) async throws -> ChangeOutcome {
    try await perform(.snooze(until: .date(date)), on: .numbers(numbers))
  }

  /// Chooses an action of a message, without blocking.
  public func answer(_ number: MessageNumber, action name: String) async throws -> AnswerOutcome {
    try await writing { try answer(number, action: name) }
  }

  /// Withdraws an unanswered question, without blocking.
  public func withdraw(
    _ number: MessageNumber, receivedAt: Date? = nil
  ) async throws -> WithdrawalOutcome {
    try await writing { try withdraw(number, receivedAt: receivedAt) }
  }

  /// Undoes the newest step, without blocking.
  @discardableResult
  public func undo() async throws -> UndoOutcome? { try await writing { try undo() } }

  /// Redoes the last undone step, without blocking.
  @discardableResult
  public func redo() async throws -> UndoOutcome? { try await writing { try redo() } }

  /// Removes messages of the trash for good, without blocking.
  @discardableResult
  public func purge(_ selection: MessageSelection) async throws -> ChangeOutcome {
    try await writing { try purge(selection) }
  }
}

extension Inbox {
  /// Runs a synchronous read on the inbox's queue for reads.
  func reading<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await store.readQueue.result(of: body)
  }

  /// Runs a synchronous write on the inbox's queue for writes.
  func writing<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await store.writeQueue.result(of: body)
  }
}

extension DispatchQueue {
  /// Runs a blocking call on the queue; the task waits without blocking a thread.
  fileprivate func result<T: Sendable>(
    of body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result { try body() }) }
    }
  }
}
