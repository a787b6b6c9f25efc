import Foundation
import GRDB

extension FilterCriteria {
  /// The whole condition on a row.
  ///
  /// With `.settled` the caller ensures that the row is settled at this time.
  ///
  /// - Parameters:
  ///   - state: The rows for which it must be correct.
  ///   - row: The alias of the table `message`.
  /// - Returns: The condition.
  func condition(for state: RowState, of row: String = "m") -> SQLCondition {
    guard !isImpossible else { return SQLCondition("0") }
    guard alternatives.isEmpty else {
      return .all(
        [.any(alternatives.map { $0.condition(for: state, of: row) })] + collapseConditions)
    }
    let need = needed.only.map { state.lead(at: now, of: row).compared($0 ? "> 1" : "< 2") }
    return .all(
      [domain(for: state, of: row), need].compactMap(\.self) + rowConditions(of: row)
        + collapseConditions)
  }

  /// Conditions beyond place, status and what the clock changes.
  func rowConditions(of row: String = "m") -> [SQLCondition] {
    phaseConditions(of: row) + columnConditions(of: row) + searchConditions(of: row)
  }

  /// The condition that leaves one row `m` of each thread.
  var collapseConditions: [SQLCondition] {
    collapsed.map { CollapsedThreads($0, containing: sought.first).condition }
  }

  /// Place and statuses: the leading columns of the indexes.
  func domain(for state: RowState, of row: String = "m") -> SQLCondition {
    let inList = statuses.subtracting([.deleted])
    var parts =
      inList.isEmpty ? [] : listPlaces.map { domain($0, accepting: inList, for: state, of: row) }
    if statuses.contains(.deleted) { parts.append(condition(.trash, for: state, of: row)) }
    return .any(parts)
  }

  private func condition(_ place: Place, for state: RowState, of row: String) -> SQLCondition {
    state.place(at: now, of: row).compared("= \(place.rawValue)")
  }

  private func domain(
    _ place: Place, accepting wanted: Set<Status>, for state: RowState, of row: String
  ) -> SQLCondition {
    var conditions = [condition(place, for: state, of: row)]
    let status = state.status(at: now, of: row)
    if let only = wanted.only {
      conditions.append(status.compared("= \(only.rawValue)"))
    } else if place == .hidden {
      conditions.append(status.compared("<> \(Status.deleted.rawValue)"))
    }
    if place == .hidden { conditions += hiddenConditions(of: row) }
    return .all(conditions)
  }

  /// Conditions on hidden rows: by the clock, or alert-only.
  func hiddenConditions(of row: String = "m") -> [SQLCondition] {
    // Each alternative has its own condition.
    guard alternatives.isEmpty, !isAnywhere else { return [] }
    guard alertOnly.only == true else {
      return [SQLCondition("\(row).delivery <> \(Delivery.alert.rawValue)")]
    }
    return phases.isEmpty ? [condition(.active, of: row)] : []
  }

  /// Conditions on phases, beyond being listed.
  private func phaseConditions(of row: String) -> [SQLCondition] {
    func conditions(_ phases: Set<MessageFilter.Phase>) -> [SQLCondition] {
      MessageFilter.Phase.allCases.filter(phases.contains).map { condition($0, of: row) }
    }
    return (phases.isEmpty ? [] : [.any(conditions(phases))])
      + scopePhases.map { .any(conditions($0)) } + conditions(excludedPhases).map(\.negated)
  }

  /// Conditions on columns and labels.
  func columnConditions(of row: String = "m") -> [SQLCondition] {
    var conditions: [SQLCondition] = []
    if let isPinned = pinned.only {
      conditions.append(SQLCondition("\(row).lead IN \(isPinned ? "(1, 3)" : "(0, 2)")"))
    }
    if let asks = asking.only {
      conditions.append(asks ? Self.isAsking(row) : Self.isNotAsking(row))
    }
    if let isAlertOnly = alertOnly.only {
      let sign = isAlertOnly ? "=" : "<>"
      conditions.append(SQLCondition("\(row).delivery \(sign) \(Delivery.alert.rawValue)"))
    }
    if let isResolved = resolved.only {
      conditions.append(SQLCondition("\(row).resolved_at IS \(isResolved ? "NOT " : "")NULL"))
    }
    conditions += frequencies.map { $0.condition(of: row) }
    if let priorities {
      let list = priorities.map(\.rawValue).sorted().map(String.init).joined(separator: ", ")
      conditions.append(SQLCondition("\(row).priority IN (\(list))"))
    }
    conditions += timeConditions(on: row + ".sort_at")
    conditions += groups.map { $0.condition(of: row) } + tests.map { $0.condition(of: row) }
    let any = alternatives.map { $0.condition(for: .settled, of: row) }
    return any.isEmpty ? conditions : conditions + [.any(any)]
  }

  /// The bounds of a column with the time of a message.
  func timeConditions(on column: String) -> [SQLCondition] {
    (earliest.map { [SQLCondition("\(column) >= ?", $0)] } ?? [])
      + (end.map { [SQLCondition("\(column) < ?", $0)] } ?? [])
  }

  /// The condition of an open question, as in the index `message_asking`.
  static func isAsking(_ row: String = "m") -> SQLCondition {
    SQLCondition("\(row).asks = 1 AND \(row).answer IS NULL")
  }

  /// The few excluded rows are found by the index: in a row these columns follow the texts.
  private static func isNotAsking(_ row: String) -> SQLCondition {
    SQLCondition(
      "\(row).number NOT IN (SELECT number FROM message WHERE asks = 1 AND answer IS NULL)")
  }

