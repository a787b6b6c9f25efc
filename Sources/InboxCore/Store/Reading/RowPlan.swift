import GRDB

/// The plan of a query: the statements that read its rows.
///
/// Settled rows come from indexes; the few unsettled rows, and rows kept on screen, are sorted among
/// them.
struct RowPlan {
  var order: RowOrder
  var now: Int64
  /// Streams of settled rows, all rows of one before those of the next.
  var streams: [RowStream] = []
  /// Unsettled and kept rows, sorted among those of ``streams``.
  var unordered: [RowStream] = []
  /// The threads that are one row each; nil where each message has a row.
  private(set) var threads: CollapsedThreads?
  /// Whether rows with texts are searched among all rows, which may be slow.
  private(set) var isTextSearch = false

  /// Plans the rows of criteria.
  ///
  /// - Parameters:
  ///   - criteria: The conditions on the rows.
  ///   - order: Their order.
  ///   - access: The way to the rows.
  ///   - texts: The filter by texts of few or all rows; nil for the full-text index alone.
  ///   - hasUnsettled: Whether some rows have a due transition that is not settled.
  ///   - kept: Messages that stay although they no longer match.
  ///   - group: A condition on all rows, settled or not, beside the criteria and the access.
  init(
    _ criteria: FilterCriteria, in order: RowOrder, by access: RowAccess = .order,
    matching texts: TextFilter? = nil, hasUnsettled: Bool, kept: Set<MessageNumber> = [],
    within group: SQLCondition? = nil
  ) {
    self.order = order
    now = criteria.now
    threads = criteria.collapsed.first.map { CollapsedThreads($0) }
    if case .rows = access {} else { isTextSearch = criteria.search ?? criteria.excluded != nil }
    if !criteria.isImpossible {
      let isSettled = hasUnsettled ? [SQLCondition.isSettled(at: now)] : []
      addSettled(criteria, access, texts, beside: isSettled)
      let unsettled = texts == nil ? criteria : criteria.withoutTexts
      if hasUnsettled { unordered.append(unordered(unsettled.unsettledRows)) }
    }
    for index in unordered.indices { unordered[index].texts = texts }
    if let rows = criteria.keptRows(kept) { unordered.append(unordered(rows)) }
    guard let group else { return }
    for index in unordered.indices {
      unordered[index].condition = .all([group, unordered[index].condition])
    }
    if case .rows = access, !streams.isEmpty {
      streams[0].condition = .all([streams[0].condition, group])
    }
  }

  private mutating func addSettled(
    _ criteria: FilterCriteria, _ access: RowAccess, _ texts: TextFilter?,
    beside isSettled: [SQLCondition]
  ) {
    let rest = texts == nil ? criteria : criteria.withoutTexts
    if case .rows(let table) = access {
      let isRead = texts?.isOfAllRows ?? false
      let condition = (access.isSearch || isRead ? criteria.withoutTexts : criteria)
        .condition(for: .settled)
      streams = [unordered(table)]
      streams[0].condition = .all([table.condition, condition] + isSettled)
      streams[0].state = .settled
      streams[0].texts = isRead ? texts : nil
      return
    }
    var range: IndexRange?
    if case .range(let found) = access { range = found }
    streams = criteria.segments(in: order).map { segment in
      // Texts of the few leading rows are read anyway: each statement would collect all hits.
      let isRead = segment.isLeading || texts?.isOfAllRows ?? false
      var stream = (isRead ? rest : criteria).stream(of: segment, in: order, range)
      stream.condition = .all([stream.condition] + isSettled)
      stream.texts = isRead ? texts : nil
      return stream
    }
    guard range.isEnded else { return }
    var questions = DrivingTable.asking
    questions.condition = .all([questions.condition, rest.condition(for: .settled)] + isSettled)
    unordered.append(unordered(questions))
  }

  private func unordered(_ table: DrivingTable) -> RowStream {
    RowStream(
      tables: table.tables, condition: table.condition, columns: order.expressions(at: now),
      state: .due)
  }
}

