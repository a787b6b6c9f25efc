import Foundation
import GRDB

extension InboxStore {
  /// Counts what is no verb on messages.
  func record(_ event: MetricEvent, at now: Date) throws {
    try write { database in
      var tally = MetricTally()
      switch event {
      case .presented: tally.add("inbox_presented")
      case .dismissed(let seconds):
        tally.add("inbox_dismissed")
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        if whole > 0 { tally.add("inbox_dismissed", detail: "seconds", count: whole) }
      case .action(let label, let number):
        let row = try Row.fetchOne(
          database,
          sql: "SELECT source, json_extract(categories, '$[0]') FROM message WHERE number = ?",
          arguments: [number?.rawValue])
        tally.add("action", detail: label, source: row?[0] ?? "", category: row?[1])
      }
      try tally.write(to: database, at: now)
    }
  }
}
