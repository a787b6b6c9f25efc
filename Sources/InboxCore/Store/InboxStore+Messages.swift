import InboxText
import Foundation
import GRDB

extension InboxStore {
  /// The whole of a message; nil when it is not there.
  func message(_ number: MessageNumber) throws -> Message? {
    try read { try Self.message(number, in: $0) }
  }

  /// The whole of some messages, in this order; those that are not there are left out.
  func messages(_ numbers: [MessageNumber]) throws -> [Message] {
    try read { database in try numbers.compactMap { try Self.message($0, in: database) } }
  }

  /// Most messages that are read at once.
  private static let pageSize = 500

  /// Hands over what matches, in order, a page at a time and all in one transaction.
  func messages(
    matching query: MessageQuery, limit: Int?, at now: Date, _ body: (Message) throws -> Void
  ) throws {
    try read { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let order = RowOrder(query.order, of: criteria)
      let reader = try Self.rowReader(
        criteria, order, window: MessageWindow(limit: Self.pageSize), in: database
      ).reader
      var (left, bound) = (limit ?? .max, RowStream.Bound?.none)
      while left > 0 {
        let count = min(left, Self.pageSize)
        let page = try reader.rows(behind: bound, direction: .forward, count: count)
        try Self.messages(page.map(\.number), in: database, body)
        guard page.count == Self.pageSize, let last = page.last else { return }
        left -= page.count
        bound = RowStream.Bound(key: order.key(of: last), isInclusive: false)
      }
    }
  }

  /// Hands over messages in the order of their numbers' list, by one statement.
  private static func messages(
    _ numbers: [MessageNumber], in database: Database, _ body: (Message) throws -> Void
  ) throws {
    // A statement of its own: `body` may read messages too.
    let statement = try database.makeStatement(
      sql: """
        SELECT \(Message.selection) FROM json_each(?) AS chosen
        CROSS JOIN message AS m ON m.number = chosen.value
        """)
    let rows = try Row.fetchCursor(statement, arguments: [numbers.json])
    while let row = try rows.next() { try body(Message(row: row)) }
  }

  /// The whole of a message within a transaction; nil when it is not there.
  static func message(_ number: MessageNumber, in database: Database) throws -> Message? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(Message.selection) FROM message m WHERE m.number = ?")
    return try Row.fetchOne(statement, arguments: [number.rawValue]).map { Message(row: $0) }
  }
}
