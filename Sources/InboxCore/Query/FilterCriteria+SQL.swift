import Foundation
import GRDB

extension FilterCriteria {
  /// The whole condition on a row of `message AS m`.
  ///
  /// With `.settled` the caller ensures that the row is settled at this time.
  func condition(for state: RowState) -> SQLCondition {
    guard !isImpossible else { return SQLCondition("0") }
    guard alternatives.isEmpty else {
      return .all([.any(alternatives.map { $0.condition(for: state) })] + collapseConditions)
    }
    return .all([domain(for: state)] + rowConditions + collapseConditions)
  }

  /// Conditions beyond place and status.
  var rowConditions: [SQLCondition] { phaseConditions + columnConditions + searchConditions }

  /// The condition that leaves one row of each thread.
  var collapseConditions: [SQLCondition] {
    collapsed.map { CollapsedThreads($0, containing: sought.first).condition }
  }

  /// Place and statuses: the leading columns of the indexes.
  func domain(for state: RowState) -> SQLCondition {
    let inList = statuses.subtracting([.deleted])
    var parts = inList.isEmpty ? [] : listPlaces.map { domain($0, of: inList, for: state) }
    if statuses.contains(.deleted) { parts.append(condition(.trash, for: state)) }
    return .any(parts)
  }

  private func condition(_ place: Place, for state: RowState) -> SQLCondition {
    state.place(at: now).compared("= \(place.rawValue)")
  }

  private func domain(
    _ place: Place, of wanted: Set<Status>, for state: RowState
  ) -> SQLCondition {
    var conditions = [condition(place, for: state)]
    if let only = wanted.first, wanted.count == 1 {
      conditions.append(state.status(at: now).compared("= \(only.rawValue)"))
    } else if place == .hidden {
      conditions.append(state.status(at: now).compared("<> \(Status.deleted.rawValue)"))
    }
    if place == .hidden { conditions += hiddenConditions }
    return .all(conditions)
  }

  /// Conditions on hidden rows: by the clock, or alert-only.
  var hiddenConditions: [SQLCondition] {
    // Each alternative has its own condition.
    guard alternatives.isEmpty else { return [] }
    guard wantsAlertOnly else { return [SQLCondition("m.delivery <> \(Delivery.alert.rawValue)")] }
    return phases.isEmpty ? [condition(.active)] : []
  }

  /// Conditions on phases, beyond being listed.
  var phaseConditions: [SQLCondition] {
    let wanted = MessageFilter.Phase.allCases.filter(phases.contains).map(condition)
    let excluded = MessageFilter.Phase.allCases.filter(excludedPhases.contains).map(condition)
    let scope = scopePhases.map { scope in
      SQLCondition.any(MessageFilter.Phase.allCases.filter(scope.contains).map(condition))
    }
    return (wanted.isEmpty ? [] : [.any(wanted)]) + scope + excluded.map(\.negated)
  }

  /// Conditions on columns and labels.
  var columnConditions: [SQLCondition] {
    var conditions: [SQLCondition] = []
    if let isPinned = pinned.only {
      conditions.append(SQLCondition("m.pinned = \(isPinned ? 1 : 0)"))
    }
    if let asks = asking.only {
      conditions.append(asks ? Self.isAsking : Self.isNotAsking)
    }
    if let isAlertOnly = alertOnly.only {
      let sign = isAlertOnly ? "=" : "<>"
      conditions.append(SQLCondition("m.delivery \(sign) \(Delivery.alert.rawValue)"))
    }
    if let isResolved = resolved.only {
      conditions.append(SQLCondition("m.resolved_at IS \(isResolved ? "NOT " : "")NULL"))
    }
    conditions += frequencies.map(\.condition)
    if let priorities {
      let list = priorities.map(\.rawValue).sorted().map(String.init).joined(separator: ", ")
      conditions.append(SQLCondition("m.priority IN (\(list))"))
    }
    if let earliest { conditions.append(SQLCondition("m.sort_at >= ?", earliest)) }
    if let end { conditions.append(SQLCondition("m.sort_at < ?", end)) }
    let any = alternatives.map { $0.condition(for: .settled) }
    return conditions + groups.map(\.condition) + parts.map(\.condition)
      + (any.isEmpty ? [] : [.any(any)])
  }