  /// Conditions on the full-text index.
  func searchConditions(of row: String = "m") -> [SQLCondition] {
    if let search { return [Self.isFound(by: search, row)] }
    return excluded.map { [Self.isFound(by: $0, row).negated] } ?? []
  }

  /// The rows found by an FTS5 expression.
  static func isFound(by expression: String, _ row: String = "m") -> SQLCondition {
    SQLCondition(
      "\(row).number IN (SELECT rowid FROM message_text WHERE message_text MATCH ?)", expression)
  }

  private func condition(_ phase: MessageFilter.Phase, of row: String) -> SQLCondition {
    // The clock moves nothing that is done, so that this place is right for any row.
    let isNotDone = "\(row).place <> \(Place.done.rawValue)"
    return switch phase {
    case .active:
      .any([.snoozed, .scheduled, .expired, .done].map { condition($0, of: row) }).negated
    case .snoozed:
      SQLCondition(
        "\(isNotDone) AND (\(row).snoozed_until > ? OR \(row).snoozed_for IS NOT NULL)", now)
    case .scheduled: SQLCondition("\(isNotDone) AND \(row).starts_at > ?", now)
    case .expired: SQLCondition("\(isNotDone) AND \(row).expires_at <= ?", now)
    case .done: SQLCondition("\(row).place = \(Place.done.rawValue)")
    }
  }
}

extension FilterCriteria.FrequencyGroup {
  /// The condition on a row.
  fileprivate func condition(of row: String) -> SQLCondition {
    let any = SQLCondition.any(
      conditions.compactMap(\.frequency).map {
        SQLCondition("\(row).occurrences \($0.comparison.rawValue) ?", $0.count)
      })
    return isNegated ? any.negated : any
  }
}

extension FilterCriteria.NameGroup {
  /// The condition on a row.
  func condition(of row: String = "m") -> SQLCondition {
    // SQLite would fold a constant, and find no use for the index that the statement names.
    let any =
      storedNames.isEmpty
      ? SQLCondition("\(row).number < 0")
      : SQLCondition.any(storedNames.map { condition($0, of: row) })
    return isNegated ? any.negated : any
  }

  private func condition(_ name: String, of row: String) -> SQLCondition {
    switch kind {
    case .source: SourcePattern(name).condition(of: row).wrapped("(", ")")
    case .thread where name.isEmpty: SQLCondition("ifnull(\(row).thread, '') = ''")
    case .thread: SQLCondition("\(row).thread = ?", name)
    case .machine: SQLCondition("ifnull(\(row).arrived_on, '') = ?", name)
    case .category, .tag:
      SQLCondition(
        """
        EXISTS (SELECT 1 FROM label WHERE kind = \(kind.rawValue) AND name = ? \
        AND label.priority = \(row).priority AND label.sort_at = \(row).sort_at \
        AND label.number = \(row).number)
        """, name)
    }
  }

  /// The condition on a row of `label` that joins each message once: of several of these labels of
  /// a message, the first.
  var labelCondition: SQLCondition {
    let isWanted = SQLCondition.oneOf("label.name", storedNames)
      .wrapped("label.kind = \(kind.rawValue) AND ", "")
    guard storedNames.count > 1 else { return isWanted }
    let isOther = SQLCondition.oneOf("other.name", storedNames)
    let isFirst = SQLCondition(
      """
      NOT EXISTS (SELECT 1 FROM label AS other WHERE other.kind = \(kind.rawValue) \
      AND \(isOther.sql) AND other.name < label.name \
      AND other.priority = label.priority AND other.sort_at = label.sort_at \
      AND other.number = label.number)
      """, arguments: isOther.arguments)
    return .all([isWanted, isFirst])
  }
}

extension MessageFilter {
  /// The condition on a row of `message AS m`, with the filter evaluated at one time.
  ///
  /// Use `.settled` where the transitions up to `now` have been settled in the same transaction,
  /// or with `m.next_at IS NULL OR m.next_at > now` beside it; `.due` is correct for every row,
  /// but cannot use the indexes of the list.
  ///
  /// - Parameters:
  ///   - now: The time at which the filter is evaluated.
  ///   - state: The rows for which the condition must be correct.
  ///   - database: The database, whose categories the condition names.
  /// - Returns: The condition with its arguments.
  /// - Throws: `DatabaseError`.
  func condition(
    at now: Date, for state: RowState = .settled, in database: Database
  ) throws -> SQLCondition {
    try FilterCriteria(self, at: now).expandingCategories(in: database).condition(for: state)
  }
}

/// The rows for which a condition is correct: settled ones, or any row.
///
/// A row whose `next_at` has passed is not settled yet: its `place` and `status` are outdated, and
/// must be computed from its times.
enum RowState {
  /// `place` and `status` are up to date, so that indexes can be used.
  case settled
  /// `next_at` may have passed; correct for any row, and slower.
  case due

  /// The ``Place`` of the message at `now`.
  func place(at now: Int64, of row: String = "m") -> SQLCondition {
    switch self {
    case .settled: SQLCondition("\(row).place")
    case .due: SQLCondition(Placement(of: row, at: "?").place, now, now, now)
    }
  }

  /// Its lead at `now`: 2 and more for what needs the person.
  func lead(at now: Int64, of row: String = "m") -> SQLCondition {
    switch self {
    case .settled: SQLCondition("\(row).lead")
    case .due: SQLCondition(Placement(of: row, at: "?").lead, now, now, now).wrapped("(", ")")
    }
  }

  /// Its status at `now`: a snooze that has ended since the row was settled makes it unread.
  func status(at now: Int64, of row: String = "m") -> SQLCondition {
    switch self {
    case .settled: SQLCondition("\(row).status")
    case .due: SQLCondition(Placement(of: row, at: "?").currentStatus, now)
    }
  }
}
