import Foundation
import GRDB
import InboxText

/// A row of the table `expected`.
struct ExpectedSources: Sendable {
  var sources: SourcePattern
  /// When their last message came; nil until the first one.
  var heardAt: Date?
  /// Whether their present silence was reported.
  var isReported: Bool

  /// When their silence is reported; nil if it was, or if they have sent nothing yet.
  func deadline(after interval: TimeInterval) -> Date? {
    isReported ? nil : heardAt?.addingTimeInterval(interval)
  }
}

extension Database {
  /// All rows of the table.
  func expectedSources() throws -> [ExpectedSources] {
    let rows = try rows("SELECT source, heard_at, reported FROM expected")
    return try Array(
      rows.compactMap { row in
        try SourcePattern(parsing: row.value(0)).map { sources in
          try ExpectedSources(
            sources: sources, heardAt: RecordColumn.date(row.value(1)), isReported: row.value(2))
        }
      })
  }

  /// Adds the rows that the configuration has and the table lacks, from the newest stored message on.
  ///
  /// A row that the configuration lacks is kept: it reports nothing, and it may return with the next
  /// save, as a table with a mistake does.
  func addExpected(_ expectations: [SourceExpectation]) throws {
    let known = Set(try expectedSources().map(\.sources))
    let wanted = Set(expectations.map(\.sources))
    for sources in wanted.subtracting(known) {
      try run(
        "INSERT INTO expected (source, heard_at) VALUES (?, ?)",
        [sources.text, lastArrival(from: sources)?.milliseconds])
    }
  }

  /// When the newest stored message of these sources came; nil without any.
  func lastArrival(from sources: SourcePattern) throws -> Date? {
    let condition = sources.condition()
    return try date(
      """
      SELECT max(max(m.received_at, ifnull(m.last_at, 0))) FROM message AS m
      WHERE \(condition.sql)
      """, condition.statementArguments)
  }

  /// Notes that sources were heard; returns the patterns whose reported silence that ends.
  func noteHeard(_ heard: Set<String>, at now: Date) throws -> [SourcePattern] {
    let matching = try expectedSources().filter { heard.contains(where: $0.sources.matches) }
    for row in matching {
      try run(
        "UPDATE expected SET heard_at = ?, reported = 0 WHERE source = ?",
        [now.milliseconds, row.sources.text])
    }
    return matching.filter(\.isReported).map(\.sources)
  }

  /// Notes that the silence of these sources is reported.
  func noteReported(_ sources: [SourcePattern]) throws {
    for pattern in sources {
      try run("UPDATE expected SET reported = 1 WHERE source = ?", [pattern.text])
    }
  }

  /// The open report on the silence of these sources; nil if it was deleted, resolved or purged.
  func openReport(on sources: SourcePattern) throws -> MessageNumber? {
    try number(
      """
      SELECT number FROM message INDEXED BY message_by_fold
      WHERE fold = ? AND source = ? AND status <> \(Status.deleted.rawValue)
        AND resolved_at IS NULL
      """, [SourceExpectation.fold, SourceExpectation.source(for: sources)])
  }
}
