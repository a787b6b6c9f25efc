import GRDB

/// A stream of rows that one statement reads in the query's order, for the merge.
struct RowStream {
  /// Tables of the join, `message AS m` among them, with the index to use.
  var tables: String
  /// The condition on their rows.
  var condition: SQLCondition
  /// The leading parts of the key, which all rows of the stream share.
  var prefix: [Int64] = []
  /// The other parts of the key.
  var columns: [SQLCondition]
  /// Whether the columns are descending: a part of the key is then the negated column.
  var isDescending = false
  /// The rows for which the stored status is used.
  var state: RowState = .settled
  /// Searched and excluded texts of the rows, beside ``condition``.
  var texts: TextFilter?

  /// A keyset bound: rows after this key.
  struct Bound {
    var key: RowKey
    var isInclusive: Bool
  }

  /// The conditions on the rows after a bound; empty when there can be none.
  ///
  /// An index sorts entries with equal columns by number, but SQLite does not use that for a
  /// comparison of row values: it would scan all entries with the same time, as those of a batch.
  /// So the rest of such a run is a condition of its own, the one nearer to the bound.
  func conditions(behind bound: Bound?, direction: SearchDirection) -> [SQLCondition] {
    guard let bound else { return [condition] }
    let leading = Array(bound.key.parts.prefix(prefix.count))
    if prefix != leading {
      let isBehind = leading.lexicographicallyPrecedes(prefix) == (direction == .forward)
      return isBehind ? [condition] : []
    }
    let values = bound.key.parts.dropFirst(prefix.count).map { isDescending ? -$0 : $0 }
    let sign = isUpward(direction) ? ">" : "<"
    let run = zip(columns.dropLast(), values).map { compared([$0], "=", [$1]) }
    let nearest = compared(
      columns.suffix(1), sign + (bound.isInclusive ? "=" : ""), Array(values.suffix(1)))
    let near = SQLCondition.all([condition] + run + [nearest])
    guard columns.count > 1 else { return [near] }
    return [
      near, .all([condition, compared(columns.dropLast(), sign, Array(values.dropLast()))]),
    ]
  }

  private func compared(
    _ columns: some Collection<SQLCondition>, _ sign: String, _ values: [Int64]
  ) -> SQLCondition {
    let names = columns.map(\.sql).joined(separator: ", ")
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    var comparison = SQLCondition(
      columns.count == 1 ? "\(names) \(sign) ?" : "(\(names)) \(sign) (\(marks))")
    comparison.arguments = columns.flatMap(\.arguments) + values.map(\.databaseValue)
    return comparison
  }

  /// The statement that reads the rows of one of ``conditions(behind:direction:)``, nearest first.
  func selection(
    of projection: SQLCondition, where condition: SQLCondition, direction: SearchDirection,
    limit: Int
  ) -> SQLCondition {
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
