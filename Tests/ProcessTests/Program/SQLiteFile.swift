import GRDB

/// A database file that something other than the program writes to.
struct SQLiteFile {
  let path: String

  /// Runs statements and closes the file.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The first value that a query gives, as text.
  func query(_ sql: String) throws -> String? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.inDatabase { try String.fetchOne($0, sql: sql) }
  }
}
