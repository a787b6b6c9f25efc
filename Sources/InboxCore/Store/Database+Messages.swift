import Foundation
import GRDB

extension Database {
  // `?1` is the moment; the values of a record begin at `?2`.
  private static let placement = Placement(
    status: parameter("status"), delivery: parameter("delivery"), sentAt: parameter("sent_at"),
    receivedAt: parameter("received_at"), startsAt: parameter("starts_at"),
    expiresAt: parameter("expires_at"), snoozedUntil: parameter("snoozed_until"))

  private static func parameter(_ column: String) -> String {
    "?\((Message.columns.firstIndex(of: column) ?? 0) + 2)"
  }

  private static let insertion = """
    INSERT INTO message (\(Message.columns.joined(separator: ", ")), \(Placement.columns))
    VALUES (\(Message.columns.map(parameter).joined(separator: ", ")), \(placement.values))
    """

  private static let replacement = """
    UPDATE message SET \(Message.columns.map { "\($0) = \(parameter($0))" }.joined(separator: ", ")),
      \(placement.assignments)
    WHERE number = ?2
    """

  private static let search = """
    SELECT \(Message.selection) FROM message m WHERE m.source = ? AND m.id = ?
    """

  /// Stores a new message and gives it its number.
  func insert(_ message: inout Message, at now: Date) throws {
    try run(Self.insertion, with: message, at: now)
    message.number = MessageNumber(lastInsertedRowID)
  }

  /// Writes every field of a message that is there.
  func replace(_ message: Message, at now: Date) throws {
    try run(Self.replacement, with: message, at: now)
  }

  /// The message of an identity; nil when there is none.
  func message(source: String, id: String) throws -> Message? {
    let statement = try cachedStatement(sql: Self.search)
    return try Row.fetchOne(statement, arguments: [source, id]).map(Message.init(row:))
  }

  private func run(_ sql: String, with message: Message, at now: Date) throws {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(
      StatementArguments([now.milliseconds.databaseValue] + message.record))
    try statement.execute()
  }
}
