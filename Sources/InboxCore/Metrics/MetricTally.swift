import Foundation
import GRDB

/// Accumulates the metrics of one transaction before they are written.
struct MetricTally {
  private struct Key: Hashable {
    var event: Metric.Event
    var detail: String
    var source: String
    var category: String
  }

  private var counts: [Key: Int] = [:]
  /// The latest key and its count, added to `counts` when the key changes: most runs are long.
  private var run: (key: Key, count: Int)?

  /// Counts an event of a message; `category` is the message's first one.
  ///
  /// A negative count reverts an earlier one; no total falls below 0.
  mutating func add(
    _ event: Metric.Event, detail: String = "", source: String = "", category: String? = nil,
    count: Int = 1
  ) {
    let key = Key(event: event, detail: detail, source: source, category: category ?? "")
    if let last = run, last.key == key {
      run = (key, last.count + count)
    } else {
      endRun()
      run = (key, count)
    }
  }

  private mutating func endRun() {
    if let last = run { counts[last.key, default: 0] += last.count }
    run = nil
  }

  /// Adds the counts to the table, under the day of `now`.
  mutating func write(to database: Database, at now: Date) throws {
    endRun()
    let day = Metric.dayNumber(of: now)
    for (key, count) in counts {
      try database.run(
        """
        INSERT INTO metric (day, event, detail, source, category, count)
        VALUES (?1, ?2, ?3, ?4, ?5, max(?6, 0))
        ON CONFLICT DO UPDATE SET count = max(count + ?6, 0)
        """, [day, key.event.rawValue, key.detail, key.source, key.category, count])
    }
  }
}

/// Finds influenced opens: first visits of messages soon after their alert, but not through it.
///
/// A message alerts when it arrives, or at its start if that is later. Each further occurrence is
/// an arrival of its own. Whether the message was visited since is read from the log; visits on
/// other machines are counted there.
struct InfluencedOpens {
  /// Milliseconds from the alert to the last visit that counts.
  static let window: Int64 = 120_000
  /// The columns for ``note(_:in:from:source:category:at:)``.
  static let selection = "m.delivery, max(m.received_at, ifnull(m.starts_at, m.received_at))"
  /// The entries after which a visit is not the first; imported messages do not alert.
  private static let ending: Set<LogEntry.Verb> = [.viewed, .opened, .acted, .imported]

  private struct Visit {
    /// The time of the alert, in milliseconds since 1970.
    var alertedAt: Int64
    var source: String
    var category: String?
  }

  private var visits: [MessageNumber: Visit] = [:]

  /// Notes a visited message if it has just alerted.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - row: A row with ``selection``.
  ///   - index: The first index of ``selection``.
  ///   - source: The source of the message.
  ///   - category: The first category of the message.
  ///   - now: The time of the visit, in milliseconds since 1970.
  /// - Throws: ``DamagedValueError``.
  mutating func note(
    _ number: MessageNumber, in row: Row, from index: Int, source: String, category: String?,
    at now: Int64
  ) throws {
    guard try row.value(index) != Delivery.inbox.rawValue else { return }
    let alertedAt: Int64 = try row.value(index + 1)
    guard alertedAt <= now, now - alertedAt <= Self.window else { return }
    visits[number] = Visit(alertedAt: alertedAt, source: source, category: category)
  }

  /// Counts the noted messages that were not visited before; call it before the visit is logged.
  ///
  /// - Throws: `DatabaseError`.
  func count(in tally: inout MetricTally, reading database: Database) throws {
    guard let earliest = visits.values.map(\.alertedAt).min() else { return }
    var rest = visits
    // Newest first, so that only the entries since the earliest alert are read.
    let rows = try database.rows(
      "SELECT time, verb, numbers FROM log WHERE origin IS NULL ORDER BY sequence DESC")
    while !rest.isEmpty, let row = try rows.next() {
      let time: Int64 = try row.value(0)
      guard time >= earliest else { break }
      guard Self.ending.contains(LogEntry.Verb(rawValue: try row.value(1))) else { continue }
      for number in PackedNumbers.unpack([UInt8](try row.value(2) as Data)) {
        if let visit = rest[number], visit.alertedAt <= time { rest[number] = nil }
      }
    }
    for visit in rest.values {
      tally.add(.influencedOpen, source: visit.source, category: visit.category)
    }
  }
}
