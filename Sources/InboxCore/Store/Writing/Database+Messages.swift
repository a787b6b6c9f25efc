import Foundation
import GRDB
import InboxText

extension Database {
  // `?1` is the moment; the values of a record begin at `?2`.
  private static let placement = Placement(
    status: parameter("status"), delivery: parameter("delivery"), sentAt: parameter("sent_at"),
    receivedAt: parameter("received_at"), startsAt: parameter("starts_at"),
    expiresAt: parameter("expires_at"), snoozedUntil: parameter("snoozed_until"))

  private static func parameter(_ column: String) -> String {
    "?\((Message.storedColumns.firstIndex(of: column) ?? 0) + 2)"
  }

  /// Stores a record; what fails fails the whole transaction, which spares a savepoint a row.
  static let insertion = """
    INSERT OR FAIL INTO message (\(Message.storedColumns.joined(separator: ", ")), \(Placement.columns))
    VALUES (\(Message.storedColumns.map(parameter).joined(separator: ", ")), \(placement.values))
    """

  private static let merging = replacement(placedAt: placement.placedAtByMerge)
  private static let placingAnew = replacement(placedAt: placement.placedAt)
  private static let repeating = replacement(placedAt: placement.placedAt, keepsText: true)

  private static func replacement(placedAt: String, keepsText: Bool = false) -> String {
    // Named columns count as changed, and the full-text index is written for nothing.
    let kept = keepsText ? ["title", "subtitle", "body"] : []
    let assignments = Message.storedColumns.filter { !kept.contains($0) }
      .map { "\($0) = \(parameter($0))" }
    return """
      UPDATE message SET \(assignments.joined(separator: ", ")),
        \(placement.assignments(placedAt: placedAt))
      WHERE number = ?2
      """
  }

  private static let search = """
    SELECT number FROM message WHERE source = ? AND id = ?
    """

  /// Makes messages from a number on known to the search.
  ///
  /// Has to follow what ``insertion`` stored before any of it is changed or removed.
  func indexText(from number: MessageNumber) throws {
    try cachedStatement(
      sql: """
        INSERT INTO message_text (rowid, title, subtitle, body)
        SELECT number, title, subtitle, body FROM message WHERE number >= ? ORDER BY number
        """
    ).execute(arguments: [number.rawValue])
  }

  /// Writes every field of a message that is there.
  ///
  /// - Parameters:
  ///   - message: What it is now.
  ///   - isPlacedAnew: Whether its place in the order is found again, as for a new one.
  ///   - now: The moment of the change.
  /// - Throws: `DatabaseError`.
  func replace(_ message: Message, isPlacedAnew: Bool, at now: Date) throws {
    let statement = try cachedStatement(sql: isPlacedAnew ? Self.placingAnew : Self.merging)
    try statement.execute(with: message, at: now)
  }

  /// Writes every field of a message that came once more, at its new place.
  ///
  /// - Parameters:
  ///   - message: What it is now.
  ///   - known: What it was.
  ///   - now: The moment of the change.
  /// - Throws: `DatabaseError`.
  func replace(_ message: Message, repeating known: Message, at now: Date) throws {
    let keepsText = message.hasSameTexts(as: known)
    let statement = try cachedStatement(sql: keepsText ? Self.repeating : Self.placingAnew)
    try statement.execute(with: message, at: now)
  }

  /// The message of an identity; nil when there is none.
  func message(source: String, id: String) throws -> Message? {
    // Most are not there, and a row of that many columns takes long to set up.
    let statement = try cachedStatement(sql: Self.search)
    let number = try Int64.fetchOne(statement, arguments: [source, id])
    return try number.flatMap { try message(MessageNumber($0)) }
  }
}

extension Statement {
  /// Runs a statement whose values are the moment and a record.
  func execute(with message: Message, at now: Date) throws {
    try RecordBinding.execute(self) { message.bind(to: &$0, at: now) }
  }
}
