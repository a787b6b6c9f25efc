package import Foundation
import GRDB

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
      return overdue.map { $0.expectation.report(of: $0.last, at: now, in: zone) }
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
  /// The expectations whose silence is too long, and when their sources were last heard.
  fileprivate func overdue(
    among known: [ExpectedSources], at now: Date
  ) -> [(expectation: SourceExpectation, last: Date)] {
    paired(with: known).compactMap { expectation, row in
      guard let deadline = row.deadline(after: expectation.interval), deadline <= now,
        let last = row.heardAt
      else { return nil }
      return (expectation, last)
    }
  }

  /// The earliest time at which a silence can become too long.
  ///
  /// For sources whose silence is reported, or that have sent nothing yet, that is an interval after
  /// a message that comes now.
  fileprivate func nextDeadline(among known: [ExpectedSources], at now: Date) -> Date? {
    paired(with: known).map { expectation, row in
      row.deadline(after: expectation.interval) ?? now.addingTimeInterval(expectation.interval)
    }.min()
  }

  private func paired(with known: [ExpectedSources]) -> [(SourceExpectation, ExpectedSources)] {
    compactMap { expectation in
      known.first { $0.sources == expectation.sources }.map { (expectation, $0) }
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
      try transaction.store(SourceExpectation.resolution(for: sources), in: database)
      try transaction.finish(in: database)
    }
  }
}
