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
