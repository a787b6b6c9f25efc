import Foundation
import GRDB
import InboxText

/// The number of a message in the tables of an exchange, or minus the key of a mark in `absent`.
struct ExchangedKey: RawRepresentable, Hashable {
  var rawValue: Int64
}

extension ExchangedKey {
  init(_ number: MessageNumber) {
    self.init(rawValue: number.rawValue)
  }

  /// The message; nil for a mark.
  var number: MessageNumber? { rawValue > 0 ? MessageNumber(rawValue) : nil }
}

extension Database {
  /// The registers and the mark of a message.
  func exchangedMessage(_ key: ExchangedKey) throws -> ExchangedMessage {
    var registers: [RegisterName: StoredRegister] = [:]
    let rows = try rows(
      "SELECT name, sequence, value, dirty FROM register WHERE number = ? AND dirty <> 4",
      [key.rawValue])
    while let row = try rows.next() {
      let bytes: Data = try row.value(2)
      guard let name = try? RegisterName(row.value(0)),
        let register = try? ExchangeRegister([UInt8](bytes), of: name)
      else { continue }
      registers[name] = StoredRegister(
        register: register, sequence: try row.value(1),
        sending: StoredRegister.Sending(rawValue: try row.value(3)) ?? .due)
    }
    let mark = key.number == nil ? try absentMark(key) : nil
    return ExchangedMessage(registers: registers, mark: mark)
  }

  /// Writes the registers that were changed.
  func write(_ message: ExchangedMessage, _ key: ExchangedKey) throws {
    for name in message.changed {
      guard let stored = message.registers[name] else {
        try run(
          "DELETE FROM register WHERE number = ? AND name = ?", [key.rawValue, name.description])
        continue
      }
      try run(
        """
        INSERT INTO register (number, name, sequence, value, dirty) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (number, name) DO UPDATE SET sequence = excluded.sequence,
          value = excluded.value, dirty = excluded.dirty
        """,
        [
          key.rawValue, name.description, stored.sequence,
          Data(message.received[name] ?? stored.register.bytes), stored.sending.rawValue,
        ])
    }
  }

  /// Values of a stream that differ from what is known, with all later ones of the same registers.
  ///
  /// Of the others, such as those that this machine has sent, only the sequence is noted. A value
  /// that expires is always returned.
  ///
  /// - Parameters:
  ///   - values: Values of the stream.
  ///   - areOrdered: Whether their sequences tell which value of a register the stream has.
  /// - Returns: The values, and the messages or marks of their subjects that are known.
  /// - Throws: `DatabaseError`.
  func news(
    among values: [ExchangeValue], areOrdered: Bool
  ) throws -> (values: [ExchangeValue], keys: [SubjectKey: ExchangedKey]) {
    struct Place: Hashable {
      var (key, name): (ExchangedKey, RegisterName)
    }
    var keys: [SubjectKey: ExchangedKey?] = [:]
    var changed: Set<Place> = []
    let news = try values.filter { value in
      let known = try keys[value.subject] ?? exchangedKey(of: value.subject)
      keys[value.subject] = .some(known)
      guard let key = known else { return true }
      let place = Place(key: key, name: value.name)
      let name = value.name.description
      guard !changed.contains(place), !value.isEnding,
        let sequence: Int64 = try self.value(
          """
          SELECT ifnull(sequence, 0) FROM register
          WHERE number = ? AND name = ? AND value = ? AND dirty NOT IN (2, 4)
          """, [key.rawValue, name, Data(value.bytes)])
      else {
        changed.insert(place)
        return true
      }
      if sequence <= value.sequence || !areOrdered {
        try run(
          "UPDATE register SET sequence = ?1, dirty = 0 WHERE number = ?2 AND name = ?3",
          [value.sequence, key.rawValue, name])
      }
      return false
    }
    return (news, keys.compactMapValues(\.self))
  }

  /// Sends a register again, over a value of the stream that cannot be read.
  ///
  /// - Returns: Whether it rested, so that nothing else makes it be sent.
  func sendAgain(over value: ExchangeValue) throws -> Bool {
    let place = """
      name = ?2 AND number = (SELECT number FROM subject WHERE subject = ?3)
        AND ifnull(sequence, 0) < ?1
      """
    let arguments: StatementArguments = [
      value.sequence, value.name.description, value.subject.text,
    ]
    try run(
      "UPDATE register SET sequence = ?1, dirty = 1 WHERE dirty IN (0, 3) AND \(place)", arguments)
    guard changesCount == 0 else { return true }
    try run("UPDATE register SET sequence = ?1 WHERE \(place)", arguments)
    return false
  }

