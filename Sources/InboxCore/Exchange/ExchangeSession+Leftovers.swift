import Foundation
import GRDB
import InboxText

/// What a purge leaves in the stream beside its mark: the state, occurrences and answers of the message.
///
/// Nobody needs them any more, but they must not become part of a later message with the same id.
/// So each machine sends its own once more, unchanged, with a time after which they expire. It
/// leaves those of others alone: in a team, it may not write them.
extension ExchangeValue {
  /// Whether it no longer belongs to a message, and is sent only so that it expires in the stream.
  package var isLeftover: Bool { lifetime != nil && name != .content }
}

extension ExchangeSession {
  /// The SQL condition that a register `r` is a leftover whose mark, or the content after it, is
  /// stored.
  static let sendableLeftover = """
    r.dirty > 0 AND r.dirty = 4
      AND NOT EXISTS (
        SELECT 1 FROM register AS c WHERE c.number = r.number AND c.name = 'c' AND c.dirty > 0)
    """

  /// The seconds for which the stream keeps the mark of a purge, by the time of the purge; nil if
  /// values do not expire.
  var markRule: ((Int64) -> Int64)? {
    guard hasLifetimes else { return nil }
    return { [lifetimes, time = writer.now - writer.offset] in
      lifetimes.secondsOfMark(since: $0, at: time)
    }
  }

  /// The leftovers to be sent; if values do not expire, the leftovers are deleted instead.
  ///
  /// They are sent after the mark, so that no machine that still has the message loses them. Those
  /// without a sequence are deleted: they never reached the stream, as nothing is in flight when
  /// values are asked for.
  ///
  /// - Parameter limit: Maximum number of values.
  /// - Returns: The values.
  /// - Throws: `DatabaseError`.
  func leftovers(limit: Int) throws -> [ExchangeValue] {
    guard hasLifetimes else {
      try database.run("DELETE FROM register WHERE dirty > 0 AND dirty = 4")
      return []
    }
    try database.run(
      "DELETE FROM register WHERE dirty > 0 AND dirty = 4 AND ifnull(sequence, 0) = 0")
    let time = writer.now - writer.offset
    var values: [ExchangeValue] = []
    for (found, key) in try database.values(where: Self.sendableLeftover, [limit]) {
      var value = found
      let message = try database.exchangedMessage(key)
      // Values of a message that a newer version has written do not expire.
      guard let register = try? ExchangeRegister(value.bytes, of: value.name),
        message.isOver(register)
      else {
        try database.dropLeftover(value)
        continue
      }
      // A later generation may be purged on a machine that is offline. Its mark expires by the time
      // of that purge, and the leftovers must expire before it.
      let purge = message.content?.purgedAt?.milliseconds ?? time - lifetimes.renewal
      value.lifetime = lifetimes.secondsOfLeftover(since: purge, at: time)
      values.append(value)
    }
    return values
  }

  /// Notes this machine's leftovers of a message in the stream, and deletes those that already
  /// expire.
  ///
  /// - Parameters:
  ///   - values: The values that were read, in their order.
  ///   - subject: The message.
  ///   - before: The message before they were taken up.
  ///   - after: The message now.
  /// - Throws: `DatabaseError`.
  func noteLeftovers(
    among values: [IncomingRegister], of subject: SubjectKey, _ before: ExchangedMessage,
    _ after: ExchangedMessage
  ) throws {
    guard hasLifetimes, let content = after.content, content.isPurged || content.generation > 0
    else { return }
    let own = writer.dependents
    var found: [RegisterName: IncomingRegister] = [:]
    for name in own {
      // The sequence of a value in flight is noted later.
      guard let stored = before.registers[name], after.isOver(stored.register) else { continue }
      found[name] = IncomingRegister(
        name: name, register: stored.register, bytes: stored.register.bytes,
        sequence: stored.sequence ?? 0)
    }
    for value in values where own.contains(value.name) && after.isOver(value.register) {
      // An older value, which the known one has replaced.
      if let known = found[value.name], known.sequence > value.sequence { continue }
      found[value.name] = value
    }
    guard !found.isEmpty, let key = try database.exchangedKey(of: subject) else { return }
    for value in found.values { try database.noteLeftover(value, of: key) }
  }
}

extension ExchangeWriter {
  /// The registers of a message that only this person or machine writes.
  var dependents: [RegisterName] {
    [.state(person: person), .occurrences(origin), .answer(origin), .decision(origin)]
  }
}

extension ContentRegister {
  /// The time of the purge of a content, in milliseconds since 1970; nil if it was not purged, or is
  /// of a newer version.
  static func purgeTime(in bytes: [UInt8]) -> Int64? {
    guard case .content(let content)? = try? ExchangeRegister(bytes, of: .content) else {
      return nil
    }
    return content.purgedAt?.milliseconds
  }
}

extension Database {
  /// The names of the registers that only this person or machine writes; none without an exchange.
  func ownDependents() throws -> [String] {
    guard let session = try ExchangeSession(self, at: Date()) else { return [] }
    return session.writer.dependents.map(\.description)
  }

  /// Makes registers of a removed message leftovers: sent once more if the stream has them, or is
  /// about to.
  ///
  /// - Parameters:
  ///   - names: The names of the registers.
  ///   - number: The message.
  /// - Throws: `DatabaseError`.
  func leaveOver(_ names: [String], of number: MessageNumber) throws {
    for name in names {
      try run(
        "UPDATE register SET dirty = 4 WHERE number = ? AND name = ?", [number.rawValue, name])
    }
  }

  /// Notes a leftover that is to be sent; one that already expires is deleted.
  fileprivate func noteLeftover(_ value: IncomingRegister, of key: ExchangedKey) throws {
    let name = value.name.description
    guard !value.isEnding else {
      return try run(
        "DELETE FROM register WHERE number = ? AND name = ? AND dirty = 4", [key.rawValue, name])
    }
    try run(
      """
      INSERT INTO register (number, name, sequence, value, dirty) VALUES (?, ?, ?, ?, 4)
      ON CONFLICT (number, name) DO UPDATE SET sequence = excluded.sequence, value = excluded.value
        WHERE dirty = 4
      """, [key.rawValue, name, value.sequence, Data(value.bytes)])
  }

  /// Deletes a leftover that was sent or refused, or that has expired in the stream.
  func dropLeftover(_ value: ExchangeValue) throws {
    try run(
      """
      DELETE FROM register
      WHERE number = (SELECT number FROM subject WHERE subject = ?) AND name = ? AND value = ?
        AND dirty = 4
      """, [value.subject.text, value.name.description, Data(value.bytes)])
  }

  /// Deletes the leftovers of a mark that has ended.
  func dropLeftovers(of key: ExchangedKey) throws {
    try run("DELETE FROM register WHERE number = ? AND dirty = 4", [key.rawValue])
  }
}
