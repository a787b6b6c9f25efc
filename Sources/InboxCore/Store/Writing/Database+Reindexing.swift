import GRDB

extension Database {
  /// Messages below which a change writes each entry of the indexes.
  private static let mostWrittenOneByOne = 10_000

  /// Changes the place of messages; where these are most of the inbox, without the indexes that the
  /// change would write, which are made anew.
  ///
  /// A change of place deletes and inserts an entry in each of them, and searches it twice. To sort
  /// 100 000 messages for all of them takes a fifth of that.
  func changePlaces(of count: Int, _ change: () throws -> Void) throws {
    guard try count >= Self.mostWrittenOneByOne && count * 2 > storedCount() else {
      return try change()
    }
    try reindexing(change)
  }

  /// Drops the indexes by place and status, and creates them after a change.
  func reindexing(_ change: () throws -> Void) throws {
    let indexes = try Row.fetchAll(
      self,
      sql: """
        SELECT name, sql FROM sqlite_schema WHERE name IN (
          'message_by_time', 'message_by_status', 'message_by_arrival',
          'message_by_priority', 'message_unread_by_priority',
          'message_by_source', 'message_unread_by_source')
        ORDER BY rowid
        """)
    for index in indexes { try execute(sql: "DROP INDEX \(index.value(0) as String)") }
    try change()
    for index in indexes { try execute(sql: index.value(1)) }
  }
}
