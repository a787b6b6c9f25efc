extension Inbox {
  /// Whole matching messages, read a page at a time on demand.
  ///
  /// ```swift
  /// for try await message in inbox.messages(matching: .init(filter: .unread)) {
  ///   print(message.title ?? "")
  /// }
  /// ```
  ///
  /// Each page is one transaction and follows the last message, so that messages that arrive
  /// meanwhile cause neither duplicates nor gaps.
  ///
  /// - Parameters:
  ///   - query: The filter and order.
  ///   - limit: Maximum number of messages; nil means all.
  /// - Returns: The messages; each iteration of the sequence begins anew.
  public func messages(
    matching query: MessageQuery, limit: Int? = nil
  ) -> some AsyncSequence<Message, any Error> & Sendable {
    MessageSequence(inbox: self, query: query, left: limit ?? .max)
  }
}

/// The whole messages of a query, by keyset pagination.
private struct MessageSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private static let pageSize = 200

  let inbox: Inbox
  let query: MessageQuery
  /// Number of messages that are still wanted.
  var left: Int
  var page: ArraySlice<Message> = []
  /// The last row read, after which the next page begins.
  var last: MessageRow?
  var hasNextPage = true

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Message? {
    while page.isEmpty, hasNextPage, left > 0 { try await readPage() }
    guard left > 0, let message = page.popFirst() else { return nil }
    left -= 1
    return message
  }

  private mutating func readPage() async throws {
    let (inbox, query, last, count) = (inbox, query, last, Swift.min(left, Self.pageSize))
    let (rows, messages) = try await inbox.reading {
      try inbox.wholePage(of: query, after: last, count: count)
    }
    page = messages[...]
    self.last = rows.rows.last ?? last
    hasNextPage = rows.hasLater
  }
}

extension Inbox {
  /// A page of rows with their whole messages, read in one transaction.
  func wholePage(
    of query: MessageQuery, after row: MessageRow?, count: Int
  ) throws -> (page: RowPage, messages: [Message]) {
    try store.read { database in
      let page = try page(of: query, after: row, count: count)
      var messages: [Message] = []
      try database.forEachMessage(of: page.rows.map(\.number), at: now) { messages.append($0) }
      return (page, messages)
    }
  }
}