extension FilterCriteria {
  /// Rows that precede or follow all others in an order, and that an index has by time.
  fileprivate struct Segment {
    /// The values of the column `lead`.
    var leads: [Int]
    var statuses: Set<Status>
    var priorities: Set<Priority>?
    /// The leading parts of their key.
    var prefix: [Int64]

    /// Whether its few rows lead the list.
    var isLeading: Bool { prefix.first != 0 }

    /// The conditions on the columns that most indexes begin with.
    func conditions(in places: [Place]) -> [SQLCondition] {
      let conditions = [
        SQLCondition.oneOf("m.place", places.map(\.rawValue)),
        .oneOf("m.lead", leads),
      ]
      // Every row of the trash is deleted, no other is.
      guard statuses.subtracting([.deleted]).count == 1 else { return conditions }
      return conditions + [.oneOf("m.status", statuses.map(\.rawValue).sorted())]
    }
  }

  /// The segments of an order: what leads the list and the others, unread before other ones, the most
  /// urgent first.
  fileprivate func segments(in order: RowOrder) -> [Segment] {
    // Only what is listed can need the person.
    let leads = leads.filter { $0 < 2 || places.contains(.list) }
    func segment(_ leads: [Int], _ prefix: [Int64]) -> [Segment] {
      guard !leads.isEmpty else { return [] }
      return [Segment(leads: leads, statuses: statuses, priorities: priorities, prefix: prefix)]
    }
    let all: [Segment]
    if !order.isLed {
      all = segment(leads.filter { $0 & 1 != 0 }, [-1]) + segment(leads.filter { $0 & 1 == 0 }, [0])
    } else if order.kind == .newest || order.kind == .priority {
      // The index has all that leads in order.
      all = segment(leads.filter { $0 > 0 }, []) + segment(leads.filter { $0 == 0 }, [0])
    } else {
      all = leads.flatMap { segment([$0], [-Int64($0)]) }
    }
    let parts = all.flatMap { segment in
      switch order.kind {
      case .newest, .oldest: [segment]
      case .priority where segment.prefix.isEmpty: [segment]
      case .priority:
        Priority.allCases.sorted(by: >).filter { priorities?.contains($0) ?? true }.map { level in
          var part = segment
          part.priorities = [level]
          part.prefix.append(-Int64(level.rawValue))
          return part
        }
      case .unread:
        [statuses.intersection([.unread]), statuses.subtracting([.unread])].enumerated()
          .filter { !$1.isEmpty }.map { index, half in
            var part = segment
            part.statuses = half
            part.prefix.append(Int64(index))
            return part
          }
      }
    }
    return parts.sorted { $0.prefix.lexicographicallyPrecedes($1.prefix) }
  }

  /// The stream of a segment, from the index of a range or, as for the few leading rows, that of the
  /// order.
  fileprivate func stream(
    of segment: Segment, in order: RowOrder, _ range: IndexRange?
  ) -> RowStream {
    var criteria = self
    criteria.statuses = segment.statuses
    criteria.priorities = segment.priorities
    let (isUnread, isEnded) = (segment.statuses == [.unread], range.isEnded)
    let places = isEnded ? [.hidden] : criteria.places
    var leading = segment.conditions(in: places)
    var stream = RowStream(
      tables: "", condition: SQLCondition("1"), prefix: segment.prefix,
      columns: [SQLCondition("m.sort_at"), SQLCondition("m.number")],
      isDescending: order.kind != .oldest)
    if segment.prefix.isEmpty {
      let first = order.kind == .priority ? ["m.lead", "m.priority"] : ["m.lead"]
      stream.columns.insert(contentsOf: first.map { SQLCondition($0) }, at: 0)
    }
    let levels = (segment.priorities ?? Set(Priority.allCases)).map(\.rawValue).sorted()
    switch segment.isLeading ? nil : range {
    case .sources(let names):
      criteria.groups.removeAll { $0.kind == .source }
      stream.tables =
        "message AS m INDEXED BY " + (isUnread ? "message_unread_by_source" : "message_by_source")
      leading += [.oneOf("m.source", names), .oneOf("m.priority", levels)]
    case .labels(let group):
      stream.tables = "label"
      stream.columns = [SQLCondition("label.sort_at"), SQLCondition("label.number")]
      stream.range = .all(
        [group.labelCondition, .oneOf("label.priority", levels)]
          + criteria.timeConditions(on: "label.sort_at"))
    case .threads(let names):
      stream.tables = "message AS m INDEXED BY message_by_thread"
      leading.append(.oneOf("m.thread", names))
    case .ended:
      stream.tables = "message AS m INDEXED BY message_ended"
      leading += [
        SQLCondition("m.next_at IS NULL"), .oneOf("m.priority", levels),
        FilterCriteria.isAsking().negated,
      ]
    // Most urgent first, or a priority filter in any order: message_by_priority or that of the
    // unread ones.
    case nil where needsPriority(in: order):
      stream.tables =
        "message AS m INDEXED BY "
        + (isUnread ? "message_unread_by_priority" : "message_by_priority")
      leading.append(.oneOf("m.priority", levels))
    // One status, or the halves of "unread first": message_by_status. The rest: message_by_time.
    case nil:
      stream.tables =
        "message AS m INDEXED BY " + (leading.count > 2 ? "message_by_status" : "message_by_time")
    }
    if stream.tables != "label" {
      stream.range = .all(leading)
      leading = []
    }
    stream.condition = .all(leading + criteria.residualConditions(in: places))
    return stream
  }

