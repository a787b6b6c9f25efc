package import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Reports the expected sources whose silence has become too long.
  ///
  /// A source is reported once until its next message, which resolves the report. A source that
  /// has sent nothing yet is not reported.
  ///
  /// - Parameter zone: The time zone of the times in the reports.
  /// - Returns: When it must be called again; nil without expectations, or if the inbox is read-only.
  /// - Throws: ``InboxError``.
  package func reportSilences(in zone: TimeZone) throws -> Date? {
    guard !store.isReadOnly else { return nil }
    let expectations = store.configuration.expectations
    let known = try store.read { try $0.expectedSources() }
    guard
      !Set(known.map(\.sources)).isSuperset(of: expectations.map(\.sources))
        || !expectations.overdue(among: known, at: now).isEmpty
    else { return expectations.nextDeadline(among: known, at: now) }
    _ = try push(defaultSource: nil) { database, now in
      try database.addExpected(expectations)
      let overdue = expectations.overdue(among: try database.expectedSources(), at: now)
      try database.noteReported(overdue.map(\.expectation.sources))
      return overdue.compactMap { state in
        state.heardAt.map { state.expectation.report(of: $0, at: now, in: zone) }
      }
    }
    return expectations.nextDeadline(among: try store.read { try $0.expectedSources() }, at: now)
  }
}

/// What is known about an expected source.
package struct ExpectationState: Sendable, Hashable {
  package var expectation: SourceExpectation
  /// When its last message came; nil until the first one.
  package var heardAt: Date?
  /// Whether its present silence was reported.
  package var isReported: Bool
  /// When its silence becomes too long; nil until its first message.
  package var deadline: Date? { heardAt?.addingTimeInterval(expectation.interval) }
  /// When its silence is reported; nil if it was, or if it has sent nothing yet.
  fileprivate var reportDate: Date? { isReported ? nil : deadline }
}

extension Inbox {
  /// What is known about each expected source of the configuration.
  ///
  /// - Throws: ``InboxError``.
  package func expectationStates() throws -> [ExpectationState] {
    try store.read { database in
      let known = try database.expectedSources()
      return try store.configuration.expectations.map { expectation in
        let row = known.first { $0.sources == expectation.sources }
        return ExpectationState(
          expectation: expectation,
          heardAt: try row?.heardAt ?? database.lastArrival(from: expectation.sources),
          isReported: row?.isReported ?? false)
      }
    }
  }
}

extension [SourceExpectation] {
  /// The expectations whose silence is too long.
  fileprivate func overdue(among known: [ExpectedSources], at now: Date) -> [ExpectationState] {
    states(among: known).filter { $0.reportDate.map { $0 <= now } ?? false }
  }

  /// The earliest time at which a silence can become too long.
  ///
  /// For sources whose silence is reported, or that have sent nothing yet, that is an interval after
  /// a message that comes now.
  fileprivate func nextDeadline(among known: [ExpectedSources], at now: Date) -> Date? {
    states(among: known).map { state in
      state.reportDate ?? now.addingTimeInterval(state.expectation.interval)
    }.min()
  }

  private func states(among known: [ExpectedSources]) -> [ExpectationState] {
    compactMap { expectation in
      known.first { $0.sources == expectation.sources }.map {
        .init(expectation: expectation, heardAt: $0.heardAt, isReported: $0.isReported)
      }
    }
  }
}

extension PushTransaction {
  /// Notes that the sources of this push were heard, and resolves the reports on their silence.
  func endSilences(of heard: Set<String>, in database: Database) throws {
    guard !heard.isEmpty else { return }
    for sources in try database.noteHeard(heard, at: now) {
      guard try database.openReport(on: sources) != nil else { continue }
      var transaction = PushTransaction(
        defaultSource: SourceExpectation.source(for: sources), at: now, makeID: makeID)
      try transaction.store(Payload(resolves: SourceExpectation.fold), in: database)
      try transaction.finish(in: database)
    }
  }
}

/// A row of the table `expected`.
struct ExpectedSources: Sendable {
  var sources: SourcePattern
  /// When their last message came; nil until the first one.
  var heardAt: Date?
  /// Whether their present silence was reported.
  var isReported: Bool
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

extension InboxSchema {
  /// The expected sources, when they were last heard, and whether their silence was reported.
  ///
  /// Times are milliseconds since 1970; `heard_at` is NULL until the first message. Every process
  /// that stores a message updates it, also one that knows no expectations.
  static let expected = """
    CREATE TABLE expected (
      source TEXT PRIMARY KEY,
      heard_at INTEGER,
      reported INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """
}
