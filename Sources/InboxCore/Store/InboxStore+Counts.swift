import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Counts of the whole inbox at one moment, from the counters.
  static func counts(at now: Int64, hasDue: Bool, in database: Database) throws -> InboxCounts {
    var counts = try settledCounts(in: database)
    if hasDue { try correct(&counts, at: now, in: database) }
    return counts
  }

  /// The counts as the last verb or settling left them, exact at that moment.
  static func settledCounts(in database: Database) throws -> InboxCounts {
    try counts(
      from: database.cachedStatement(sql: "SELECT place, status, count FROM counter"))
  }

  /// Sums up rows of place, status and how many.
  static func counts(from statement: Statement) throws -> InboxCounts {
    var counts = InboxCounts()
    let cursor = try Row.fetchCursor(statement)
    while let row = try cursor.next() {
      counts.add(row[2], place: row[0], status: row[1])
    }
    return counts
  }

  /// Moves what the clock has moved since the counters were settled.
  private static func correct(
    _ counts: inout InboxCounts, at now: Int64, in database: Database
  ) throws {
    let (place, status) = (RowState.due.place(at: now), RowState.due.status(at: now))
    let statement = try database.cachedStatement(
      sql: """
        SELECT m.place, m.status, \(place.sql), \(status.sql), count(*) FROM message AS m
        INDEXED BY message_by_transition WHERE m.next_at <= ? GROUP BY 1, 2, 3, 4
        """)
    let arguments = place.arguments + status.arguments + [now.databaseValue]
    let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
    while let row = try cursor.next() {
      let count: Int = row[4]
      counts.add(-count, place: row[0], status: row[1])
      counts.add(count, place: row[2], status: row[3])
    }
  }

  /// Whether the clock has moved something that is not settled yet.
  static func hasDue(at now: Int64, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM message INDEXED BY message_by_transition WHERE next_at <= ?)
        """)
    return try Bool.fetchOne(statement, arguments: [now]) ?? false
  }

  /// Counts of the whole inbox at one moment.
  func counts(at now: Date) throws -> InboxCounts {
    try read { database in
      let now = now.milliseconds
      return try Self.counts(
        at: now, hasDue: try Self.hasDue(at: now, in: database), in: database)
    }
  }

  /// How many messages match; may take a second in a huge inbox.
  func count(matching filter: MessageFilter, at now: Date) throws -> Int {
    try counts(of: [filter], at: now)[0]
  }

  /// How many messages match each filter, all at one moment.
  func counts(
    of filters: [MessageFilter], at now: Date, within budget: Duration? = nil
  ) throws -> [Int] {
    try read(within: budget) { database in
      let hasDue = try Self.hasDue(at: now.milliseconds, in: database)
      let counts = try Self.counts(at: now.milliseconds, hasDue: hasDue, in: database)
      return try filters.map { filter in
        let criteria = FilterCriteria(filter, at: now)
        return try criteria.knownCount(counts)
          ?? Self.count(criteria, hasDue: hasDue, in: database)
      }
    }
  }

  static func count(
    _ criteria: FilterCriteria, hasDue: Bool, in database: Database
  ) throws -> Int {
    let plan = RowPlan(
      criteria, in: .newest, approach: criteria.countingApproach, hasDue: hasDue)
    return try (plan.streams + plan.strays).reduce(0) { sum, stream in
      try sum + database.count(in: stream.tables, where: stream.condition)
    }
  }
}

extension InboxCounts {
  fileprivate mutating func add(_ number: Int, place: Int, status: Int) {
    switch Place(rawValue: place) {
    case .list where status == Status.unread.rawValue: unread += number
    case .list: read += number
    case .trash: deleted += number
    case .nowhere, nil: hidden += number
    }
  }
}

extension FilterCriteria {
  /// How many match, when the criteria ask for no more than what is counted anyway.
  func knownCount(_ counts: InboxCounts) -> Int? {
    let isUsual = phases.isEmpty || phases == [.active] && !statuses.contains(.deleted)
    guard isUsual, self == FilterCriteria(now: now, statuses: statuses, phases: phases)
    else { return nil }
    return (statuses.contains(.unread) ? counts.unread : 0)
      + (statuses.contains(.read) ? counts.read : 0)
      + (statuses.contains(.deleted) ? counts.deleted : 0)
  }
}
