import GRDB

/// An SQL condition or expression with its arguments, in order.
struct SQLCondition {
  var sql: String
  var arguments: [DatabaseValue]

  init(_ sql: String, _ arguments: (any DatabaseValueConvertible)...) {
    self.sql = sql
    self.arguments = arguments.map(\.databaseValue)
  }

  init(_ sql: String, arguments: [DatabaseValue]) {
    (self.sql, self.arguments) = (sql, arguments)
  }

  /// The arguments for GRDB; built directly, as its conversion of an array is slower than a short
  /// statement.
  var statementArguments: StatementArguments {
    StatementArguments(arguments.map { value -> (any DatabaseValueConvertible)? in value })
  }

  /// The conjunction; true when empty.
  static func all(_ conditions: [SQLCondition]) -> SQLCondition {
    joined(conditions, by: " AND ", empty: "1")
  }

  /// The disjunction; false when empty.
  static func any(_ conditions: [SQLCondition]) -> SQLCondition {
    joined(conditions, by: " OR ", empty: "0")
  }

  /// True where the condition is false or unknown.
  var negated: SQLCondition {
    wrapped("(", ") IS NOT TRUE")
  }

  /// The expression followed by a comparison.
  func compared(_ comparison: String) -> SQLCondition {
    wrapped("", " " + comparison)
  }

  /// The expression between two pieces of SQL.
  func wrapped(_ start: String, _ end: String) -> SQLCondition {
    SQLCondition(start + sql + end, arguments: arguments)
  }

  private static func joined(
    _ conditions: [SQLCondition], by word: String, empty: String
  ) -> SQLCondition {
    guard conditions.count != 1 else { return conditions[0] }
    guard !conditions.isEmpty else { return SQLCondition(empty) }
    return SQLCondition(
      "(" + conditions.map(\.sql).joined(separator: word) + ")",
      arguments: conditions.flatMap(\.arguments))
  }
}