  /// The conditions on a row that the indexes do not cover.
  private func residualConditions(in places: [Place]) -> [SQLCondition] {
    var conditions = rowConditions() + collapseConditions
    guard places.contains(.hidden) else { return conditions }
    let isHidden = hiddenConditions()
    conditions +=
      places == [.hidden]
      ? isHidden : isHidden.map { .any([SQLCondition("m.place <> \(Place.hidden.rawValue)"), $0]) }
    // Scheduled messages sort at a future time.
    if places == [.hidden], phases == [.scheduled] {
      conditions.append(SQLCondition("m.sort_at > ?", now))
    }
    return conditions
  }

  /// Whether the priority is a leading column of the index of the order.
  func needsPriority(in order: RowOrder) -> Bool { order.kind == .priority || priorities != nil }

  /// The places of the matching rows, the most frequent first.
  var places: [Place] {
    guard statuses.contains(.deleted) else { return listPlaces }
    return statuses == [.deleted] ? [.trash] : listPlaces + [.trash]
  }

  /// The matching rows with a due transition, which are elsewhere in the indexes of a list.
  var unsettledRows: DrivingTable {
    DrivingTable(
      index: "message_by_transition",
      where: .all([SQLCondition("m.next_at <= ?", now), condition(for: .due)]))
  }

  /// The rows that stay in a list although they no longer match; nil for none.
  func keptRows(_ kept: Set<MessageNumber>) -> DrivingTable? {
    guard !kept.isEmpty, statuses != [.deleted] else { return nil }
    let places = listPlaces.map { String($0.rawValue) }.joined(separator: ", ")
    return DrivingTable(
      tables: "message AS m",
      where: .all([
        SQLCondition("m.number IN (SELECT value FROM json_each(?))", kept.json),
        RowState.due.place(at: now).wrapped("(", ")").compared("IN (\(places))"),
      ]))
  }
}

extension IndexRange? {
  fileprivate var isEnded: Bool {
    if case .ended = self { true } else { false }
  }
}

extension SQLCondition {
  /// The condition on a row without a due transition.
  static func isSettled(at now: Int64) -> SQLCondition {
    SQLCondition("(m.next_at IS NULL OR m.next_at > ?)", now)
  }

  /// The condition that a column has one of some numbers, which are part of the statement: so
  /// SQLite can use an index of only some rows.
  static func oneOf(_ column: String, _ values: [Int]) -> SQLCondition {
    let list = values.map(String.init).joined(separator: ", ")
    return SQLCondition(column + (values.count == 1 ? " = \(list)" : " IN (\(list))"))
  }

  /// The condition that a column has one of some names; without any, no row satisfies it.
  static func oneOf(_ column: String, _ names: [String]) -> SQLCondition {
    let marks = names.isEmpty ? "NULL" : names.map { _ in "?" }.joined(separator: ", ")
    return SQLCondition("\(column) IN (\(marks))", arguments: names.map(\.databaseValue))
  }
}
