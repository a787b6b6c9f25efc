import Foundation
import GRDB
import InboxText

extension ExchangeSession {
  /// Brings back what waits for a message of its source that came, or that had come before this machine
  /// heard of the snooze.
  ///
  /// Each machine does so by what it has, as of the time at which that message arrived: so a status that
  /// the person has set after that stays.
  func wakeAwaited() throws {
    let (arrived, snoozed) = log.awaited
    guard !arrived.isEmpty || !snoozed.isEmpty, try database.hasAwaited() else { return }
    let changed = Set(snoozed)
    let arrivals = arrived.sorted().json
    let waiting: [Int64] = try database.values(
      "SELECT number FROM message WHERE snoozed_for IN ('next', 'repeat') ORDER BY number")
    let name = RegisterName.state(person: writer.person)
    let woken: [(Int64, Date)] = try waiting.compactMap { number in
      let registers = try database.exchangedMessage(ExchangedKey(MessageNumber(number))).registers
      guard case .state(let state)? = registers[name]?.register, let event = state.event else {
        return nil
      }
      let isNew = changed.contains(MessageNumber(number))
      return try database.date(
        """
        SELECT min(n.received_at) FROM message AS m JOIN message AS n ON n.source = m.source
        WHERE m.number = ?1 AND n.number <> ?1 AND n.received_at > ?2
          AND n.delivery <> \(Delivery.alert.rawValue)
          AND (m.snoozed_for = 'next' OR n.title_hash = m.title_hash)
          AND (?3 OR n.number IN (SELECT value FROM json_each(?4)))
        """, [number, event.clock.milliseconds, isNew, arrivals]
      ).map { (number, $0) }
    }
    try database.wake(woken, at: now)
    for (number, time) in woken {
      var steps = OwnSteps()
      steps.add(.woken, at: time.milliseconds)
      try collect(MessageNumber(number), steps)
    }
  }
}
