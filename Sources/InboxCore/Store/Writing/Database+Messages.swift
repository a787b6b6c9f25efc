import Foundation
import GRDB
import InboxText

extension Database {
  // `?1` is the time; the values of a record begin at `?2`.
  private static let placement = Placement { parameter($0) }

  private static func parameter(_ column: String) -> String {
    Message.storedColumns.firstIndex(of: column).map { "?\($0 + 2)" } ?? column
  }

  /// The value of a new row; a message that was pushed here arrived on this machine of an exchange.
  private static func newValue(_ column: String) -> String {
    switch column {
    case "arrived_on": "ifnull(\(parameter(column)), (SELECT machine FROM exchange))"
    case "lead": placement.lead
    default: parameter(column)
    }
  }

  /// Inserts a record; a failure fails the whole transaction, which saves a savepoint for each
  /// row.
  static let insertion = insertion(columns: Placement.columns, values: placement.values)

  /// Inserts a record that came by the exchange; the time of its status is the last parameter.
  static let exchangedInsertion = insertion(
    columns: "\(Placement.columns), status_at",
    values: "\(placement.values), ?\(Message.storedColumns.count + 2)")

  private static func insertion(columns: String, values: String) -> String {
    """
    INSERT OR FAIL INTO message (\(Message.storedColumns.joined(separator: ", ")), \(columns))
    VALUES (\(Message.storedColumns.map(newValue).joined(separator: ", ")), \(values))
    """
  }

  private static let merging = replacement(placedAt: placement.placedAtByMerge)
  private static let placingAnew = replacement(placedAt: placement.placedAt)
  private static let repeating = replacement(placedAt: placement.placedAt, keepsText: true)

  private static func replacement(placedAt: String, keepsText: Bool = false) -> String {
    // Columns that are set count as changed, and the full-text index would be rewritten
    // needlessly.
    let kept = ["arrived_on", "lead"] + (keepsText ? ["title", "subtitle", "body", "rest"] : [])
    let assignments = Message.storedColumns.filter { !kept.contains($0) }
      .map { "\($0) = \(parameter($0))" }
    return """
      UPDATE message SET \(assignments.joined(separator: ", ")),
        \(placement.statusAssignment), \(placement.assignments), placed_at = \(placedAt),
        sort_at = \(placement.sortAt(placedAt))
      WHERE number = ?2
      """
  }

  /// Adds the messages from a number on to the full-text index, and counts their attached files; then
  /// there is no such number any more.
  ///
  /// Must follow ``insertion`` before any of these messages is changed or removed, and before the end
  /// of the transaction.
  func indexText(from number: inout MessageNumber?) throws {
    guard let first = number else { return }
    number = nil
    try run(
      """
      INSERT INTO message_text (rowid, title, subtitle, body, rest)
      SELECT number, title, subtitle, body, rest FROM message WHERE number >= ? ORDER BY number
      """, [first.rawValue])
    try countFiles()
  }

  /// Replaces every field of an existing message.
  ///
  /// - Parameters:
  ///   - message: The new fields.
  ///   - isPlacedAnew: Whether its position in the order is determined as for a new one.
  ///   - now: The time of the change.
  /// - Throws: `DatabaseError`.
  func replace(_ message: Message, isPlacedAnew: Bool, at now: Date) throws {
    let statement = try cachedStatement(sql: isPlacedAnew ? Self.placingAnew : Self.merging)
    try statement.execute(with: message, at: now)
  }

  /// Replaces every field of a message by those of a new occurrence, at its new position.
  ///
  /// - Parameters:
  ///   - message: The new fields.
  ///   - known: The old fields.
  ///   - now: The time of the change.
  /// - Throws: `DatabaseError`.
  func replace(_ message: Message, repeating known: Message, at now: Date) throws {
    let keepsText = message.hasSameTexts(as: known)
    let statement = try cachedStatement(sql: keepsText ? Self.repeating : Self.placingAnew)
    try statement.execute(with: message, at: now)
  }

  /// The message of an identity; nil when there is none.
  func message(source: String, id: String) throws -> Message? {
    // Most do not exist, and setting up a row of that many columns is slow.
    try number(of: MessageIdentity(source: source, id: id)).flatMap { try message($0) }
  }

  /// The number of an identity; nil when there is none.
  func number(of identity: MessageIdentity) throws -> MessageNumber? {
    try number(
      "SELECT number FROM message WHERE source = ? AND id = ?", [identity.source, identity.id])
  }
}

extension Statement {
  /// Runs a statement whose values are the time and a record.
  func execute(with message: Message, at now: Date) throws {
    try RecordBinding.execute(self) { message.bind(to: &$0, at: now) }
  }

  /// Runs a statement whose values are the time, a record, and when its status was set.
  func execute(with message: Message, statusAt: Int64?, at now: Date) throws {
    try RecordBinding.execute(self) { record in
      message.bind(to: &record, at: now)
      record.bind(statusAt)
    }
  }
}
