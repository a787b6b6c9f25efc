import GRDB

/// A database file that something other than the program writes to.
struct SQLiteFile {
  let path: String

  /// Opens the file; waits up to ten seconds for a program that writes at the moment.
  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs statements and closes the file.
  func execute(_ sql: String) throws {
    let queue = try open()
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The first value that a query gives, as text.
  func query(_ sql: String) throws -> String? {
    let queue = try open()
    defer { try? queue.close() }
    return try queue.inDatabase { try String.fetchOne($0, sql: sql) }
  }
}