  /// Gives the registers and the subject of a mark or a message to another one.
  func moveRegisters(from key: ExchangedKey, to other: ExchangedKey) throws {
    for table in ["register", "subject"] {
      try run(
        "UPDATE OR REPLACE \(table) SET number = ? WHERE number = ?",
        [other.rawValue, key.rawValue])
    }
  }
}

extension Database {
  /// The message or mark of a subject; nil for an unknown one.
  func exchangedKey(of subject: SubjectKey) throws -> ExchangedKey? {
    try value("SELECT number FROM subject WHERE subject = ?", [subject.text])
      .map(ExchangedKey.init(rawValue:))
  }

  /// The message or mark of an identity; nil for an unknown one.
  func exchangedKey(of identity: MessageIdentity) throws -> ExchangedKey? {
    try value(
      """
      SELECT number FROM message WHERE source = ?1 AND id = ?2
      UNION ALL SELECT -key FROM absent WHERE source = ?1 AND id = ?2
      LIMIT 1
      """, [identity.source, identity.id]
    ).map(ExchangedKey.init(rawValue:))
  }

  /// The mark of an identity; nil for none.
  func absentKey(of identity: MessageIdentity) throws -> ExchangedKey? {
    try value(
      "SELECT -key FROM absent WHERE source = ? AND id = ?", [identity.source, identity.id]
    )
    .map(ExchangedKey.init(rawValue:))
  }

  /// Sets the subject of a message or mark; another one of either is forgotten.
  func setSubject(_ subject: SubjectKey, of key: ExchangedKey) throws {
    try run(
      "INSERT OR REPLACE INTO subject (subject, number) VALUES (?, ?)",
      [subject.text, key.rawValue])
  }
}

extension Database {
  /// The row of a message with the columns of the exchange; nil for none.
  func exchangedRow(_ number: MessageNumber) throws -> ExchangedRow? {
    guard let message = try message(number) else { return nil }
    return ExchangedRow(
      message: message,
      statusAt: try value("SELECT status_at FROM message WHERE number = ?", [number.rawValue]),
      answerer: try answerer(of: message) ?? Answerer())
  }

  /// The state of a message as it is stored, with the content of a row; nil for no message.
  func exchangedRow(
    _ number: MessageNumber, keepingContentOf shown: ExchangedRow
  ) throws -> ExchangedRow? {
    let row = try row(
      "SELECT \(MessageState.selection), status_at FROM message AS m WHERE number = ?",
      [number.rawValue])
    guard let row else { return nil }
    var result = shown
    result.message.state = try MessageState(row: row, from: 0)
    result.statusAt = try row.value(6)
    return result
  }

  /// Writes what the registers give for a row, runs no rule and folds nothing.
  ///
  /// - Parameters:
  ///   - row: The row; a number of 0 makes a new message, which must be added to the full-text index
  ///     by ``indexText(from:)``.
  ///   - now: The time of the change.
  /// - Returns: The number of the message.
  /// - Throws: `DatabaseError`.
  func write(_ row: ExchangedRow, at now: Date) throws -> MessageNumber {
    var number = row.message.number
    let isNew = number.rawValue == 0
    if isNew {
      try cachedStatement(sql: Self.exchangedInsertion)
        .execute(with: row.message, statusAt: row.statusAt, at: now)
      number = MessageNumber(lastInsertedRowID)
    } else {
      try replace(row.message, isPlacedAnew: true, at: now)
    }
    // A new row has these columns already, and setting them would write all indexes of the list again.
    if !isNew || row.message.placedAt != nil {
      let place = row.message.placedAt ?? row.message.arrivalPlace
      try run(
        """
        UPDATE message SET placed_at = ?2, sort_at = max(?2, ifnull(snoozed_until, ?2))
        WHERE number = ?1
        """, [number.rawValue, place.milliseconds])
    }
    if !isNew || row.answerer != Answerer() || row.message.machine == nil {
      try writeMarks(of: row, number)
    }
    return number
  }

  /// Writes the columns of a row that only the exchange has, and no index but that of the machine.
  func writeMarks(of row: ExchangedRow, _ number: MessageNumber) throws {
    try run(
      """
      UPDATE message SET status_at = ?2, answered_by = ?3, answered_on = ?4, answered_at = ?5,
        answer_sent = ?6, arrived_on = ?7
      WHERE number = ?1
      """,
      [
        number.rawValue, row.statusAt, row.answerer.person, row.answerer.machine,
        row.answerer.time, row.answerer.isSent ? 1 : nil, row.message.machine,
      ])
  }
}
