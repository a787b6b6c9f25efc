import Foundation
import GRDB

extension Inbox {
  /// A whole message; nil when the inbox does not have it.
  ///
  /// - Throws: ``InboxError``.
  public func message(_ number: MessageNumber) throws -> Message? {
    try store.read { try $0.wholeMessage(number, at: now) }
  }

  /// The message of a source with the sender's id; nil when the inbox does not have it.
  ///
  /// A program that knows a message by the id of a push finds its number, for verbs and deep links:
  /// `inbox.message(from: "shop", id: "order-7")?.number`.
  ///
  /// - Throws: ``InboxError``.
  public func message(from source: String, id: String) throws -> Message? {
    try store.read { database in
      let number = try database.number(of: MessageIdentity(source: source, id: id))
      return try number.flatMap { try database.wholeMessage($0, at: now) }
    }
  }

  /// Whole messages, in the order given; missing ones are omitted.
  ///
  /// - Throws: ``InboxError``.
  public func messages(_ numbers: [MessageNumber]) throws -> [Message] {
    try store.read { database in try numbers.compactMap { try database.wholeMessage($0, at: now) } }
  }

  /// Reads whole matching messages one by one, in one transaction.
  ///
  /// - Parameters:
  ///   - query: The filter and order.
  ///   - limit: Maximum number of messages; nil means all.
  ///   - body: Receives each message; it may read the inbox, but not write it on this thread.
  /// - Throws: ``InboxError``; errors of `body`.
  public func messages(
    matching query: MessageQuery, limit: Int? = nil, _ body: (Message) throws -> Void
  ) throws {
    try read { database, now in
      let pages = try database.pages(of: query, at: now, limit: limit)
      while let page = try pages.next() {
        try database.forEachMessage(of: page.map(\.number), at: now, body)
      }
    }
  }

  /// The numbers of all matching messages, in one transaction.
  ///
  /// - Throws: ``InboxError``.
  package func numbers(matching query: MessageQuery) throws -> [MessageNumber] {
    try read { database, now in
      var numbers: [MessageNumber] = []
      let pages = try database.pages(of: query, at: now)
      while let page = try pages.next() { numbers += page.map(\.number) }
      return numbers
    }
  }

  /// Reads every stored message by number, hidden and deleted ones too, one at a time.
  ///
  /// - Throws: ``InboxError``; errors of `body`, which end it.
  package func exportMessages(_ body: (Message) throws -> Void) throws {
    try store.read { database in
      let rows = try database.rows("SELECT \(Message.selection) FROM message m ORDER BY m.number")
      while let row = try rows.next() { try body(database.whole(Message(row: row), at: now)) }
    }
  }
}

extension Database {
  /// Maximum number of rows per read.
  private static let pageSize = 500

  /// The rows of a query in their order, page by page.
  func pages(
    of query: MessageQuery, at now: Date, limit: Int? = nil
  ) throws -> AnyCursor<[MessageRow]> {
    let criteria = FilterCriteria(query, at: now)
    let reader = try rowReader(
      criteria, RowOrder(query.order, of: criteria), window: MessageWindow(limit: Self.pageSize)
    ).reader
    var (left, last) = (limit ?? .max, MessageRow?.none)
    return AnyCursor {
      guard left > 0 else { return nil }
      let count = min(left, Self.pageSize)
      let page = try reader.rows(behind: last, direction: .forward, count: count)
      (left, last) = (page.count == Self.pageSize ? left - page.count : 0, page.last)
      return page
    }
  }

  /// A message with its earlier occurrences, who answered, whether it arrived on another machine, and
  /// on which it was dealt with; nil when it does not exist.
  fileprivate func wholeMessage(_ number: MessageNumber, at now: Date) throws -> Message? {
    guard var message = try message(number).map({ try whole($0, at: now) }) else { return nil }
    message.isFromOtherMachine = try isOther(message.machine)
    message.handling = try handling(of: message)
    return message
  }

  /// Whether a machine is another one of the exchange; false without an exchange.
  func isOther(_ machine: String?) throws -> Bool {
    guard let machine else { return false }
    return try value("SELECT EXISTS (SELECT 1 FROM exchange WHERE machine IS NOT ?)", [machine])
      ?? false
  }

  /// The message with its earlier occurrences, who answered, and the headers and the progress of its
  /// actions.
  fileprivate func whole(_ message: Message, at now: Date) throws -> Message {
    var message = message
    if !message.actions.isEmpty { message.actionHeaders = try actionHeaders(of: message.number) }
    message.pendingOutcomes = try pendingOutcomes(of: message, at: now)
    message.answerer = try answerer(of: message)
    guard message.occurrences > 1 else { return message }
    message.earlier = try storedOccurrences(of: message.number).map(\.occurrence)
    return message
  }

  /// A message without its earlier occurrences; nil when it does not exist.
  func message(_ number: MessageNumber) throws -> Message? {
    try row(
      "SELECT \(Message.selection) FROM message m WHERE m.number = ?", [number.rawValue]
    ).map { try Message(row: $0) }
  }

  /// Reads messages ascending by number, by one statement, with who answered and the progress of
  /// their actions.
  func forEachMessage(
    of numbers: [MessageNumber], at now: Date, _ body: (Message) throws -> Void
  ) throws {
    // Not the cached statement: `body` may read messages too.
    let statement = try makeStatement(
      sql: """
        SELECT \(Message.selection) FROM json_each(?) AS chosen
        CROSS JOIN message AS m ON m.number = chosen.value
        """)
    let rows = try Row.fetchCursor(statement, arguments: [numbers.json])
    while let row = try rows.next() {
      var message = try Message(row: row)
      message.answerer = try answerer(of: message)
      message.pendingOutcomes = try pendingOutcomes(of: message, at: now)
      try body(message)
    }
  }
}