  /// The condition of an open question, as in the index `message_asking`.
  static let isAsking = SQLCondition("m.asks = 1 AND m.answer IS NULL")

  /// The few excluded rows are found by the index: in a row these columns follow the texts.
  private static let isNotAsking = SQLCondition(
    "m.number NOT IN (SELECT number FROM message WHERE asks = 1 AND answer IS NULL)")

  /// Conditions on the full-text index.
  var searchConditions: [SQLCondition] {
    if let search { return [Self.isFound(by: search)] }
    return excluded.map { [Self.isFound(by: $0).negated] } ?? []
  }

  /// The rows found by an FTS5 expression.
  static func isFound(by expression: String) -> SQLCondition {
    SQLCondition(
      "m.number IN (SELECT rowid FROM message_text WHERE message_text MATCH ?)", expression)
  }

  private func condition(_ phase: MessageFilter.Phase) -> SQLCondition {
    switch phase {
    case .active: SQLCondition.any([.snoozed, .scheduled, .expired].map(condition)).negated
    case .snoozed: SQLCondition("m.snoozed_until > ?", now)
    case .scheduled: SQLCondition("m.starts_at > ?", now)
    case .expired: SQLCondition("m.expires_at <= ?", now)
    }
  }
}

extension FilterCriteria.PartCondition {
  /// The condition on a row of `message AS m`.
  var condition: SQLCondition {
    let found = SQLCondition(
      "text_matches(?, m.title, m.subtitle, m.source, m.body)", text)
    return isNegated ? found.negated : found
  }
}

extension FilterCriteria.FrequencyGroup {
  /// The condition on a row of `message AS m`.
  var condition: SQLCondition {
    let any = SQLCondition.any(
      frequencies.map { SQLCondition("m.occurrences \($0.comparison.rawValue) ?", $0.count) })
    return isNegated ? any.negated : any
  }
}

extension FilterCriteria.NameGroup {
  /// The condition on a row of `message AS m`.
  var condition: SQLCondition {
    // SQLite would fold a constant, and find no use for the index that the statement names.
    let any =
      storedNames.isEmpty
      ? SQLCondition("m.number < 0") : SQLCondition.any(storedNames.map(condition))
    return isNegated ? any.negated : any
  }

  private func condition(_ name: String) -> SQLCondition {
    switch kind {
    case .source: SourcePattern(name).condition.wrapped("(", ")")
    case .thread where name.isEmpty: SQLCondition("ifnull(m.thread, '') = ''")
    case .thread: SQLCondition("m.thread = ?", name)
    case .category, .tag:
      SQLCondition(
        """
        EXISTS (SELECT 1 FROM label WHERE kind = \(kind.rawValue) AND name = ? \
        AND label.priority = m.priority AND label.sort_at = m.sort_at AND label.number = m.number)
        """, name)
    }
  }

  /// The condition on a row of `label` that joins each message once: of several of these labels of
  /// a message, the first.
  var labelCondition: SQLCondition {
    let marks = storedNames.map { _ in "?" }.joined(separator: ", ")
    var condition = SQLCondition("label.kind = \(kind.rawValue) AND label.name IN (\(marks))")
    condition.arguments = storedNames.map(\.databaseValue)
    return storedNames.count == 1 ? condition : .all([condition, isFirstLabel(of: storedNames)])
  }

  /// The condition that no label with one of the names and an earlier one is on the same message.
  func isFirstLabel(of names: [String]) -> SQLCondition {
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    var condition = SQLCondition(
      """
      NOT EXISTS (SELECT 1 FROM label AS other WHERE other.kind = \(kind.rawValue) \
      AND other.name IN (\(marks)) AND other.name < label.name \
      AND other.priority = label.priority AND other.sort_at = label.sort_at \
      AND other.number = label.number)
      """)
    condition.arguments = names.map(\.databaseValue)
    return condition
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

  private static let placement = Placement(ofMessageAt: "?")

  /// The ``Place`` of the message at `now`.
  func place(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.place")
    case .due: SQLCondition(Self.placement.place, now, now, now)
    }
  }

  /// Its status at `now`: a snooze that has ended since the row was settled makes it unread.
  func status(at now: Int64) -> SQLCondition {
    switch self {
    case .settled: SQLCondition("m.status")
    case .due: SQLCondition(Self.placement.currentStatus, now)
    }
  }
}
