import GRDB

/// Rows that one statement reads in the order of the query.
struct RowStream {
  /// The tables, `message AS m` among them, with the index that is to be used.
  var tables: String
  /// Which of their rows belong to the stream.
  var condition: SQLCondition
  /// The leading parts of the key, which all rows of the stream share.
  var prefix: [Int64] = []
  /// The other parts of the key.
  var columns: [SQLCondition]
  /// Whether the columns run downward: a part of the key is then the negated column.
  var isDescending = false
  /// For which rows the stream takes status as it is stored.
  var state: RowState = .settled

  /// From where on rows are wanted.
  struct Bound {
    var key: RowKey
    var isInclusive: Bool
  }

  /// The condition of the rows behind a bound; nil when none of them can be.
  func condition(behind bound: Bound?, direction: SearchDirection) -> SQLCondition? {
    guard let bound else { return condition }
    let leading = Array(bound.key.parts.prefix(prefix.count))
    if prefix != leading {
      let isBehind = leading.lexicographicallyPrecedes(prefix) == (direction == .forward)
      return isBehind ? condition : nil
    }
    let values = bound.key.parts.dropFirst(prefix.count).map { isDescending ? -$0 : $0 }
    let sign = isUpward(direction) ? ">" : "<"
    var tuple = SQLCondition(
      "(\(columns.map(\.sql).joined(separator: ", "))) \(sign)\(bound.isInclusive ? "=" : "") "
        + "(\(values.map { _ in "?" }.joined(separator: ", ")))")
    tuple.arguments = columns.flatMap(\.arguments) + values.map(\.databaseValue)
    return .all([condition, tuple])
  }

  /// The statement that reads rows behind a bound, nearest first; nil when there can be none.
  func selection(
    of projection: SQLCondition, behind bound: Bound?, direction: SearchDirection, limit: Int
  ) -> SQLCondition? {
    guard let condition = condition(behind: bound, direction: direction) else { return nil }
    let suffix = isUpward(direction) ? "" : " DESC"
    let order = columns.map { $0.sql + suffix }.joined(separator: ", ")
    var statement = SQLCondition(
      "SELECT \(projection.sql) FROM \(tables) WHERE \(condition.sql) ORDER BY \(order) LIMIT ?")
    statement.arguments =
      projection.arguments + condition.arguments + columns.flatMap(\.arguments)
      + [limit.databaseValue]
    return statement
  }

  private func isUpward(_ direction: SearchDirection) -> Bool {
    isDescending != (direction == .forward)
  }
}
