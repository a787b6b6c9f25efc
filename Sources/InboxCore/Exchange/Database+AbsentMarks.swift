import Foundation
import GRDB
import InboxText

/// The reason of a mark in the table `absent`.
enum AbsenceReason: String {
  case purged
  case pruned
  case early
}

extension Database {
  /// Leaves marks of messages that are removed in this transaction, if the inbox takes part in an
  /// exchange; see ``AbsentMark``.
  ///
  /// The registers of a purged message go, but for its content, which the exchange sends as purged.
  /// Of a pruned one the content goes, and what others write to the rest is still joined.
  ///
  /// - Parameters:
  ///   - messages: Their numbers with their identities.
  ///   - reason: Why they are removed.
  ///   - now: The time of the removal.
  /// - Throws: `DatabaseError`.
  func markAbsent(
    _ messages: some Sequence<(MessageNumber, MessageIdentity)>, _ reason: AbsenceReason,
    at now: Date
  ) throws {
    let isExchanging = try cachedStatement(sql: "SELECT 1 FROM exchange LIMIT 1")
    guard try Int.fetchOne(isExchanging) != nil else { return }
    let insertion = try cachedStatement(
      sql: """
        INSERT INTO absent (source, id, reason, generation, latest, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (source, id) DO UPDATE SET reason = excluded.reason, clock = NULL,
          generation = max(generation, excluded.generation), latest = excluded.latest,
          at = excluded.at
        RETURNING key
        """)
    // Registers of newer programs stay in any case.
    let removal = try cachedStatement(
      sql: """
        DELETE FROM register
        WHERE number = ?1 AND (name = 'c') = ?2 AND (name = 'c' OR name GLOB '[snad].*')
        """)
    let transfers = try ["register", "subject"].map {
      try cachedStatement(sql: "UPDATE OR REPLACE \($0) SET number = -?2 WHERE number = ?1")
    }
    for (number, identity) in messages {
      let content = try contentRegister(of: number)
      let key = try Int64.fetchOne(
        insertion,
        arguments: [
          identity.source, identity.id, reason.rawValue, content?.generation ?? 0,
          reason == .pruned ? content?.latest?.description : nil, now.milliseconds,
        ])
      try removal.execute(arguments: [number.rawValue, reason == .pruned])
      for transfer in transfers { try transfer.execute(arguments: [number.rawValue, key]) }
    }
  }

  /// The content register of a message as it was last joined; nil if it is not known to the
  /// exchange, or of a newer version.
  private func contentRegister(of number: MessageNumber) throws -> ContentRegister? {
    let statement = try cachedStatement(
      sql: "SELECT value FROM register WHERE number = ? AND name = 'c'")
    guard let bytes = try Data.fetchOne(statement, arguments: [number.rawValue]),
      case .content(let content)? = try? ExchangeRegister([UInt8](bytes), of: .content)
    else { return nil }
    return content
  }
}
