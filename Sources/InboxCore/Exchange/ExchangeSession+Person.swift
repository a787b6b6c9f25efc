import Foundation
import GRDB
import InboxText

extension ExchangeSession {
  /// Shows what the person has set, in rows that have shown another one's state so far.
  ///
  /// What the person has not set stays as it is; it becomes theirs when all messages are compared.
  ///
  /// - Throws: `DatabaseError`.
  func showPerson() throws {
    let name = RegisterName.state(person: writer.person)
    let numbers = try database.numbers(
      "SELECT number FROM register WHERE name = ? AND number > 0 ORDER BY number",
      [name.description])
    try show(numbers) { row, shown, message in
      guard case .state(let state)? = message.registers[name]?.register,
        state.generation == message.content?.generation
      else { return row }
      return row.taking(shown, where: state)
    }
  }

  /// Shows the ends of snoozes by the present clock of this machine, after that was moved.
  ///
  /// - Throws: `DatabaseError`.
  func showSnoozes() throws {
    let numbers = try database.numbers(
      "SELECT number FROM message WHERE snoozed_until IS NOT NULL ORDER BY number")
    try show(numbers) { row, shown, _ in
      guard shown.message.snoozedUntil != row.message.snoozedUntil else { return row }
      var changed = row
      changed.message.snoozedUntil = shown.message.snoozedUntil
      changed.statusAt = shown.statusAt
      return changed
    }
  }

  /// Changes the rows of messages by what their registers show, and logs that.
  private func show(
    _ numbers: [MessageNumber],
    _ change: (_ row: ExchangedRow, _ shown: ExchangedRow, ExchangedMessage) -> ExchangedRow
  ) throws {
    var log = ExchangeLog()
    for number in numbers {
      let message = try database.exchangedMessage(ExchangedKey(number))
      guard let row = try database.exchangedRow(number), share.includes(row.message.source),
        let shown = message.row(number, for: writer)
      else { continue }
      let changed = change(row, shown, message)
      guard changed != row else { continue }
      log.noteChanges(
        of: number, (row, changed), message, message, of: writer.person, at: now,
        alertsSince: nil)
      _ = try database.write(changed, at: now)
    }
    try log.write(to: database, at: now)
  }
}

extension ExchangedRow {
  /// The row with what another one shows of the fields that a person has set.
  fileprivate func taking(_ shown: ExchangedRow, where state: StateRegister) -> ExchangedRow {
    var (changed, new) = (self, shown.message.state)
    if state.status == nil, state.done == nil {
      (new.status, new.statusBeforeDelete) = (message.status, message.statusBeforeDelete)
    } else {
      changed.statusAt = shown.statusAt
    }
    if state.pin == nil { new.isPinned = message.isPinned }
    if state.done == nil { new.doneAt = message.state.doneAt }
    if state.snooze == nil, state.event == nil {
      (new.snoozedUntil, new.snoozedFor) = (message.state.snoozedUntil, message.snoozedFor)
    }
    changed.message.state = new
    return changed
  }
}
