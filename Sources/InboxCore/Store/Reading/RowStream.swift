import GRDB

/// A statement that reads rows in the query's order.
struct RowStream {
  /// The table with the index to use: `message AS m`, a join with it, or `label`.
  var tables: String
  /// The values of the index's leading columns.
  var range = SQLCondition("1")
  /// The condition on the rows of `message AS m`.
  var condition: SQLCondition
  /// The leading parts of the key, which all rows of the stream share.
  var prefix: [Int64] = []
  /// The other parts of the key.
  var columns: [SQLCondition]
  /// Whether the columns are descending: a part of the key is then the negated column.
  var isDescending = false
  /// The rows for which the stored status is used.
  var state: RowState = .settled
  /// A filter of the rows by their texts.
  var texts: TextFilter?

  /// A keyset bound: rows after this key.
  struct Bound {
    var key: RowKey
    var isInclusive: Bool
  }

  /// The condition on the rows after a bound; nil when there can be none.
  func condition(behind bound: Bound?, direction: SearchDirection) -> SQLCondition? {
    guard let bound else { return whole }
    let leading = Array(bound.key.parts.prefix(prefix.count))
    if prefix != leading {
      let isBehind = leading.lexicographicallyPrecedes(prefix) == (direction == .forward)
      return isBehind ? whole : nil
    }
    let values = bound.key.parts.dropFirst(prefix.count).map { isDescending ? -$0 : $0 }
    let sign = (isUpward(direction) ? ">" : "<") + (bound.isInclusive ? "=" : "")
    let names = columns.map(\.sql).joined(separator: ", ")
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let isBehind = SQLCondition(
      "(\(names)) \(sign) (\(marks))",
      arguments: columns.flatMap(\.arguments) + values.map(\.databaseValue))
    return .all([isBehind, whole])
  }

  /// The condition on all rows.
  ///
  /// `label` is the only table of its statement: SQLite leaves a range early only in the last one.
  var whole: SQLCondition {
    guard tables == "label" else { return .all([range, condition]) }
    let isListed = condition.wrapped(
      "EXISTS (SELECT 1 FROM message AS m WHERE m.number = label.number AND ", ")")
    return .all([range, isListed])
  }

  /// The statement that reads the rows of ``condition(behind:direction:)``, nearest first; values
  /// only of the rows of the page.
  func selection(
    of projection: SQLCondition, where condition: SQLCondition, direction: SearchDirection,
    limit: Int
  ) -> SQLCondition {
    let suffix = isUpward(direction) ? "" : " DESC"
    let order = columns.map { $0.sql + suffix }.joined(separator: ", ")
    return SQLCondition(
      """
      SELECT \(projection.sql) FROM (SELECT \(row).number AS number FROM \(tables)
      WHERE \(condition.sql) ORDER BY \(order) LIMIT ?) AS found
      CROSS JOIN message AS m ON m.number = found.number
      """,
      arguments: projection.arguments + condition.arguments + columns.flatMap(\.arguments)
        + [limit.databaseValue])
  }

  /// The table with the numbers of the rows.
  var row: String { tables == "label" ? "label" : "m" }

  private func isUpward(_ direction: SearchDirection) -> Bool {
    isDescending != (direction == .forward)
  }
}
