import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Brings back what is snoozed until the person is on this machine.
  ///
  /// - Returns: The number of messages.
  /// - Throws: ``InboxError``.
  @discardableResult
  package func noteReturn() throws -> Int {
    guard try store.read({ try $0.hasAwaited() }) else { return 0 }
    return try write { try $0.wakeOnVisit(at: $1) }
  }
}

extension Message {
  /// Whether its snooze waits for news of it.
  var awaitsNews: Bool { snoozedFor == .repetition || snoozedFor == .next }
}

/// The ends of snoozes by events.
///
/// An end is one entry of the log, and no step to undo; the message returns as after the end of a
/// snooze by time. What comes with a push of the message itself, such as its repeat or its
/// resolution, is written with the message.
extension Database {
  /// Whether any snooze ends by an event.
  func hasAwaited() throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM message WHERE snoozed_for IS NOT NULL)") ?? false
  }

  /// Brings back what waits for the next message of the sources of new ones, or for one of their
  /// titles.
  func wake(by new: [MessageNumber], at now: Date) throws {
    guard !new.isEmpty, try hasAwaited() else { return }
    let found: [Int64] = try values(
      """
      SELECT m.number FROM message AS m
      WHERE m.snoozed_for IN ('next', 'repeat') AND EXISTS (
        SELECT 1 FROM message AS n
        WHERE n.number IN (SELECT value FROM json_each(?)) AND n.number <> m.number
          AND n.source = m.source AND n.place = \(Place.list.rawValue)
          AND (m.snoozed_for = 'next' OR n.title_hash = m.title_hash))
      ORDER BY m.number
      """, [new.json])
    try wake(found.map { ($0, now) }, at: now)
  }

  /// The verb with the name of this machine, where it snoozes until the person is here.
  func naming(_ verb: Verb) throws -> Verb {
    guard case .snooze(.visit(nil)) = verb else { return verb }
    return .snooze(until: .visit(machine: try value("SELECT machine FROM exchange")))
  }

  /// The names of the exchange's machines, if a verb snoozes until one that is not among them.
  func machineNames(missedBy verb: Verb) throws -> [String]? {
    guard case .snooze(.visit(let name?)) = verb else { return nil }
    let names: [String] = try values(
      """
      SELECT name FROM peer WHERE \(Self.machineIsListed)
      UNION SELECT machine FROM exchange WHERE machine IS NOT NULL ORDER BY 1
      """)
    return names.contains(name) ? nil : names
  }

  /// Brings back what waits for the person on this machine, or on one that is in the exchange no more.
  @discardableResult
  func wakeOnVisit(at now: Date) throws -> Int {
    let found: [Int64] = try values(
      """
      SELECT number FROM message
      WHERE snoozed_for = 'here' OR snoozed_for LIKE 'on %' AND substr(snoozed_for, 4) NOT IN (
        SELECT name FROM peer
        WHERE name IS NOT (SELECT machine FROM exchange) AND \(Self.machineIsListed))
      ORDER BY number
      """)
    return try wake(found.map { ($0, now) }, at: now)
  }

  /// Brings messages back as of a time each, unread unless the status was set later; those in the trash
  /// stay there.
  @discardableResult
  func wake(_ messages: [(number: Int64, time: Date)], at now: Date) throws -> Int {
    let times = Dictionary(messages) { first, _ in first }
    var (writes, woken): ([StateWrite: [MessageNumber]], [MessageNumber]) = ([:], [])
    _ = try forEachRow(
      of: messages.map { MessageNumber($0.number) },
      reading: "\(MessageState.selection), m.status_at"
    ) { row in
      let (number, before) = (try row.messageNumber(0), try MessageState(row: row, from: 1))
      guard before.status != .deleted, before.snoozedFor != nil else { return }
      let time = (times[number.rawValue] ?? now).milliseconds
      var after = before
      (after.snoozedUntil, after.snoozedFor) = (time, nil)
      if (try row.value(7) as Int64?) ?? time <= time { after.status = .unread }
      writes[StateWrite(from: before, to: after), default: []].append(number)
      woken.append(number)
    }
    guard !woken.isEmpty else { return 0 }
    try setStates(writes, at: now.milliseconds)
    for (number, time) in messages where time < now {
      try run(
        "UPDATE message SET status_at = ? WHERE number = ? AND status_at = ?",
        [time.milliseconds, number, now.milliseconds])
    }
    try appendLog(.woken, woken, at: now)
    return woken.count
  }

  /// Brings back the newest message that is done of each thread with news, as unread.
  ///
  /// It is one entry of the log, and no step to undo.
  func reopenNewest(ofThreads threads: Set<String>, at now: Date) throws {
    let numbers = try threads.compactMap { thread in
      try number(
        """
        SELECT number FROM message INDEXED BY message_done_by_thread
        WHERE thread = ? AND done_at IS NOT NULL AND place = \(Place.done.rawValue)
        ORDER BY sort_at DESC, number DESC LIMIT 1
        """, [thread.storable])
    }.sorted()
    guard !numbers.isEmpty else { return }
    var writes: [StateWrite: [MessageNumber]] = [:]
    _ = try forEachRow(of: numbers, reading: MessageState.selection) { row in
      let before = try MessageState(row: row, from: 1)
      let after = before.applying(.unread, at: now.milliseconds)
      writes[StateWrite(from: before, to: after), default: []].append(try row.messageNumber(0))
    }
    try setStates(writes, at: now.milliseconds)
    try appendLog(.reopened, numbers, at: now)
  }
}
