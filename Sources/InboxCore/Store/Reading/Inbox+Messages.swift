import Foundation
import GRDB

extension Inbox {
  /// The whole of a message; nil when the inbox does not hold it.
  ///
  /// - Throws: ``InboxError``.
  public func message(_ number: MessageNumber) throws -> Message? {
    try store.read { try $0.wholeMessage(number) }
  }

  /// The whole of some messages, in the order given; those that are not there are left out.
  ///
  /// - Throws: ``InboxError``.
  public func messages(_ numbers: [MessageNumber]) throws -> [Message] {
    try store.read { database in try numbers.compactMap { try database.wholeMessage($0) } }
  }

  /// Most rows that are read at once.
  private static let pageSize = 500

  /// Reads whole messages that match, one by one and all of the same moment.
  ///
  /// - Parameters:
  ///   - query: Which messages, in what order.
  ///   - limit: Most messages that are read; nil means all.
  ///   - body: Gets each message; the inbox can be read meanwhile, not written by this thread.
  /// - Throws: ``InboxError``; whatever `body` throws.
  public func messages(
    matching query: MessageQuery, limit: Int? = nil, _ body: (Message) throws -> Void
  ) throws {
    let now = now
    try store.read { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let order = RowOrder(query.order, of: criteria)
      let reader = try database.rowReader(
        criteria, order, window: MessageWindow(limit: Self.pageSize)
      ).reader
      var (left, bound) = (limit ?? .max, RowStream.Bound?.none)
      while left > 0 {
        let count = min(left, Self.pageSize)
        let page = try reader.rows(behind: bound, direction: .forward, count: count)
        try database.forEachMessage(of: page.map(\.number), body)
        guard page.count == Self.pageSize, let last = page.last else { return }
        left -= page.count
        bound = RowStream.Bound(key: order.key(of: last), isInclusive: false)
      }
    }
  }

  /// Reads every stored message by number, hidden and deleted ones too, one at a time.
  ///
  /// - Throws: ``InboxError``; whatever `body` throws, which ends it.
  package func exportMessages(_ body: (Message) throws -> Void) throws {
    try store.read { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(Message.selection) FROM message m ORDER BY m.number")
      while let row = try rows.next() { try body(database.whole(Message(row: row))) }
    }
  }
}

extension Database {
  /// A message with its earlier occurrences; nil when it is not there.
  fileprivate func wholeMessage(_ number: MessageNumber) throws -> Message? {
    try message(number).map { try whole($0) }
  }

  /// The message with its earlier occurrences.
  fileprivate func whole(_ message: Message) throws -> Message {
    guard message.occurrences > 1 else { return message }
    var message = message
    message.earlier = try earlier(of: message.number)
    return message
  }

  /// A message without its earlier occurrences; nil when it is not there.
  func message(_ number: MessageNumber) throws -> Message? {
    let statement = try cachedStatement(
      sql: "SELECT \(Message.selection) FROM message m WHERE m.number = ?")
    return try Row.fetchOne(statement, arguments: [number.rawValue]).map { try Message(row: $0) }
  }

  /// Reads whole messages in the order of their numbers, by one statement.
  func forEachMessage(
    of numbers: [MessageNumber], _ body: (Message) throws -> Void
  ) throws {
    // A statement of its own: `body` may read messages too.
    let statement = try makeStatement(
      sql: """
        SELECT \(Message.selection) FROM json_each(?) AS chosen
        CROSS JOIN message AS m ON m.number = chosen.value
        """)
    let rows = try Row.fetchCursor(statement, arguments: [numbers.json])
    while let row = try rows.next() { try body(Message(row: row)) }
  }
}
